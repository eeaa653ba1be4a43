import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../figures.ts'
import type { Endpoint } from './deliveries.ts'
import { preciseNow } from './program.ts'
import type { Rig } from './rig.ts'

export interface LoadResult {
  p50: number
  p90: number
  p99: number
  max: number
  missing: number
  twice: number
}

/**
 * Open loop: a rate of events, each due at a random time regardless of the service, each for one endpoint. Measured from
 * the commit's response until the receiver has the whole request, in ms.
 */
export async function load(
  rig: Rig,
  endpoints: readonly Endpoint[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<LoadResult> {
  const committedAt = new Map<string, number>()
  const under: Promise<unknown>[] = []
  const start = preciseNow()
  let due = 0
  const commit = async (endpoint: Endpoint) => {
    const { ids, at } = await rig.enqueuer.commit([endpoint])
    for (const id of ids) committedAt.set(id, at)
  }
  for (let index = 0; due < seconds * 1000; index++) {
    const wait = start + due - preciseNow()
    if (wait > 1) await pause(wait)
    const endpoint = endpoints[index % endpoints.length] as Endpoint
    under.push(commit(endpoint))
    due += (-Math.log(1 - Math.random()) * 1000) / rate
  }
  await Promise.all(under)
  return await collect(rig, committedAt)
}

/** Waits for all events, at most 30 s after the last commit. */
async function collect(rig: Rig, committedAt: Map<string, number>): Promise<LoadResult> {
  const patience = preciseNow() + 30_000
  for (;;) {
    const { ids, times } = await rig.receivers.report()
    const first = new Map<string, number>()
    let twice = 0
    for (const [index, id] of ids.entries()) {
      if (first.has(id) && committedAt.has(id)) twice += 1
      else first.set(id, times[index] ?? 0)
    }
    const waits = [...committedAt].flatMap(([id, at]) => {
      const arrived = first.get(id)
      return arrived === undefined ? [] : [Math.max(0, arrived - at)]
    })
    const missing = committedAt.size - waits.length
    if (missing === 0 || preciseNow() > patience) {
      const [p50 = 0, p90 = 0, p99 = 0, max = 0] = [0.5, 0.9, 0.99, 1].map((share) =>
        percentile(waits, share),
      )
      return { p50, p90, p99, max, missing, twice }
    }
    await pause(200)
  }
}
