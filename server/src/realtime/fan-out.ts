import type { LogEntry } from '@parley/protocol/event'
import type { Bus } from '../core/bus.ts'
import type { Database } from '../core/database.ts'
import type { LogHint, StoredEntry } from '../core/event-log.ts'
import { logEnds, maySee, readLog } from '../core/log-reader.ts'

type Reader = 'customer' | 'agents'

/** Whoever receives: a socket, or a test. */
export interface EntrySink {
  /** `sent` is called when the frame has left, or never will. */
  sendText(frame: string, sent?: () => void): void
  readonly closed: boolean
}

/**
 * One socket's reading of one customer's log. `position` is how far the server has read for it, `told` the `to`
 * of the last frame it got: entries that it may not see move only `position`, and the next frame covers them.
 */
export interface Follower {
  readonly sink: EntrySink
  readonly organizationId: string
  readonly customerId: string
  readonly reader: Reader
  /** 'customer' or the agent's id: a signal does not go back to whoever sent it. */
  readonly readerId: string
  position: number
  told: number
  wanted: number
  reading: boolean
  /** It follows no more: what a read that is under way brings is not sent. */
  left: boolean
}

export interface FanOut {
  /**
   * Subscribe first, then read, then merge (SPEC L1, L2): from now on nothing is missed, and nothing is sent
   * until `start` says from where.
   */
  follow(request: Pick<Follower, 'sink' | 'organizationId' | 'customerId' | 'reader' | 'readerId'>): Follower
  start(follower: Follower, after: number): void
  unfollow(follower: Follower): void
  /** Something ephemeral, to everybody at this customer but `from`. */
  signal(customerId: string, frame: string, from: string): void
  /** Something of their own to the customer's windows alone, in this process. */
  tellCustomer(customerId: string, frame: string): void
  /** Whether a window of this customer is connected to this process. */
  hasCustomer(customerId: string): boolean
  /** Calls back when the log of this visitor (`provider_id:identity`) begins. Answers how to stop waiting. */
  awaitBirth(visitor: string, born: (customerId: string) => void): () => void
  /** Brings followers up to date that missed a hint (SPEC L5). */
  catchUp(followers: Follower[]): Promise<void>
  /** Tells a follower of positions it passed without a frame. */
  settle(follower: Follower): void
  close(): void
}

/** 32 of the largest messages stay under what a slow reader may have unsent (SPEC F6). */
const pageSize = 32

export function createFanOut(deps: {
  db: Database
  bus: Bus
  /** Stored entry -> what travels (media get their links). */
  render: (entry: StoredEntry) => LogEntry
  onSurprise: (error: unknown) => void
}): FanOut {
  const followers = new Map<string, Follower[]>()
  const births = new Map<string, Set<(customerId: string) => void>>()

  function deliver(
    follower: Follower,
    to: number,
    entriesJson: string,
    empty: boolean,
    sent?: () => void,
  ): void {
    follower.position = to
    if (empty) return sent?.()
    const { customerId, told } = follower
    follower.told = to
    follower.sink.sendText(
      `{"jsonrpc":"2.0","method":"entries","params":{"customer_id":"${customerId}","after":${told},"to":${to},"entries":${entriesJson}}}`,
      sent,
    )
  }

  async function readOn(follower: Follower): Promise<void> {
    if (follower.reading) return
    follower.reading = true
    try {
      while (follower.position < follower.wanted && !follower.sink.closed && !follower.left) {
        const slice = await readLog(deps, { ...follower, after: follower.position, max: pageSize })
        if (!slice || slice.to <= follower.position || follower.left) break
        const json = JSON.stringify(slice.entries.map(deps.render))
        // A long resume goes at the pace of its reader.
        await new Promise<void>((sent) => deliver(follower, slice.to, json, slice.entries.length === 0, sent))
      }
    } finally {
      follower.reading = false
    }
  }

  const readOnSafely = (follower: Follower) => void readOn(follower).catch(deps.onSurprise)

  function receive(hint: LogHint): void {
    if (hint.born !== null) {
      for (const born of births.get(hint.born) ?? []) born(hint.customer_id)
      births.delete(hint.born)
    }
    const concerned = followers.get(hint.customer_id)
    if (!concerned) return
    // Agents of a busy customer all get the same text: rendered once for each kind of reader.
    const rendered: Partial<Record<Reader, { json: string; empty: boolean }>> = {}
    for (const follower of concerned) {
      if (hint.to <= follower.position) continue
      follower.wanted = Math.max(follower.wanted, hint.to)
      if (follower.reading) continue
      if (!hint.entries || hint.after !== follower.position) {
        readOnSafely(follower)
        continue
      }
      const visible = (rendered[follower.reader] ??= renderFor(hint.entries, follower.reader))
      deliver(follower, hint.to, visible.json, visible.empty)
    }
  }

  function renderFor(entries: StoredEntry[], reader: Reader) {
    const visible = entries.filter((entry) => maySee(entry, reader))
    return { json: JSON.stringify(visible.map(deps.render)), empty: visible.length === 0 }
  }

  const stop = deps.bus.subscribe('log', receive)

  return {
    follow(who) {
      const follower: Follower = { ...who, position: 0, told: 0, wanted: 0, reading: true, left: false }
      const others = followers.get(who.customerId)
      if (others) others.push(follower)
      else followers.set(who.customerId, [follower])
      return follower
    },
    start(follower, after) {
      if (follower.left) return
      follower.position = after
      follower.told = after
      follower.reading = false
      if (follower.wanted > after) readOnSafely(follower)
    },
    signal(customerId, frame, from) {
      for (const follower of followers.get(customerId) ?? []) {
        if (follower.readerId !== from) follower.sink.sendText(frame)
      }
    },
    tellCustomer(customerId, frame) {
      for (const follower of followers.get(customerId) ?? []) {
        if (follower.reader === 'customer') follower.sink.sendText(frame)
      }
    },
    hasCustomer: (customerId) =>
      followers.get(customerId)?.some(({ reader }) => reader === 'customer') === true,
    unfollow(follower) {
      follower.left = true
      const left = followers.get(follower.customerId)?.filter((other) => other !== follower) ?? []
      if (left.length > 0) followers.set(follower.customerId, left)
      else followers.delete(follower.customerId)
    },
    awaitBirth(visitor, born) {
      const waiting = births.get(visitor) ?? new Set()
      births.set(visitor, waiting)
      waiting.add(born)
      return () => {
        waiting.delete(born)
        if (waiting.size === 0 && births.get(visitor) === waiting) births.delete(visitor)
      }
    },
    async catchUp(behind) {
      if (behind.length === 0) return
      const ends = await logEnds(deps, [...new Set(behind.map((follower) => follower.customerId))])
      for (const follower of behind) {
        const end = ends.get(follower.customerId) ?? 0
        if (end <= follower.position) continue
        follower.wanted = Math.max(follower.wanted, end)
        readOnSafely(follower)
      }
    },
    settle(follower) {
      if (follower.told < follower.position) deliver(follower, follower.position, '[]', false)
    },
    close() {
      stop()
      followers.clear()
      births.clear()
    },
  }
}
