import Type, { type Static } from 'typebox'
import { emailPattern, maxEmailLength } from './email-pattern.ts'
import { Language } from './language.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** owner: everything; admin: everything but owners; agent: conversations and customers. */
export const Role = Type.Enum(['owner', 'admin', 'agent'])
export type Role = Static<typeof Role>

/** The public fields of an agent: also the shape of a message's `sender_agent` (design 5). */
export const AgentFace = Type.Object(
  { id: Id, name: Type.String(), avatar_url: nullable(Type.String()) },
  closed,
)
export type AgentFace = Static<typeof AgentFace>

/** An agent as seen by colleagues in the same organization. */
export const Agent = Type.Object(
  {
    id: Id,
    name: Type.String(),
    avatar_url: nullable(Type.String()),
    email: Type.String(),
    role: Role,
    online: Type.Boolean(),
    created_at: Timestamp,
  },
  closed,
)
export type Agent = Static<typeof Agent>

export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const Email = Type.String({ maxLength: maxEmailLength, pattern: emailPattern })
export const Password = Type.String({ minLength: 1, maxLength: 200 })

/** `/v1/me`: who is signed in, and where they work. */
export const Me = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        email: Type.String(),
        /** Notifications and reports are not mailed to `email` before it is confirmed. */
        email_unconfirmed: Type.Boolean(),
      },
      closed,
    ),
    memberships: Type.Array(
      Type.Object(
        {
          agent_id: Id,
          role: Role,
          organization: Type.Object({ id: Id, name: Type.String() }, closed),
        },
        closed,
      ),
    ),
    /** Whether this installation serves the demo shop at `/shop`. */
    demo_shop: Type.Boolean(),
  },
  closed,
)
export type Me = Static<typeof Me>

/** The account and its membership were created, but no session could be started: repeating the request would fail. */
const SignInRequired = Type.Object({ outcome: Type.Literal('sign_in_required') }, closed)
/** Response to a request that creates an account and signs it in. */
export const NewAccount = Type.Union([Me, SignInRequired])
export type NewAccount = Static<typeof NewAccount>

export const Invitation = Type.Object(
  {
    id: Id,
    role: Role,
    email: nullable(Type.String()),
    invited_by: Type.String(),
    created_at: Timestamp,
    expires_at: Timestamp,
    /** Whether the link was sent by e-mail. null: it was not requested, or more than 30 days ago. */
    mail: nullable(Type.Enum(['waiting', 'sent', 'failed'])),
  },
  closed,
)
export type Invitation = Static<typeof Invitation>

/** Returned only once: the database stores a hash of the token. */
export const NewInvitation = Type.Object({ ...Invitation.properties, url: Type.String() }, closed)
export type NewInvitation = Static<typeof NewInvitation>

/** `mail_language`: also send the link to `email`, in this language. */
export const InvitationInput = Type.Object(
  { role: Role, email: Type.Optional(Email), mail_language: Type.Optional(Language) },
  closed,
)
export type InvitationInput = Static<typeof InvitationInput>

/** What an invitation link shows before it is accepted. */
export const InvitationOffer = Type.Object(
  { organization: Type.String(), role: Role, email: nullable(Type.String()), invited_by: Type.String() },
  closed,
)
export type InvitationOffer = Static<typeof InvitationOffer>

export const SetupInput = Type.Object(
  {
    organization: PersonName,
    name: PersonName,
    email: Email,
    password: Password,
    /** The setup token, printed when a public installation starts without an organization. */
    token: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
)
export type SetupInput = Static<typeof SetupInput>

/** `/v1/public/setup`: what is possible without signing in. */
export const SetupState = Type.Object(
  {
    /** No organization exists yet. */
    needed: Type.Boolean(),
    /** Whether anyone may create an organization. */
    signup: Type.Enum(['open', 'closed']),
    /** Whether the first setup requires the token that was printed at startup. */
    token_required: Type.Boolean(),
    /** Whether the service sends e-mail, so that a forgotten password can be reset by e-mail. */
    mail: Type.Boolean(),
  },
  closed,
)
export type SetupState = Static<typeof SetupState>

/** Returned only once: the database stores a hash of the token. */
export const ResetLink = Type.Object({ url: Type.String(), expires_at: Timestamp }, closed)
export type ResetLink = Static<typeof ResetLink>
