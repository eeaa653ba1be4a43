import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { claimPolling, releasePolling, renewPolling, type ConnectionRow } from './connection-store.ts'
import type { Connections } from './connections.ts'
import type { StoreUpdates } from './updates.ts'

/** Longer than one request for updates. */
const leaseSeconds = 60
const claimIntervalMs = 1000
const maxConnections = 50

/** Asks platforms for updates where they cannot call this service: one process for each connection. */
export function createPolling(deps: {
  db: Database
  clock: Clock
  connections: Pick<Connections, 'adapterOf' | 'open' | 'report'>
  store: StoreUpdates
  wake: () => void
  onError: (error: unknown) => void
}) {
  const { db, clock, connections } = deps
  const owner = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  let claiming: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const lease = () => ({ owner, now: databaseNow(clock), seconds: leaseSeconds })

  /** Runs until another process has the lease, or the connection is removed. */
  async function follow(providerId: string): Promise<void> {
    while (!signal.aborted) {
      const row = await renewPolling(db, providerId, lease())
      if (!row) return
      await ask(row)
    }
  }

  async function ask(row: ConnectionRow): Promise<void> {
    const adapter = connections.adapterOf(row.channel)
    const polled = await adapter.poll?.(connections.open(row), row.cursor, signal)
    if (!polled || signal.aborted) return
    if (polled.outcome === 'later') {
      await connections.report(row, polled.problem)
      await sleep(polled.seconds * 1000, undefined, { signal }).catch(() => {})
      return
    }
    if (row.problem !== null) await connections.report(row, null)
    const { payloads, cursor } = polled
    const to = { providerId: row.provider_id, organizationId: row.organization_id }
    if ((await deps.store(to, adapter, payloads, { cursor })) > 0) deps.wake()
  }

  async function claim(): Promise<void> {
    const max = maxConnections - running.size
    if (max <= 0 || signal.aborted) return
    for (const providerId of await claimPolling(db, { ...lease(), max })) {
      // After an error the lease runs out, and this or another process claims it again.
      const loop = follow(providerId)
        .catch(deps.onError)
        .finally(() => running.delete(providerId))
      running.set(providerId, loop)
    }
  }

  const tick = () => {
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
      stopping.abort()
      if (timer !== null) clearInterval(timer)
      await claiming
      await Promise.all(running.values())
      if (timer !== null) await releasePolling(db, owner).catch(deps.onError)
    },
  }
}
