import Type, { type Static } from 'typebox'
import { Channel } from './channel.ts'
import { EmailAddress } from './contact.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { CustomerAttributes } from './visitor-context.ts'

/** The social logins (spec 5.4), by the names used in URLs. */
export const socialProviders = ['google', 'facebook', 'apple', 'github', 'x'] as const
export const SocialProvider = Type.Enum([...socialProviders])
export type SocialProvider = Static<typeof SocialProvider>

/** How a member proved who they are (spec 2.1). The check constraint of `customer.auth_provider` holds the same list. */
export const authProviders = ['custom', ...socialProviders] as const
export const AuthProvider = Type.Enum([...authProviders])
export type AuthProvider = Static<typeof AuthProvider>

/** The fields of customer.created, exactly (spec 2.1). */
export const CustomerRecord = Type.Object(
  {
    id: Id,
    provider_id: Id,
    external_id: Type.String(),
    first_name: nullable(Type.String()),
    last_name: nullable(Type.String()),
    username: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    language: Type.String(),
    country_code: Type.String(),
    auth_provider: nullable(AuthProvider),
    created_at: Timestamp,
  },
  closed,
)
export type CustomerRecord = Static<typeof CustomerRecord>

/** Each changed field with its new value: the `changes` of customer.updated (spec 6, rule 4). */
export const CustomerChanges = Type.Partial(
  Type.Object(
    {
      first_name: nullable(Type.String()),
      last_name: nullable(Type.String()),
      username: nullable(Type.String()),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
      is_blocked: Type.Boolean(),
      deactivated_at: nullable(Timestamp),
      private_agent_id: nullable(Id),
    },
    closed,
  ),
  closed,
)
export type CustomerChanges = Static<typeof CustomerChanges>

/** A customer as agents see them. */
export const Customer = Type.Object(
  {
    ...CustomerRecord.properties,
    channel: Channel,
    attributes: CustomerAttributes,
    avatar_url: nullable(Type.String()),
    /** Whether the sign-in service has verified `email`. null: unknown. */
    email_verified: nullable(Type.Boolean()),
    /** Whether the reader of `email` has unsubscribed from e-mails about unread messages. */
    email_unsubscribed: Type.Boolean(),
    is_blocked: Type.Boolean(),
    deactivated_at: nullable(Timestamp),
    private_agent_id: nullable(Id),
    /** Last position of this customer's log. */
    seq: Type.Integer(),
    last_seen_at: nullable(Timestamp),
    online: Type.Boolean(),
    conversation_count: Type.Integer(),
  },
  closed,
)
export type Customer = Static<typeof Customer>

const NamePart = nullable(Type.String({ maxLength: 100 }))

/** The fields of a customer that an agent may change. */
export const CustomerInput = Type.Partial(
  Type.Object(
    {
      first_name: NamePart,
      last_name: NamePart,
      email: nullable(EmailAddress),
      phone: nullable(Type.String({ maxLength: 40 })),
      is_blocked: Type.Boolean(),
      private_agent_id: nullable(Id),
    },
    closed,
  ),
  closed,
)
export type CustomerInput = Static<typeof CustomerInput>
