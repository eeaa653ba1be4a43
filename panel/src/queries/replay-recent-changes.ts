import type { Conversation } from '@parley/protocol/conversation'
import { applyConversations, type ConversationCache } from './conversation-cache.ts'
import { organizationKey } from './organization-queries.ts'

/** Time during which a change can be newer than a response in flight (ms). */
const replayWindowMs = 15_000

/**
 * A list requested before a change and received after it contains outdated rows. Recent changes are
 * therefore applied again to every response.
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
