import type { DemoAccess } from '../chat/product.ts'

/** Messages from the benchmark to its load generator. */
export type Order =
  | { type: 'open'; access: DemoAccess; widgets: number; agents: number }
  /** Messages a second, half of them from agents; 0 ends the load. */
  | { type: 'load'; rate: number }
  /** The service is about to be stopped: every client reports when it has resumed. */
  | { type: 'storm' }
  | { type: 'settle' }

/** Milliseconds since the order `storm`, by client. */
export interface Resumed {
  widgets: number[]
  agents: number[]
  /** Attempts that failed, of all clients. */
  failures: number
}

export interface Tally {
  sent: number
  /** Not acknowledged when the benchmark ended. */
  waiting: number
  /** Acknowledged messages that their customer's widget has not received. */
  lost: number
  duplicates: number
  clientIds: string[]
}

export type Report =
  | { type: 'opened' }
  | { type: 'resumed'; resumed: Resumed }
  | { type: 'settled'; tally: Tally }
