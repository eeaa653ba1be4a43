/** Above this number of webhooks, one claim for all of them is cheaper. */
const maxNamed = 256

/** Webhooks whose deliveries the next claim looks for. */
export type Due = { kind: 'all' } | { kind: 'some'; webhookIds: string[] }

/**
 * Collects the webhooks that may have due deliveries until the next claim. A claim for named webhooks does not look up all others
 * that wait, such as a thousand whose endpoints fail.
 */
export function createDueWebhooks() {
  let isAll = false
  const named = new Set<string>()
  let last: Due['kind'] = 'all'

  function next(): Due | null {
    // In turns: a claim for all takes longer with each webhook that waits, and claims for all may follow each other.
    if (named.size > 0 && !(isAll && last === 'some')) {
      const webhookIds = [...named]
      named.clear()
      return { kind: 'some', webhookIds }
    }
    if (!isAll) return null
    isAll = false
    return { kind: 'all' }
  }

  return {
    /** Without ids: any webhook may have due deliveries. */
    add(webhookIds?: readonly string[]): void {
      for (const id of webhookIds ?? []) named.add(id)
      if (webhookIds && named.size <= maxNamed) return
      isAll = true
      if (named.size > maxNamed) named.clear()
    },

    /** Returns and forgets what was added, named webhooks and all others in turns. Returns null if nothing is left. */
    take(): Due | null {
      const due = next()
      if (due) last = due.kind
      return due
    },
  }
}
