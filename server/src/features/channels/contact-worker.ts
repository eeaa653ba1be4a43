import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import {
  claimContacts,
  leaseSeconds,
  releaseContact,
  renewContact,
  type ClaimedContact,
  type Queue,
} from './contact-store.ts'

/** The right to handle a contact. Another process may have taken it over, such as after an outage of the database. */
export interface Lease {
  /** Aborts when a renewal finds that another process has the contact. */
  signal: AbortSignal
  /** Extends the lease. Resolves with false when another process has the contact. */
  renew: () => Promise<boolean>
}

/** Handles one queue of contacts, each contact by one process at a time. */
export interface ContactWorker {
  start(): void
  /** Claims what is due. Cheap to call often. */
  wake(): void
  /** Handles what is due now. Resolves when nothing more is. */
  look(): Promise<void>
  /** Claims no more and resolves when the contacts in progress are released. */
  stop(): Promise<void>
}

const pollIntervalMs = 500
/**
 * How long a contact waits after an unexpected error, such as a full disk. Others are handled meanwhile, so that contacts whose files cannot be
 * stored do not take all places.
 */
const errorDelayMs = 5000
/** Contacts handled at once by this process. */
const maxConcurrent = 24
/** Contacts of one organization, so that an unresponsive mail server leaves slots for the others. */
const maxPerOrganization = 12
/** Claimed at once, so that an organization exceeds its share by a few contacts at most. */
const maxPerClaim = 4

/** @param deps.handle resolves with how long the contact waits (ms). What it throws is reported, and the contact is tried again */
export function createContactWorker(deps: {
  db: Database
  clock: Clock
  queue: Queue
  handle: (claimed: ClaimedContact, lease: Lease) => Promise<number | void>
  onError: (error: unknown) => void
}): ContactWorker {
  const { db, clock, queue } = deps
  const inProgress = new Map<Promise<void>, string>()
  let timer: NodeJS.Timeout | null = null
  let claiming: Promise<void> | null = null
  let again = false
  let stopped = false

  async function handle(claimed: ClaimedContact): Promise<void> {
    const lost = new AbortController()
    const lease: Lease = {
      signal: lost.signal,
      async renew() {
        const isOurs = await renewContact(db, queue, claimed, databaseNow(clock))
        if (!isOurs) lost.abort()
        return isOurs
      },
    }
    // Files take longer than a lease, and wait for each other.
    const renewal = setInterval(() => void lease.renew().catch(deps.onError), (leaseSeconds * 1000) / 3)
    let delayMs = 0
    try {
      delayMs = (await deps.handle(claimed, lease)) ?? 0
    } catch (error) {
      deps.onError(error)
      delayMs = errorDelayMs
    } finally {
      clearInterval(renewal)
    }
    await releaseContact(db, queue, claimed, databaseNow(clock), delayMs).catch(deps.onError)
  }

  async function claimAll(): Promise<void> {
    do {
      again = false
      const max = Math.min(maxPerClaim, maxConcurrent - inProgress.size)
      if (stopped || max <= 0) return
      // One lease per claim, so that an earlier handler cannot release a contact that was claimed again.
      const lease = randomUUID()
      const but = organizationsWithoutRoom()
      const claimed = await claimContacts(db, queue, { lease, now: databaseNow(clock), max, but })
      for (const contact of claimed) {
        const work = handle(contact).finally(() => {
          inProgress.delete(work)
          wake()
        })
        inProgress.set(work, contact.organizationId)
      }
      if (claimed.length === max) again = true
    } while (again)
  }

  function organizationsWithoutRoom(): string[] {
    const places = Map.groupBy(inProgress.values(), (organizationId) => organizationId)
    return [...places].flatMap(([id, { length }]) => (length < maxPerOrganization ? [] : [id]))
  }

  function wake(): void {
    if (stopped) return
    again = true
    claiming ??= claimAll()
      .catch(deps.onError)
      .finally(() => (claiming = null))
  }

  const running = () => [...inProgress.keys(), ...(claiming === null ? [] : [claiming])]

  return {
    wake: () => {
      if (timer !== null) wake()
    },
    start() {
      timer = setInterval(wake, pollIntervalMs)
      wake()
    },
    async look() {
      wake()
      for (let work = running(); work.length > 0; work = running()) await Promise.all(work)
    },
    async stop() {
      stopped = true
      if (timer !== null) clearInterval(timer)
      await claiming
      await Promise.all(inProgress.keys())
    },
  }
}
