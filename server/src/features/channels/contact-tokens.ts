import { takeTokens, type TokenBucket } from '../../core/token-bucket.ts'
import { automaticPerContact, bulkPerContact, filesPerContact } from './contact-limits.ts'

/** Automatic messages, by kind, and megabytes of files. */
const limits = { reply: automaticPerContact, bulk: bulkPerContact, megabytes: filesPerContact }

export type ContactLimit = keyof typeof limits

/** The buckets of one contact. A missing one is full. */
export type StoredTokens = Partial<Record<ContactLimit, TokenBucket>>

/** The tokens that one attempt takes for what a contact sent. */
export interface ContactTokens {
  /** Returns whether `count` tokens were taken. */
  take(limit: ContactLimit, count?: number): Promise<boolean>
  /** Stores what was taken. An attempt that is repeated stores nothing, so retries during an outage do not use up a contact's limits. */
  save(): Promise<void>
}

/**
 * Counts by the time at which the platform received a message, so that what has waited during an outage is not a flood. Stored with
 * the contact, whose messages are handled by one process after another.
 * @param time.arrivedAt undefined: the platform does not tell
 */
export function createContactTokens(
  store: { load: () => Promise<StoredTokens>; save: (tokens: StoredTokens) => Promise<unknown> },
  time: { now: number; arrivedAt: number | undefined },
): ContactTokens {
  const { now, arrivedAt = now } = time
  let known: StoredTokens | undefined
  return {
    async take(name, count) {
      known ??= await store.load()
      const limit = limits[name]
      const before = known[name] ?? { tokens: limit.burst, filledAt: -Infinity }
      // A time in the future, from before a clock was set back, would stop the refill until then.
      const bucket = { ...before, filledAt: Math.min(before.filledAt, now) }
      // Messages also arrive out of order, such as a mail that was moved to the folder later.
      const at = Math.max(bucket.filledAt, Math.min(arrivedAt, now))
      known[name] = bucket
      return takeTokens(bucket, limit, at, count) === 0
    },
    async save() {
      if (known) await store.save(known)
    },
  }
}
