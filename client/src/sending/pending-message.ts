import type { Media } from '@parley/protocol/media'
import type { FailureCode } from '../connection/result.ts'

export type PendingState =
  /** Waits for the connection or for those before it. */
  | { name: 'queued' }
  | { name: 'sending' }
  /** Acknowledged; its entry at `seq` is on the way. */
  | { name: 'sent'; seq: number }
  /** Refused for good: stays until `retry` or `discard`. */
  | { name: 'failed'; code: FailureCode }

/** A message of ours that is not in the log yet, as far as we know. */
export interface PendingMessage {
  client_id: string
  /** null on the widget's side, where it is whoever is connected. */
  customer_id: string | null
  content: string
  reply_to_id: string | null
  media: readonly Media[]
  /** Of agents: the position seen when they wrote it. */
  seen_seq?: number | undefined
  /** When it was written, by this browser's clock. */
  created_at: string
  state: PendingState
}

/** What a composer hands over. */
export interface MessageDraft {
  /** A UUIDv7; generated if missing. For a message that another page may send as well. */
  client_id?: string
  content: string
  reply_to_id?: string | null
  /** Uploaded already. */
  media?: readonly Media[]
  seen_seq?: number
}

export type SendOutcome =
  | { ok: true; clientId: string }
  | { ok: false; code: 'message_empty' | 'message_too_long' }
