import { Webhook } from 'standardwebhooks'
import type { Endpoint } from './deliveries.ts'
import type { Arrivals } from './receivers.ts'

export interface Proof {
  /** Events that were committed but never arrived, or are not logged as delivered. */
  missing: number
  twice: number
  /** Kept requests that the official library verified. */
  verified: number
}

/** Second phase: everything committed arrived at its endpoint, once, signed. */
export function prove(
  committed: Map<string, Endpoint>,
  arrivals: Arrivals,
  log: string[],
  endpoints: Endpoint[],
): Proof {
  const came = new Map<string, number>()
  for (const [index, id] of arrivals.ids.entries()) {
    const at = endpoints[arrivals.endpoints[index] ?? -1]
    // An event at a wrong endpoint counts as missing at the right one.
    if (at && committed.get(id)?.webhookId === at.webhookId) came.set(id, (came.get(id) ?? 0) + 1)
  }
  const logged = new Set(log)
  const ok = (id: string, endpoint: Endpoint) => came.has(id) && logged.has(`${endpoint.webhookId} ${id}`)
  for (const sample of arrivals.samples) {
    const headers = Object.fromEntries(
      sample.head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    new Webhook(endpoints[sample.endpoint]?.secret ?? '').verify(sample.body, headers)
  }
  return {
    missing: [...committed].filter(([id, endpoint]) => !ok(id, endpoint)).length,
    twice: [...came.values()].filter((count) => count > 1).length,
    verified: arrivals.samples.length,
  }
}
