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
  return {
    /** Without ids: any webhook may have due deliveries. */
    add(webhookIds?: readonly string[]): void {
      for (const id of webhookIds ?? []) named.add(id)
      isAll ||= webhookIds === undefined || named.size > maxNamed
      if (isAll) named.clear()
    },

    /** Returns and forgets what was added; null if nothing was. */
    take(): Due | null {
      const webhookIds = [...named]
      named.clear()
      const due: Due | null = isAll
        ? { kind: 'all' }
        : webhookIds.length > 0
          ? { kind: 'some', webhookIds }
          : null
      isAll = false
      return due
    },
  }
}
