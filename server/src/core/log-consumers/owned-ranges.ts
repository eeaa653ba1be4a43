import type { DirtyCustomers } from './dirty-customers.ts'
import { transactionsBetween } from './discovery.ts'
import type { ClaimedRange, RangeProgress } from './leases.ts'
import { firstCustomer, rangeOf } from './log-consumer.ts'

interface OwnedRange {
  /** Discovery continues from this snapshot. */
  discovered: string
  /** Everything before this snapshot is handled: the next owner continues from it. */
  handled: string
  walkAfter: string | null
  saved: Pick<RangeProgress, 'discovered' | 'walkAfter'>
}

export interface Walk {
  /** How many walks had begun when this page was. */
  begun: number
  after: string
  ranges: number[]
}

/** Pages of a walk that are handled at the same time, each on a connection. */
export const walkLanes = 2

/** The ranges of one consumer that this process has leased, and what is stored of their progress. */
export function createOwnedRanges(dirty: DirtyCustomers) {
  const owned = new Map<number, OwnedRange>()
  let begunWalks = 0
  /** A snapshot that is not stored yet, because customers found up to it are still to be handled. */
  let pending: { snapshot: string; generation: number; ranges: number[] } | null = null

  return {
    has: (range: number) => owned.has(range),
    list: () => [...owned.keys()],

    /** `walk`: too much was written since the range was run last, so everything is walked. */
    own({ range, discovered, walk_after: walkAfter, present }: ClaimedRange, walk: boolean): void {
      const start = walk ? present : discovered
      owned.set(range, {
        discovered: start,
        handled: start,
        walkAfter: walk ? firstCustomer : walkAfter,
        saved: { discovered, walkAfter },
      })
      begunWalks += 1
      pending = null
    },

    keepOnly(ranges: number[]): void {
      const lost = [...owned.keys()].filter((range) => !ranges.includes(range))
      if (lost.length === 0) return
      for (const range of lost) owned.delete(range)
      dirty.keepOnly((customerId) => owned.has(rangeOf(customerId)))
      pending = null
    },

    /** Starts a walk of all ranges, because known snapshots are no longer valid. */
    walkAll(present: string): void {
      for (const range of owned.values()) {
        range.discovered = present
        range.handled = present
        range.walkAfter = firstCustomer
      }
      begunWalks += 1
      pending = null
    },

    /** From which discovery continues: one for all ranges, except for those that were claimed since the last one. */
    snapshots(): Set<string> {
      const snapshots = new Set<string>()
      for (const { discovered } of owned.values()) snapshots.add(discovered)
      return snapshots
    },

    /** Everything up to the snapshot is marked dirty. */
    discovered(snapshot: string): void {
      for (const range of owned.values()) range.discovered = snapshot
      pending ??= { snapshot, generation: dirty.advance(), ranges: [...owned.keys()] }
    },

    isWalking(): boolean {
      for (const { walkAfter } of owned.values()) if (walkAfter !== null) return true
      return false
    },

    /**
     * The walks under way, in two lanes of ranges so that the database and this process work at the same time. Each goes on
     * from the range that is behind; the others pass over what they have had.
     */
    walks(): Walk[] {
      const lanes = new Map<number, Walk>()
      for (const [range, { walkAfter }] of owned) {
        if (walkAfter === null) continue
        const lane = lanes.get(range % walkLanes) ?? { begun: begunWalks, after: walkAfter, ranges: [] }
        lane.ranges.push(range)
        if (walkAfter < lane.after) lane.after = walkAfter
        lanes.set(range % walkLanes, lane)
      }
      return [...lanes.values()]
    },

    /** `to` null: to the end. Ignored if walks have begun since: they read this page again. */
    walked(walk: Walk, to: string | null): void {
      if (walk.begun !== begunWalks) return
      for (const range of walk.ranges) {
        const progress = owned.get(range)
        if (progress?.walkAfter === null || progress === undefined) continue
        if (to === null || to > progress.walkAfter) progress.walkAfter = to
      }
    },

    /**
     * What is to be stored. Call `saved` once it is.
     * @param minTransactions since the stored progress, if the walk has not advanced
     */
    progress(consumer: string, minTransactions: number): RangeProgress[] {
      if (pending && dirty.isHandled(pending.generation)) {
        for (const range of pending.ranges) {
          const progress = owned.get(range)
          if (progress) progress.handled = pending.snapshot
        }
        pending = null
      }
      return [...owned]
        .map(([range, { handled, walkAfter }]) => ({ consumer, range, discovered: handled, walkAfter }))
        .filter(({ range, discovered, walkAfter }) => {
          const saved = owned.get(range)?.saved
          if (saved === undefined || saved.walkAfter !== walkAfter) return true
          if (saved.discovered === discovered) return false
          const transactions = transactionsBetween(saved.discovered, discovered)
          // Negative after a restore.
          return transactions < 0 || transactions >= minTransactions
        })
    },

    saved(progress: RangeProgress[]): void {
      for (const { range, discovered, walkAfter } of progress) {
        const known = owned.get(range)
        if (known) known.saved = { discovered, walkAfter }
      }
    },
  }
}
