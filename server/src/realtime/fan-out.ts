import type { CloseReason } from '@parley/protocol/error'
import type { Audience, LogEntry } from '@parley/protocol/event'
import type pg from 'pg'
import type { Bus } from '../core/bus/bus.ts'
import { batchLookups, coalesceRuns } from '../core/coalesce.ts'
import type { Database } from '../core/database.ts'
import type { LogHint, StoredEntry } from '../core/event-log.ts'
import { fittingSlice, logEnds, maySee } from '../core/log-reader.ts'
import { readLogSlices, type SliceQuery } from '../core/log-slices.ts'
import { maxPageBytes } from '../core/page-size.ts'
import { createAwaitedCustomers } from './awaited-customers.ts'

type Reader = 'customer' | 'agents'

/** Receives frames: a socket, or a test. */
export interface EntrySink {
  /** `sent` is called once the frame was flushed or dropped. */
  sendText(frame: string, sent?: () => void): void
  close(reason: CloseReason): void
  readonly closed: boolean
}

/**
 * One socket's subscription to one customer's log. `position` is how far the server has read for it, `sentUpTo` the `to`
 * of the last frame: entries that it may not see only advance `position`, and the next frame covers them.
 */
export interface Follower {
  readonly sink: EntrySink
  readonly organizationId: string
  readonly customerId: string
  readonly reader: Reader
  /** 'customer' or the agent's id. Signals are not sent back to their sender. */
  readonly readerId: string
  position: number
  sentUpTo: number
  wanted: number
  reading: boolean
  /** Results of a read in progress are no longer sent. */
  stopped: boolean
  /** Ends the subscription to complete hints. */
  readonly release: () => void
}

export interface FanOut {
  /**
   * Subscribe first, then read, then merge (SPEC L1, L2): from now on no entry is missed, and none is sent until `start`
   * sets the position.
   */
  follow(request: Pick<Follower, 'sink' | 'organizationId' | 'customerId' | 'reader' | 'readerId'>): Follower
  start(follower: Follower, after: number): void
  unfollow(follower: Follower): void
  /** Sends an ephemeral frame to all followers of this customer except `from`. */
  signal(customerId: string, frame: string, from: string): void
  /** Sends a frame to the customer's windows, in this process. */
  sendToCustomer(customerId: string, frame: string): void
  /** Whether a window of this customer is connected to this process. */
  hasCustomer(customerId: string): boolean
  /** Customers with a window that is connected to this process. */
  customers(): string[]
  /** How many windows of this customer are connected to this process. */
  windowsOf(customerId: string): number
  /** Calls `created` once the customer of this visitor (`provider_id:identity`) is created. Returns how to cancel. */
  awaitCustomer(visitor: string, created: (customerId: string) => void): () => void
  /** Calls it with awaited customers whose hint was lost: other hints about them may be, too. */
  onLateCustomers(listener: (customerIds: string[]) => void): void
  /**
   * Reads on for followers that missed a hint, closes those whose log ends before their position, and looks up customers that are still
   * awaited after a failure (SPEC L2, L5).
   */
  catchUp(followers: Follower[]): Promise<void>
  /** Sends an empty frame when the follower passed positions without one. */
  settle(follower: Follower): void
  /** Resolves when no read is in progress. */
  close(): Promise<void>
}

/** Positions per page. A page of large messages ends earlier (SPEC F7). */
const pageSize = 32
/** Followers whose positions one query compares after a gap of the bus. */
const catchUpSize = 1_000

/** Followers whose pages one statement reads. */
const readSize = 32

