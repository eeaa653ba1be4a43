import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { ChannelAdapter, PollTurn } from './adapter.ts'
import { createByteBudget } from './byte-budget.ts'
import {
  claimPolling,
  countWaiting,
  releasePolling,
  renewPolling,
  type ConnectionRow,
} from './connection-store.ts'
import { sendingProblems, type Connections } from './connections.ts'
import type { StoreUpdates } from './updates.ts'

/** An adapter that cannot be asked. */
const pointlessSeconds = 60

/** Mail servers lock accounts, and block addresses, that keep signing in with a refused password. */
const refusedSeconds = { min: 15 * 60, max: 6 * 3600 }

const megabyte = 1_000_000
/** One large mail; the others of the organization wait for it. A read mail takes about three times its size. */
const large = createLimits(130, 26)
/** Mails of common size never wait for large ones. */
const small = createLimits(32, 8)
const smallBytes = megabyte

function createLimits(total: number, perOwner: number) {
  return { total: total * megabyte, perOwner: perOwner * megabyte }
}

export interface PollingLimits {
  /** Connections that this process polls at once. An idle one takes about 100 KB. */
  maxTurns: number
  /** A turn ends after this time if other connections wait. */
  turnMs: number
  /** Renewed during a turn. Connections of a process that died are free after this time. */
  leaseSeconds: number
  claimIntervalMs: number
}

const defaults: PollingLimits = { maxTurns: 200, turnMs: 15_000, leaseSeconds: 60, claimIntervalMs: 1000 }

interface Turn {
  begunAt: number
  /** Ends the turn. */
  end: AbortController
  done: Promise<void>
}

/**
 * Polls platforms for updates where they cannot call this service. Each connection is polled by one process at a time, for a turn: as long as
 * nobody else waits, else for `turnMs`. The one that has waited longest is next.
 */
