import type { LogHint, StoredEntry } from '../event-log.ts'

/** The end of a customer's log as far as it was announced: all entries of the positions `after + 1` to `to`. */
export interface RecentPart {
  after: number
  to: number
  entries: StoredEntry[]
}

/** A burst of one customer must not evict the entries of all others. */
const maxPerCustomer = 64

/** Earlier entries of the log were rewritten with these: what is known of them is no longer what the log has. */
const rewriting = new Set(['message.edited', 'message.deleted'])

/** Longer texts, such as those of e-mails, are read from the database: few such messages would take the memory of all others. */
const maxTextLength = 2_000

/** How long after a consumer had use for messages of an organization its entries are still kept, in milliseconds. */
const useMs = 60_000

export type RecentEntries = ReturnType<typeof createRecentEntries>

/**
 * What hints brought of the log, so that consumers need not each read the same entries again. Entries are announced after their
 * commit, so a part without a gap is what the log has there. Only organizations are kept whose messages consumers select: what lives for
 * seconds outlives the young generation of the heap, and collecting it stalls the process.
 * @param maxEntries of all customers; those that were announced longest ago are forgotten first
 */
export function createRecentEntries(maxEntries: number) {
  const parts = new Map<string, RecentPart>()
  /** Until when entries are kept, by organization. */
  const usedUntil = new Map<string, number>()
  let count = 0

  function forget(customerId: string, part: RecentPart): void {
    parts.delete(customerId)
    count -= part.entries.length
  }

  function isUsed(organizationId: string): boolean {
    const until = usedUntil.get(organizationId)
    if (until === undefined) return false
    if (until > performance.now()) return true
    usedUntil.delete(organizationId)
    return false
  }

  return {
    /** Consumers have use for messages of this organization. */
    use: (organizationId: string): void => void usedUntil.set(organizationId, performance.now() + useMs),
    add({
      organization_id: organizationId,
      customer_id: customerId,
      after,
      to,
      entries,
    }: Pick<LogHint, 'organization_id' | 'customer_id' | 'after' | 'to' | 'entries'>): void {
      const known = parts.get(customerId)
      if (known) forget(customerId, known)
      if (!isUsed(organizationId)) return
      if (!entries || entries.length !== to - after) return
      if (entries.some((entry) => isLong(entry) || rewriting.has(entry.type))) return
      const all = known?.to === after ? [...known.entries, ...entries] : entries
      const kept = all.slice(-maxPerCustomer)
      const part = { after: to - kept.length, to, entries: kept }
      parts.set(customerId, part)
      count += part.entries.length
      for (const [oldest, its] of parts) {
        if (count <= maxEntries) return
        forget(oldest, its)
      }
    },
    of: (customerId: string): RecentPart | undefined => parts.get(customerId),
    clear(): void {
      parts.clear()
      count = 0
    },
  }
}

const isLong = ({ data }: StoredEntry): boolean => {
  const { content } = (data ?? {}) as { content?: unknown }
  return typeof content === 'string' && content.length > maxTextLength
}
