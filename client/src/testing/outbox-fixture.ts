import type { MessageSent } from '@parley/protocol/message'
import type { Result } from '../connection/result.ts'
import type { Outbox } from '../sending/outbox.ts'

/** Returns an acknowledgement. */
export const success = (seq: number): Result<MessageSent> => ({
  ok: true,
  value: {
    id: `message-${seq}`,
    seq,
    conversation_id: 'conversation',
    customer_id: 'customer',
    created_at: '',
    duplicate: false,
  },
})

/** Adds messages of a visitor. Returns their client_ids. */
export function write(outbox: Outbox, ...words: string[]): string[] {
  return words.map((content) => {
    const outcome = outbox.add({ content }, null)
    if (!outcome.ok) throw new Error(outcome.code)
    return outcome.clientId
  })
}
