/** A customer of an organization. */
export type CustomerKey = readonly [organizationId: string, customerId: string]

const mergeIntervalMs = 1_000
/**
 * A visitor who opens the next page is back sooner. If they are back in another process, it announces them before this one announces that
 * they left.
 */
const minAbsenceMs = 2_000

/** Announces changes at most once a second. A reconnect within two seconds is not a change. */
export function createAnnouncements(deps: {
  isOnline: (key: CustomerKey) => boolean
  announce: (changes: [...CustomerKey, online: boolean][]) => void
}) {
  const now = () => performance.now()
  /** `before` is null if the state was announced in between. */
  const pending = new Map<string, { key: CustomerKey; before: boolean | null; changedAt: number }>()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const schedule = () => (timer ??= setTimeout(flush, mergeIntervalMs).unref())

  function flush(): void {
    timer = null
    const changes: [...CustomerKey, online: boolean][] = []
    for (const [customerId, { key, before, changedAt }] of pending) {
      const online = deps.isOnline(key)
      if (!online && now() < changedAt + minAbsenceMs) continue
      pending.delete(customerId)
      if (online !== before) changes.push([...key, online])
    }
    if (pending.size > 0) schedule()
    if (changes.length > 0) deps.announce(changes)
  }

  return {
    changed(key: CustomerKey, before: boolean): void {
      if (closed) return
      const [, customerId] = key
      const change = pending.get(customerId) ?? { key, before, changedAt: 0 }
      change.changedAt = now()
      pending.set(customerId, change)
      schedule()
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
