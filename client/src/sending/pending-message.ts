import type { Media } from '@parley/protocol/media'
import type { MessageSendParams } from '@parley/protocol/message'
import type { FailureCode } from '../connection/result.ts'

export type PendingState =
  /** Waits for the connection or for earlier messages. */
  | { name: 'queued' }
  | { name: 'sending' }
  /** Acknowledged; the entry at `seq` has not arrived yet. */
  | { name: 'sent'; seq: number }
  /** Refused. Kept until `retry` or `discard`. */
  | { name: 'failed'; code: FailureCode }

/** An own message that has not been received in the log. */
export interface PendingMessage {
  client_id: string
  /** null in the widget: the connected customer. */
  customer_id: string | null
  content: string
  reply_to_id: string | null
  media: readonly Media[]
  /** Agents only: log position seen when writing. */
  seen_seq?: number | undefined
  /** Time of writing by this browser's clock. */
  created_at: string
  state: PendingState
}

/** A message from a composer. */
export interface MessageDraft {
  /** UUIDv7; generated if missing. Set if another page may send the same message. */
  client_id?: string
  content: string
  reply_to_id?: string | null
  /** Already uploaded. */
  media?: readonly Media[]
  seen_seq?: number
}

export type SendOutcome =
  | { ok: true; clientId: string }
  | { ok: false; code: 'message_empty' | 'message_too_long' }

/** Returns the request that sends the message. */
export function toParams({
  client_id,
  content,
  reply_to_id,
  media,
  customer_id,
  seen_seq,
}: PendingMessage): MessageSendParams {
  return {
    client_id,
    content,
    ...(reply_to_id !== null && { reply_to_id }),
    ...(media.length > 0 && { media_ids: media.map(({ id }) => id) }),
    ...(customer_id !== null && { customer_id }),
    ...(seen_seq !== undefined && { seen_seq }),
  }
}
