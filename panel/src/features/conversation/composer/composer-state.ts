import type { Conversation } from '@parley/protocol/conversation'

/** Whether an agent can write here, and if not, why. */
export type ComposerState =
  | { name: 'open' }
  | { name: 'blocked' }
  /** `other`: the customer's open conversation, if there is one. */
  | { name: 'closed'; other: string | null }

export function composerState(
  { id, status, customer }: Conversation,
  conversations: ReadonlyMap<string, Conversation>,
): ComposerState {
  if (customer.is_blocked) return { name: 'blocked' }
  if (status === 'open') return { name: 'open' }
  for (const other of conversations.values()) {
    if (other.id !== id && other.status === 'open') return { name: 'closed', other: other.id }
  }
  return { name: 'closed', other: null }
}
