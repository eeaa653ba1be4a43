import Type, { type Static } from 'typebox'
import type { OutsideHours } from './business-hours.ts'
import type { CallOffering } from './call-settings.ts'
import type { CallView } from './call-view.ts'
import type { AgentFace } from './agent.ts'
import { SocialProvider, type AuthProvider } from './customer.ts'
import type { CallEntry } from './event.ts'
import type { TimelineMessage } from './message.ts'
import { closed, Id, LanguageTag, Seq } from './scalars.ts'

/**
 * The life cycle of a widget's socket (spec 5, design 4):
 *
 *   open -> server: challenge {nonce} -> client: connect {provider_id, proof, token?} -> server: ConnectResult
 *        -> entries as they happen ... server: ping {seq} every 25 s, client: pong
 *   a rejected connect can be retried after session.challenge (three rejections close the socket)
 *   session.challenge -> session.authenticate {proof, token?}: another identity on the same socket, or the same
 *        member renewed; login.redeem, session.logout and account.close change it as well. All return a ConnectResult
 *   the member's session expired -> close 4440: reconnect with the current identity
 *   draining {within} -> close 1012 (the service restarts) or 4440: reconnect after a random part of `within`
 *
 * An agent's socket is authenticated by its session cookie at the upgrade; its first request is
 * agent.connect {organization_id}.
 */

/** Sent first on every widget socket, and returned by session.challenge. */
export interface Challenge {
  /** base64url of 32 random bytes; valid once, on this connection, for `expires_in` seconds. */
  nonce: string
  expires_in: number
  protocol: number
  server_time: string
}

/**
 * The proof is a compact JWS: header `{typ: 'dpop+jwt', alg: 'ES256', jwk}` with the public connection key,
 * payload `{jti, iat, nonce, htm: 'GET', htu, ath?}` (RFC 9449 applied to a socket). `htu` is the socket's public
 * URL with the https/http scheme, without query and fragment. `ath` is present exactly if a token is sent:
 * base64url of the SHA-256 of the token.
 */
const Proof = Type.Optional(Type.String({ maxLength: 4096 }))

/** Longer socket tokens are rejected with `token_too_long`. */
export const maxTokenLength = 8192

/** The socket token of custom login (spec 5.3). Omitted: the visitor, or the member who signed in with this key by social login. */
const Token = Type.Optional(Type.String())

/** Resume after this position instead of starting from a snapshot. Ignored if the customer is not `customer_id`. */
const Resume = Type.Optional(Type.Object({ seq: Seq, customer_id: Type.Optional(Id) }, closed))

export const ConnectParams = Type.Object(
  {
    provider_id: Id,
    proof: Proof,
    token: Token,
    resume: Resume,
    /** Language of the browser or page, used for a new customer unless a better one is known. */
    language: Type.Optional(LanguageTag),
    /** The answer to the pre-chat sheet, until it is stored in a customer row. */
    chosen_language: Type.Optional(LanguageTag),
  },
  closed,
)
export type ConnectParams = Static<typeof ConnectParams>

/** On a connected socket, with the nonce of a fresh session.challenge. No token: as in connect. */
export const AuthenticateParams = Type.Object({ proof: Proof, token: Token, resume: Resume }, closed)
export type AuthenticateParams = Static<typeof AuthenticateParams>

/**
 * A click on a button of the login page: requests the URL for the pop-up on the authenticated socket. The URL is bound
 * to this provider, this key and the page's origin, and valid for one sign-in within `expires_in` seconds.
 */
export const LoginStartParams = Type.Object({ social: SocialProvider }, closed)
export type LoginStartParams = Static<typeof LoginStartParams>

export interface LoginStarted {
  url: string
  expires_in: number
}

/** The one-time code that the social login pop-up passes to its opener. */
export const LoginRedeemParams = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 200 }), resume: Resume },
  closed,
)
export type LoginRedeemParams = Static<typeof LoginRedeemParams>

/** The answer to the pre-chat sheet. Until the customer has a row, it is kept for the lifetime of the socket. */
export const CustomerLanguageParams = Type.Object({ language: LanguageTag }, closed)
export type CustomerLanguageParams = Static<typeof CustomerLanguageParams>

/** The member signed in on a widget's socket (spec 5.1). */
export interface SessionMember {
  name: string | null
  email: string | null
  avatar_url: string | null
  auth_provider: AuthProvider
  /** When the member's session expires unless renewed: ISO 8601. null: never. */
  expires_at: string | null
  /** Optional claims that were invalid and ignored; logged to the console for the integrator. */
  ignored_claims: string[]
}

/** Data for the chat header. */
export interface TeamStatus {
  /** Whether an agent is online. */
  online: boolean
  /** Up to three agents who are online. */
  agents: AgentFace[]
  /** Median first response time of the last 14 days in seconds; null without data. */
  typical_response_seconds: number | null
  /** null: within business hours, or there are none. Outside them calls are not offered. */
  closed: OutsideHours | null
}

export interface ReceiptState {
  /** Log positions. `customer`: how far the customer received agents' messages; `agents`: how far the team received theirs. */
  customer: { delivered: number; read: number }
  agents: { delivered: number; read: number }
}

export interface ConnectResult {
  /** null until the first message creates the customer's row (design 5). */
  customer_id: string | null
  /** null: a visitor. */
  member: SessionMember | null
  /** The customer's language from the token or the pre-chat sheet. null: unknown; the sheet may ask. */
  language: string | null
  /** End of the log at the time of the response; later entries follow as notifications. */
  seq: number
  blocked: boolean
  conversation: { id: string; agent: AgentFace | null } | null
  receipts: ReceiptState
  /** null: this widget has no calls. */
  calls: CallOffering | null
  /** Whether this widget asks for ratings: `survey.read` returns what can be rated. */
  survey: boolean
  /** Whether this widget collects the visitor's context: `visit.page`. */
  context: boolean
  /** The customer's live call, to continue after a reload. */
  call: CallView | null
  team: TeamStatus
  /**
   * snapshot: the newest messages (newest first), and the calls since the oldest; the client starts its window from them.
   * resume: the entries after `resume.seq` follow as notifications; nothing else to load. A socket that stays with
   * the same customer always resumes, whatever was requested.
   */
  start:
    | { mode: 'snapshot'; messages: TimelineMessage[]; more: boolean; calls: CallEntry[] }
    | { mode: 'resume' }
}

export const AgentConnectParams = Type.Object({ organization_id: Id }, closed)
export type AgentConnectParams = Static<typeof AgentConnectParams>

export interface AgentConnectResult {
  agent_id: string
  role: string
  server_time: string
}

/** Server -> client every 25 s. `seq` is the end of the widget's log: a client behind it reads the gap. */
export interface Ping {
  seq: number
}

/** Server -> client before many sockets are closed: reconnect after a random time within this many milliseconds. */
export interface Draining {
  within: number
}