export function createPolling(deps: {
  db: Database
  clock: Clock
  connections: Pick<Connections, 'adapterOf' | 'open' | 'report'>
  store: StoreUpdates
  wake: () => void
  onError: (error: unknown) => void
  limits?: Partial<PollingLimits>
}) {
  const { db, clock, connections } = deps
  const { maxTurns, turnMs, leaseSeconds, claimIntervalMs } = { ...defaults, ...deps.limits }
  const budgets = { large: createByteBudget(large), small: createByteBudget(small) }
  const stopping = new AbortController()
  const turns = new Map<string, Turn>()
  let claiming: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const leaseOf = (owner: string) => ({ owner, now: databaseNow(clock), seconds: leaseSeconds })

  /** Polls until the turn ends, this process no longer has the lease, or the connection is removed. */
  async function take(claimed: ConnectionRow, owner: string, end: AbortController): Promise<void> {
    const { provider_id: providerId } = claimed
    let adapter: ChannelAdapter | null = null
    let isLost = false
    const renew = async () => {
      const row = await renewPolling(db, providerId, leaseOf(owner))
      if (row) return row
      isLost = true
      end.abort()
      return undefined
    }
    // One question may take longer than the lease.
    const renewal = setInterval(() => void renew().catch(deps.onError), (leaseSeconds * 1000) / 3)
    let seconds: number | null = null
    let row = claimed
    try {
      while (seconds === null && !end.signal.aborted) {
        adapter = connections.adapterOf(row.channel)
        seconds = await ask(row, adapter, { owner, signal: end.signal, isLost: () => isLost })
        if (seconds === null && !end.signal.aborted) row = (await renew()) ?? row
      }
    } finally {
      clearInterval(renewal)
      await adapter?.closePoll?.(providerId)
    }
    if (!isLost) await releasePolling(db, row, leaseOf(owner), seconds ?? 0)
  }

  /** Returns the seconds until the next poll; null: at once. */
  async function ask(
    row: ConnectionRow,
    adapter: ChannelAdapter,
    { owner, signal, isLost }: { owner: string; signal: AbortSignal; isLost: () => boolean },
  ): Promise<number | null> {
    const giveBack: (() => void)[] = []
    const turn: PollTurn = {
      signal,
      async reserve(bytes) {
        const budget = bytes <= smallBytes ? budgets.small : budgets.large
        const give = await budget.reserve(row.organization_id, bytes, signal)
        if (give) giveBack.push(give)
        return give !== null
      },
    }
    try {
      const { cursor: before, cursor_epoch: beforeEpoch, created_at: createdAt } = row
      const after = { cursor: before, epoch: beforeEpoch, connectedAt: Date.parse(createdAt) }
      const account = connections.open(row)
      if (!account) {
        await connections.report(row, 'credentials_refused')
        return pointlessSeconds
      }
      const polled = await adapter.poll?.(account, after, turn)
      if (!polled) return pointlessSeconds
      if (polled.outcome === 'later') {
        // It has only ended because the turn has.
        if (signal.aborted) return null
        const { problem, seconds } = polled
        const isSecondary = problem === 'unreachable' && hasSendingProblem(row)
        if (problem !== null && !isSecondary) await connections.report(row, problem)
        const isLocking = problem === 'credentials_refused' && adapter.locksAccounts
        return isLocking ? Math.max(seconds, refusedDelay(row)) : seconds
      }
      if (isLost()) return null
      if (row.problem !== null && !hasSendingProblem(row)) await connections.report(row, null)
      const { payloads, cursor, epoch = null, files = [] } = polled
      const to = { providerId: row.provider_id, organizationId: row.organization_id }
      if ((await deps.store(to, adapter, payloads, { cursor, epoch, files, owner })) > 0) deps.wake()
      return null
    } finally {
      for (const give of giveBack) give()
    }
  }

  /** Delay in seconds: the time for which the credentials have been refused. Read from the row, so that it holds across processes. */
  function refusedDelay({ problem, problem_at: since }: ConnectionRow): number {
    const ms = problem === 'credentials_refused' && since !== null ? clock() - Date.parse(since) : 0
    return Math.min(Math.max(ms / 1000, refusedSeconds.min), refusedSeconds.max)
  }

  function begin(claimed: ConnectionRow, owner: string): void {
    const { provider_id: providerId } = claimed
    const end = new AbortController()
    const stop = () => end.abort()
    // A claim may end after the call of `stop`.
    if (stopping.signal.aborted) stop()
    stopping.signal.addEventListener('abort', stop, { once: true })
    // After an error the lease runs out, and this or another process claims it again.
    const done = take(claimed, owner, end)
      .catch(deps.onError)
      .finally(() => {
        stopping.signal.removeEventListener('abort', stop)
        turns.delete(providerId)
        if (timer !== null) tick()
      })
    turns.set(providerId, { begunAt: performance.now(), end, done })
  }

  async function claim(): Promise<void> {
    if (stopping.signal.aborted) return
    const room = maxTurns - turns.size
    if (room > 0) {
      const owner = randomUUID()
      const but = [...turns.keys()]
      for (const claimed of await claimPolling(db, { ...leaseOf(owner), max: room, but }))
        begin(claimed, owner)
      return
    }
    const over = [...turns.values()].filter(({ begunAt }) => performance.now() - begunAt >= turnMs)
    if (over.length === 0) return
    const waiting = await countWaiting(db, databaseNow(clock), over.length)
    for (const { end } of over.slice(0, waiting)) end.abort()
  }

  function tick(): void {
    claiming ??= claim()
      .catch(deps.onError)
      .finally(() => (claiming = null))
  }

  return {
    start() {
      timer = setInterval(tick, claimIntervalMs)
      tick()
    },
    /** Ends open requests and gives the connections to other processes. */
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      timer = null
      stopping.abort()
      await claiming
      await Promise.all([...turns.values()].map(({ done }) => done))
    },
  }
}

const hasSendingProblem = ({ problem }: ConnectionRow): boolean =>
  problem !== null && sendingProblems.has(problem)
