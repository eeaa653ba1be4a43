import type { NatsSettings } from '@parley/server/core/bus/nats-transport'

/** What a process of P3 is started with, as JSON in the environment variable `BUS`. */
export interface BusSettings {
  nats: NatsSettings | null
  databaseUrl: string
  organization: string
  /** Customers whose entries it waits for. */
  own: string[]
  /** Customers whose entries it publishes. */
  others: string[]
  date: string
}

export type BusOrder =
  /** Hints per second of this process. Answered with `done`. */
  { type: 'run'; rate: number; seconds: number } | { type: 'tally' }

/** Since the last order `run`. */
export interface BusTally {
  published: number
  /** From when a hint was due until its follower had it, in ms. */
  latencies: number[]
  sent: number
  received: number
  /** Seconds of processor time. */
  processor: number
}
