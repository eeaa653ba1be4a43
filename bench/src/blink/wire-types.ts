import type { DemoAccess } from '../chat/product.ts'

/** Messages from the benchmark to its load generator. */
export interface Order {
  access: DemoAccess
  conversations: number
  agents: number
  /** Messages a second, half of them from agents. */
  rate: number
  seconds: number
}

export interface Report {
  sent: number
  /** Not acknowledged. */
  unanswered: number
  lost: number
  duplicates: number
  /** Milliseconds from when a message was due to its arrival at the other side. */
  latencies: number[]
  /** Milliseconds from the network's return until the client has received everything that it missed. */
  recoveries: number[]
  clientIds: string[]
}
