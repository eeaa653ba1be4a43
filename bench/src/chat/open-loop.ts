import { percentile } from '../figures.ts'
import { clientId } from './product.ts'
import { text200, type ChatSystem } from './system.ts'

export interface LoopResult {
  sent: number
  lost: number
  duplicates: number
  p50: number
  p99: number
  ackP99: number
  /** From due to arrival, in ms. */
  latencies: number[]
}

/**
 * Open loop: messages are due at random (Poisson) times regardless of the system, and latency counts from the time a
 * message was due, so that a stall is not hidden. Waits until everything has arrived, or 5 s.
 */
export async function openLoop(
  system: ChatSystem,
  load: { rate: number; seconds: number; visitors: number },
): Promise<LoopResult> {
  const due = new Map<string, number>()
  const latencies: number[] = []
  const acks: number[] = []
  const arrived = new Set<string>()
  let duplicates = 0
  system.onArrival = (id) => {
    const at = due.get(id)
    if (at === undefined) return
    if (arrived.has(id)) duplicates += 1
    else latencies.push(performance.now() - at)
    arrived.add(id)
  }
  system.onAck = (id) => {
    const at = due.get(id)
    if (at !== undefined) acks.push(performance.now() - at)
  }
  const begin = performance.now()
  const end = begin + load.seconds * 1000
  let next = begin
  let room = 0
  while (next < end) {
    const now = performance.now()
    for (; next <= now && next < end; next += (-Math.log(1 - Math.random()) / load.rate) * 1000) {
      const id = clientId()
      due.set(id, next)
      system.send(room, id, text200)
      room = (room + 1) % load.visitors
    }
    // Sleeps instead of spinning, to leave the core to the system under test. Lateness counts for both systems.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const deadline = performance.now() + 5000
  while (arrived.size < due.size && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return {
    sent: due.size,
    lost: due.size - arrived.size,
    duplicates,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    ackP99: percentile(acks, 0.99),
    latencies,
  }
}

/** All rounds as one: percentiles of rounds differ more than those of all messages together. */
export function pool(rounds: LoopResult[]) {
  const latencies = rounds.flatMap((round) => round.latencies)
  const sum = (name: 'sent' | 'lost' | 'duplicates') =>
    rounds.reduce((total, round) => total + round[name], 0)
  return {
    sent: sum('sent'),
    lost: sum('lost'),
    duplicates: sum('duplicates'),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
  }
}
