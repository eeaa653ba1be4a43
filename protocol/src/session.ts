import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import type { TimelineMessage } from './message.ts'
import { closed, Id, LanguageTag, Seq } from './scalars.ts'

/**
 * The life of a widget's socket (spec 5.2, design 4):
 *
 *   open -> server: challenge {nonce} -> client: connect {provider_id, proof} -> server: ConnectResult
 *        -> entries as they happen ... server: ping {seq} every 25 s, client: pong
 *   a refused connect may be tried again after session.challenge (three refusals close the socket)
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
 * payload `{jti, iat, nonce, htm: 'GET', htu}` (RFC 9449 carried to a socket). `htu` is the socket's public
 * address with https/http scheme, without query and fragment.
 */
export const ConnectParams = Type.Object(
  {
    provider_id: Id,
    proof: Type.Optional(Type.String({ maxLength: 4096 })),
    /** Continue after this place instead of starting from a snapshot. */
    resume: Type.Optional(Type.Object({ seq: Seq }, closed)),
    /** The browser's or the page's language, used for a new customer. */
    language: Type.Optional(LanguageTag),
  },
  closed,
)
export type ConnectParams = Static<typeof ConnectParams>

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
  /** End of the log at the moment of the answer; entries after it follow by themselves. */
  seq: number
  blocked: boolean
  conversation: { id: string; agent: AgentFace | null } | null
  receipts: ReceiptState
  team: TeamStatus
  /**
   * snapshot: the newest messages (newest first); the client starts its window from them.
   * resume: the entries after `resume.seq` follow as notifications, nothing else to load.
   */
  start: { mode: 'snapshot'; messages: TimelineMessage[]; more: boolean } | { mode: 'resume' }
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
