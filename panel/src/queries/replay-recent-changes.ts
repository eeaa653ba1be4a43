import type { Conversation } from '@parley/protocol/conversation'
import { applyConversations, type ConversationCache } from './conversation-cache.ts'
import { organizationKey } from './organization-queries.ts'

/** How long a change may overtake an answer that was read before it, in milliseconds. */
const replayWindowMs = 15_000

/**
 * A list that was asked for before a row changed and answered after it would bring the row's old state. So changes
 * are kept a while and applied again to every answer that comes.
 */
export function replayRecentChanges(cache: ConversationCache): {
  add: (rows: readonly Conversation[]) => void
  stop: () => void
} {
  const recent = new Map<string, { row: Conversation; until: number }>()
  const [scope, organizationId] = organizationKey(cache.organizationId)

  const stop = cache.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    const [root, id, name] = event.query.queryKey
    if (root !== scope || id !== organizationId || !holdsRows.has(String(name))) return
    const now = Date.now()
    for (const [key, { until }] of recent) if (until < now) recent.delete(key)
    if (recent.size > 0) {
      applyConversations(
        cache,
        [...recent.values()].map(({ row }) => row),
      )
    }
  })
  return {
    add: (rows) => {
      const until = Date.now() + replayWindowMs
      for (const row of rows) recent.set(row.id, { row, until })
    },
    stop,
  }
}

const holdsRows = new Set(['inbox', 'conversation', 'customer-conversations'])