export function createFanOut(deps: {
  db: Database
  pool: pg.Pool
  bus: Bus
  /** Converts a stored entry to its wire form, with media links. */
  render: (entry: StoredEntry) => LogEntry
  /** Returns the ids of the customers of these visitors (`provider_id:identity`), by visitor. */
  findCustomers: (visitors: string[]) => Promise<Map<string, string>>
  onError: (error: unknown) => void
}): FanOut {
  const followers = new Map<string, Follower[]>()
  const reads = new Set<Promise<unknown>>()
  let onLate: (customerIds: string[]) => void = () => {}
  const readSlice = batchLookups(
    (queries: SliceQuery[]) => readLogSlices(deps.pool, queries, pageSize),
    readSize,
  )

  function deliver(
    follower: Follower,
    to: number,
    entriesJson: string,
    empty: boolean,
    sent?: () => void,
  ): void {
    follower.position = to
    if (empty) return sent?.()
    const { customerId, sentUpTo } = follower
    follower.sentUpTo = to
    follower.sink.sendText(
      `{"jsonrpc":"2.0","method":"entries","params":{"customer_id":"${customerId}","after":${sentUpTo},"to":${to},"entries":${entriesJson}}}`,
      sent,
    )
  }

  async function readPage(follower: Follower) {
    const { organizationId, customerId, position: after, reader } = follower
    const read = readSlice({ organizationId, customerId, after, reader })
    reads.add(read)
    try {
      return await read
    } finally {
      reads.delete(read)
    }
  }

  async function readOn(follower: Follower): Promise<void> {
    if (follower.reading) return
    follower.reading = true
    try {
      while (follower.position < follower.wanted && !follower.sink.closed && !follower.stopped) {
        let slice = await readPage(follower)
        if (!slice || slice.to <= follower.position || follower.stopped) break
        let json = JSON.stringify(slice.entries.map(deps.render))
        if (Buffer.byteLength(json) > maxPageBytes) {
          slice = fittingSlice(slice)
          json = JSON.stringify(slice.entries.map(deps.render))
        }
        // Backpressure: the next page is read once this one was flushed.
        await new Promise<void>((sent) => deliver(follower, slice.to, json, slice.entries.length === 0, sent))
      }
    } finally {
      follower.reading = false
    }
  }

  const hasCustomer = (customerId: string): boolean =>
    followers.get(customerId)?.some(({ reader }) => reader === 'customer') === true
  const windowsOf = (customerId: string): number =>
    followers.get(customerId)?.filter(({ reader }) => reader === 'customer').length ?? 0

  const readInBackground = (follower: Follower) => void readOn(follower).catch(deps.onError)

  function receive(hint: LogHint): void {
    if (hint.born !== null) awaited.announce(hint.born, hint.customer_id)
    const subscribed = followers.get(hint.customer_id)
    if (!subscribed) return
    const isForAll = hint.entries?.every(({ audience }) => audience === 'both') === true
    // Rendered once for all who may see the same entries.
    const rendered: Partial<Record<Audience, { json: string; empty: boolean }>> = {}
    for (const follower of subscribed) {
      if (hint.to <= follower.position) continue
      follower.wanted = Math.max(follower.wanted, hint.to)
      if (follower.reading) continue
      if (!hint.entries || hint.after !== follower.position) {
        readInBackground(follower)
        continue
      }
      const visible = (rendered[isForAll ? 'both' : follower.reader] ??= renderFor(
        hint.entries,
        follower.reader,
      ))
      deliver(follower, hint.to, visible.json, visible.empty)
    }
  }

  function renderFor(entries: StoredEntry[], reader: Reader) {
    const visible = entries.filter((entry) => maySee(entry, reader))
    return { json: JSON.stringify(visible.map(deps.render)), empty: visible.length === 0 }
  }

  async function readMissed(behind: Follower[]): Promise<void> {
    if (behind.length === 0) return
    const before = behind.map((follower) => follower.position)
    const ends = await logEnds(deps, [...new Set(behind.map((follower) => follower.customerId))])
    for (const [index, follower] of behind.entries()) {
      if (follower.stopped) continue
      const end = ends.get(follower.customerId) ?? 0
      // A failover undid commits, and their positions go to other entries: the client gets what is stored when it connects again.
      if (end < (before[index] ?? 0)) follower.sink.close('restarting')
      if (end <= follower.position) continue
      follower.wanted = Math.max(follower.wanted, end)
      readInBackground(follower)
    }
  }

  const catchUpAll = coalesceRuns(async () => {
    const all = [...followers.values()].flat()
    for (let from = 0; from < all.length; from += catchUpSize)
      await readMissed(all.slice(from, from + catchUpSize))
  }, deps.onError)

  const awaited = createAwaitedCustomers({
    find: deps.findCustomers,
    onFound(customerIds) {
      if (customerIds.length > 0) onLate(customerIds)
      return readMissed(customerIds.flatMap((id) => followers.get(id) ?? []))
    },
    onError: deps.onError,
  })

  const stops = [
    deps.bus.subscribe('log', receive),
    deps.bus.onGap(() => {
      void catchUpAll.trigger()
      awaited.lookUpAll()
    }),
  ]

  return {
    follow(request) {
      const follower: Follower = {
        ...request,
        position: 0,
        sentUpTo: 0,
        wanted: 0,
        reading: true,
        stopped: false,
        release: deps.bus.follow(request.customerId),
      }
      const others = followers.get(request.customerId)
      if (others) others.push(follower)
      else followers.set(request.customerId, [follower])
      return follower
    },
    start(follower, after) {
      if (follower.stopped) return
      follower.position = after
      follower.sentUpTo = after
      follower.reading = false
      if (follower.wanted > after) readInBackground(follower)
    },
    signal(customerId, frame, from) {
      for (const follower of followers.get(customerId) ?? []) {
        if (follower.readerId !== from) follower.sink.sendText(frame)
      }
    },
    sendToCustomer(customerId, frame) {
      for (const follower of followers.get(customerId) ?? []) {
        if (follower.reader === 'customer') follower.sink.sendText(frame)
      }
    },
    hasCustomer,
    customers: () => [...followers.keys()].filter(hasCustomer),
    windowsOf,
    unfollow(follower) {
      follower.stopped = true
      follower.release()
      const others = followers.get(follower.customerId)?.filter((other) => other !== follower) ?? []
      if (others.length > 0) followers.set(follower.customerId, others)
      else followers.delete(follower.customerId)
    },
    awaitCustomer: awaited.add,
    onLateCustomers(listener) {
      onLate = listener
    },
    catchUp(behind) {
      awaited.retry()
      return readMissed(behind)
    },
    settle(follower) {
      if (follower.sentUpTo < follower.position) deliver(follower, follower.position, '[]', false)
    },
    async close() {
      for (const stop of stops) stop()
      for (const follower of [...followers.values()].flat()) follower.stopped = true
      followers.clear()
      await awaited.close()
      await catchUpAll.settled()
      await Promise.allSettled(reads)
    },
  }
}
