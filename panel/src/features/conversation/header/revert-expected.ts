import type { Conversation } from '@parley/protocol/conversation'
import { revertConversation, type ConversationCache } from '../../../queries/conversation-cache.ts'

/**
 * Reverts what an action was expected to change, and reloads the conversation and the lists. Only these fields of `before`: the others
 * may be what an earlier action, which is refused too, was expected to change.
 */
export function revertExpected(
  cache: ConversationCache,
  before: Conversation,
  expected: Partial<Conversation>,
): void {
  const restored = Object.entries(before).filter(([name]) => name in expected)
  revertConversation(cache, before, () => Object.fromEntries(restored))
}
