import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NatsSettings } from '@parley/server/core/bus/nats-transport'
import { fixed, percentile, row } from '../figures.ts'
import { familySeconds, processorSeconds } from '../processes.ts'
import type { BusOrder, BusSettings, BusTally } from './bus-orders.ts'

const program = fileURLToPath(new URL('bus-program.ts', import.meta.url))
const customersPerProcess = 24
const latencyLimit = 50
/** What was published has arrived by then, or counts as lost (ms). */
const arrivalMs = 1_000

export interface BusUnderTest {
  name: string
  nats: NatsSettings | null
  /** The NATS server's process. */
  pid: number | null
}

/**
 * P3: how many hints a second the bus itself carries. Each process only has the bus: no messages, no sockets. A rate holds if two of
 * three tries have a p99 within the limit and lose nothing; the search ends with two rates in a row that do not.
 */
export async function benchBusCapacity(
  scene: { databaseUrl: string; postmaster: number; quick: boolean },
  buses: BusUnderTest[],
): Promise<void> {
  const [counts, seconds] = scene.quick ? [[2], 1] : [[2, 4, 8], 3]
  console.log(
    `\nP3  only the bus: highest rate of hints with an entry of 200 B, all processes together, p99 <= ${latencyLimit} ms, nothing lost; frames per second, us of processor time per hint`,
  )
  row('bus, processes', 'hints/s', 'p50 ms', 'p99 ms', 'sent/s', 'received/s', 'processes us', 'server us')
  for (const bus of buses)
    for (const count of counts) {
      const processes = await startProcesses(scene.databaseUrl, bus, count)
      let best: Sustained | null = null
      // A stall of the disk can fail one rate: the second failure in a row ends the search.
      for (let rate = scene.quick ? 500 : 2_000, failures = 0; failures < 2; rate = Math.round(rate * 1.4)) {
        const sustained = await sustain(scene.postmaster, bus, processes, rate, seconds)
        failures = sustained ? 0 : failures + 1
        best = sustained ?? best
        if (scene.quick) break
      }
      row(
        `${bus.name}, ${count}`,
        ...(best
          ? [
              fixed(best.rate, 0),
              fixed(best.p50, 2),
              fixed(best.p99, 2),
              fixed(best.sent, 0),
              fixed(best.received, 0),
              fixed(best.processes, 0),
              fixed(best.server, 0),
            ]
          : ['none']),
      )
      for (const child of processes) {
        const gone = once(child, 'exit')
        child.disconnect()
        await gone
      }
    }
}

async function startProcesses(databaseUrl: string, { nats }: BusUnderTest, count: number) {
  const customers = Array.from({ length: count }, () =>
    Array.from({ length: customersPerProcess }, () => crypto.randomUUID()),
  )
  const shared = { nats, databaseUrl, organization: crypto.randomUUID(), date: new Date().toISOString() }
  const processes = customers.map((own, index) => {
    const settings: BusSettings = { ...shared, own, others: customers[(index + 1) % count] ?? [] }
    return fork(program, {
      env: { ...process.env, BUS: JSON.stringify(settings) },
      serialization: 'advanced',
    })
  })
  // Longer than the interval of hellos, so that all processes know each other and their shards.
  await delay(12_000)
  return processes
}

interface Sustained {
  rate: number
  p50: number
  p99: number
  /** Frames per second, all processes together. */
  sent: number
  received: number
  /** Processor time per hint, in microseconds: of the processes, and of the server that carries the bus. */
  processes: number
  server: number
}

async function sustain(
  postmaster: number,
  bus: BusUnderTest,
  processes: ChildProcess[],
  rate: number,
  seconds: number,
): Promise<Sustained | null> {
  let held: Sustained | null = null
  for (let attempt = 1, successes = 0; attempt <= 3; attempt++) {
    const result = await measure(postmaster, bus, processes, rate, seconds)
    if (result === null) continue
    held = result
    if (++successes === 2) return held
  }
  return null
}

async function measure(
  postmaster: number,
  bus: BusUnderTest,
  processes: ChildProcess[],
  rate: number,
  seconds: number,
): Promise<Sustained | null> {
  const serverSeconds = () => (bus.pid === null ? familySeconds(postmaster) : processorSeconds(bus.pid))
  const before = serverSeconds()
  await askAll(processes, { type: 'run', rate: rate / processes.length, seconds })
  await delay(arrivalMs)
  const server = serverSeconds() - before
  const tallies = (await askAll(processes, { type: 'tally' })) as BusTally[]
  const total = (name: 'published' | 'sent' | 'received' | 'processor') =>
    tallies.reduce((sum, tally) => sum + tally[name], 0)
  const latencies = tallies.flatMap((tally) => tally.latencies)
  const published = total('published')
  const p99 = percentile(latencies, 0.99)
  if (latencies.length < published || p99 > latencyLimit) return null
  return {
    rate: published / seconds,
    p50: percentile(latencies, 0.5),
    p99,
    sent: total('sent') / seconds,
    received: total('received') / seconds,
    processes: (total('processor') / published) * 1e6,
    server: (server / published) * 1e6,
  }
}

const askAll = (processes: ChildProcess[], order: BusOrder): Promise<unknown[]> =>
  Promise.all(
    processes.map(async (child) => {
      const answer = once(child, 'message')
      child.send(order)
      return (await answer)[0] as unknown
    }),
  )
