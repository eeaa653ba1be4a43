/** A customer of an organization. */
export type CustomerKey = readonly [organizationId: string, customerId: string]

/** A visitor who opens the next page is gone for less than this. */
const mergeIntervalMs = 1_000

/** Merges changes over a second, so that a reconnect within it is not a change. */
export function createAnnouncements(deps: {
  isOnline: (key: CustomerKey) => boolean
  announce: (changes: [...CustomerKey, online: boolean][]) => void
}) {
  /** `before` is null if the state was announced in between. */
  const pending = new Map<string, { key: CustomerKey; before: boolean | null }>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  function flush(): void {
    timer = null
    const changes: [...CustomerKey, online: boolean][] = []
    for (const { key, before } of pending.values()) {
      const online = deps.isOnline(key)
      if (online !== before) changes.push([...key, online])
    }
    pending.clear()
    if (changes.length > 0) deps.announce(changes)
  }

  return {
    changed(key: CustomerKey, before: boolean): void {
      if (closed) return
      const [, customerId] = key
      if (!pending.has(customerId)) pending.set(customerId, { key, before })
      timer ??= setTimeout(flush, mergeIntervalMs).unref()
    },
    /** Somebody was told the current state of this customer: its change is announced in any case. */
    told(customerId: string): void {
      const change = pending.get(customerId)
      if (change) change.before = null
    },
    close(): void {
      closed = true
      if (timer) clearTimeout(timer)
      pending.clear()
    },
  }
}
