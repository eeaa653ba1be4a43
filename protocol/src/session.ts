import Type, { type Static } from 'typebox'
import type { CallOffering } from './call-settings.ts'
import type { CallView } from './call-view.ts'
import type { AgentFace } from './agent.ts'
import { SocialProvider, type AuthProvider } from './customer.ts'
import type { CallEntry } from './event.ts'
import type { TimelineMessage } from './message.ts'
import { closed, Id, LanguageTag, Seq } from './scalars.ts'

/**
 * The life of a widget's socket (spec 5, design 4):
 *
 *   open -> server: challenge {nonce} -> client: connect {provider_id, proof, token?} -> server: ConnectResult
 *        -> entries as they happen ... server: ping {seq} every 25 s, client: pong
 *   a refused connect may be tried again after session.challenge (three refusals close the socket)
 *   session.challenge -> session.authenticate {proof, token?}: another identity on the same socket, or the same
 *        member renewed; login.redeem, session.logout and account.close change it as well. All answer a ConnectResult
 *   the member's time is over and nobody renewed it -> close 4440: come back as whoever one then is
 *   draining {within} -> close 1012: the service restarts, come back after a random part of `within`
 *
 * An agent's socket is authenticated by its session cookie at the upgrade; its first request is
 * agent.connect {organization_id}.
 */

/** Sent first on every widget socket, and answered to session.challenge. */
export interface Challenge {
  /** base64url of 32 random bytes; for this connection, once, within `expires_in` seconds. */
  nonce: string
  expires_in: number
  protocol: number
  server_time: string
}

/**
 * The proof is a compact JWS: header `{typ: 'dpop+jwt', alg: 'ES256', jwk}` with the public connection key,
 * payload `{jti, iat, nonce, htm: 'GET', htu, ath?}` (RFC 9449 carried to a socket). `htu` is the socket's public
 * address with https/http scheme, without query and fragment. `ath` stands in it exactly when a token is sent:
 * base64url of the SHA-256 of the token's text.
 */
const Proof = Type.Optional(Type.String({ maxLength: 4096 }))

/** A longer socket token is refused with `token_too_long`. */
export const maxTokenLength = 8192

/** The socket token of custom login (spec 5.3). Left out: the visitor, or whoever signed in with this key by social login. */
const Token = Type.Optional(Type.String())

/** Continue after this place instead of starting from a snapshot. A place in the log of `customer_id`; in another one's it is not used. */
const Resume = Type.Optional(Type.Object({ seq: Seq, customer_id: Type.Optional(Id) }, closed))

export const ConnectParams = Type.Object(
  {
    provider_id: Id,
    proof: Proof,
    token: Token,
    resume: Resume,
    /** The browser's or the page's language, used for a new customer of whom no better one is known. */
    language: Type.Optional(LanguageTag),
    /** What this browser answered to the pre-chat sheet, while no customer's row remembers it. */
    chosen_language: Type.Optional(LanguageTag),
  },
  closed,
)
export type ConnectParams = Static<typeof ConnectParams>

/** On a connected socket, with the nonce of a fresh session.challenge. No token: as in connect. */
export const AuthenticateParams = Type.Object({ proof: Proof, token: Token, resume: Resume }, closed)
export type AuthenticateParams = Static<typeof AuthenticateParams>

/**
 * A click on a button of the login page: the socket, whose key is proven, asks for the address that the popup opens. It
 * is bound to this provider, this key and the page's origin, and good for one sign-in within `expires_in` seconds.
 */
export const LoginStartParams = Type.Object({ social: SocialProvider }, closed)
export type LoginStartParams = Static<typeof LoginStartParams>

export interface LoginStarted {
  url: string
  expires_in: number
}

/** The one-time code that the popup of social login hands to the page that opened it. */
export const LoginRedeemParams = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 200 }), resume: Resume },
  closed,
)
export type LoginRedeemParams = Static<typeof LoginRedeemParams>

/** The answer to the pre-chat sheet. Before the customer has a row it is kept for the row, as long as the socket lives. */
export const CustomerLanguageParams = Type.Object({ language: LanguageTag }, closed)
export type CustomerLanguageParams = Static<typeof CustomerLanguageParams>

/** Who is signed in behind a widget's socket; a visitor is nobody (spec 5.1). */
export interface SessionMember {
  name: string | null
  email: string | null
  avatar_url: string | null
  auth_provider: AuthProvider
  /** When the server ends the member's session unless it is renewed before: ISO 8601. null: not by itself. */
  expires_at: string | null
  /** Optional claims of the token that were not usable and were left out: a word to the integrator, for the console. */
  ignored_claims: string[]
}

/** What the chat shows in its header. */
export interface TeamStatus {
  /** Whether somebody is there to answer. */
  online: boolean
  /** Up to three faces of agents who are there. */
  agents: AgentFace[]
  /** Median first response of the last 14 days, in seconds; null when there is nothing to tell from. */
  typical_response_seconds: number | null
}

export interface ReceiptState {
  /** Log positions. `customer`: how far the customer got our messages; `agents`: how far the team got theirs. */
  customer: { delivered: number; read: number }
  agents: { delivered: number; read: number }
}

export interface ConnectResult {
  /** null until the first message makes the customer's row (design 5). */
  customer_id: string | null
  /** null: a visitor. */
  member: SessionMember | null
  /** What the customer wants answers in, as the token or the pre-chat sheet has said. null: nobody has; the sheet may ask. */
  language: string | null
  /** End of the log at the moment of the answer; entries after it follow by themselves. */
  seq: number
  blocked: boolean
  conversation: { id: string; agent: AgentFace | null } | null
  receipts: ReceiptState
  /** null: this widget has no calls. */
  calls: CallOffering | null
  /** The customer's live call: a page that was loaded anew goes on with it. */
  call: CallView | null
  team: TeamStatus
  /**
   * snapshot: the newest messages (newest first), and the calls since the oldest; the client starts its window from them.
   * resume: the entries after `resume.seq` follow as notifications, nothing else to load. A socket that stays with
   * the same customer answers this whatever was asked: its entries go on as if nothing had happened.
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

/** Server -> client every 25 s. `seq` is the end of the widget's own log: behind it? read the gap. */
export interface Ping {
  seq: number
}

/** Server -> client before a restart: reconnect after a random time within this many milliseconds. */
export interface Draining {
  within: number
}
