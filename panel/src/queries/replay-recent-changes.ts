import type { Query } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { applyConversations, type ConversationCache } from './conversation-cache.ts'
import { organizationKey } from './organization-queries.ts'

/** Time during which a change can be newer than a response in flight (ms). */
const replayWindowMs = 15_000

/**
 * A list requested before a change and received after it contains outdated rows. Changes that arrived since the request
 * are therefore applied again to its response. Earlier ones are not: the response may be newer, after a disconnect for example.
 */
export function replayRecentChanges(
  cache: ConversationCache,
  apply = (rows: readonly Conversation[]) => applyConversations(cache, rows),
): {
  add: (rows: readonly Conversation[]) => void
  stop: () => void
} {
  const recent = new Map<string, { row: Conversation; until: number; arrival: number }>()
  /** Numbers arrivals and requests in their order. */
  let count = 0
  const requested = new WeakMap<Query, number>()
  const [scope, organizationId] = organizationKey(cache.organizationId)

  const stop = cache.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const [root, id, name] = query.queryKey
    if (root !== scope || id !== organizationId || !holdsRows.has(String(name))) return
    if (action.type === 'fetch') requested.set(query, ++count)
    if (action.type !== 'success' || action.manual === true) return
    const now = Date.now()
    for (const [key, { until }] of recent) if (until < now) recent.delete(key)
    const since = requested.get(query) ?? 0
    const rows = [...recent.values()].flatMap(({ row, arrival }) => (arrival > since ? row : []))
    if (rows.length > 0) apply(rows)
  })
  return {
    add: (rows) => {
      const until = Date.now() + replayWindowMs
      for (const row of rows) recent.set(row.id, { row, until, arrival: ++count })
    },
    stop,
  }
}

const holdsRows = new Set(['inbox', 'conversation', 'customer-conversations'])
