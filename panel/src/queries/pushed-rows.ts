import type { Conversation } from '@parley/protocol/conversation'
import { applyConversations, type ConversationCache } from './conversation-cache.ts'
import { conversationScope } from './conversation-order.ts'
import { conversationQuery } from './conversation-queries.ts'

/**
 * Applies rows of `inbox.changed`, also those that are replayed. While a change of a conversation is being sent, its rows wait for the
 * outcome: one that is older than the change would undo it on the screen until the service responds. They are then in the order of
 * `updated_at`.
 */
export function createPushedRows(cache: ConversationCache): {
  apply: (rows: readonly Conversation[]) => void
  stop: () => void
} {
  const waiting = new Map<string, Conversation>()
  const mutations = cache.queryClient.getMutationCache()

  const isChanging = (conversationId: string): boolean => {
    const { id } = conversationScope(conversationId)
    return (
      mutations.find({ status: 'pending', predicate: ({ options }) => options.scope?.id === id }) !==
      undefined
    )
  }
  /** A list that the conversation has left does not know that the row is older than the response. */
  const latest = (row: Conversation): Conversation => {
    const known = cache.queryClient.getQueryData(conversationQuery(cache.organizationId, row.id).queryKey)
    return known !== undefined && known.updated_at > row.updated_at ? known : row
  }
  const settle = (isOver: (conversationId: string) => boolean) => {
    const rows = [...waiting.values()].filter(({ id }) => isOver(id))
    for (const { id } of rows) waiting.delete(id)
    if (rows.length > 0) applyConversations(cache, rows.map(latest))
  }
  const unsubscribe = mutations.subscribe(() => settle((id) => !isChanging(id)))

  return {
    apply(rows) {
      for (const row of rows) {
        const earlier = waiting.get(row.id)
        if (isChanging(row.id) && (earlier === undefined || earlier.updated_at <= row.updated_at))
          waiting.set(row.id, row)
      }
      applyConversations(cache, rows.filter(({ id }) => !isChanging(id)).map(latest))
    },
    stop() {
      unsubscribe()
      settle(() => true)
    },
  }
}
