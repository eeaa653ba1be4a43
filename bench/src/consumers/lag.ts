import { createLocalBus } from '@parley/server/core/bus/bus'
import { setTimeout } from 'node:timers/promises'
import { fixed, percentile, row } from '../figures.ts'
import { consumersOn, factConsumer, factTable, openScene, ownProcessorTime, type Scene } from './scene.ts'

const rate = 500
const customers = 500

/** L1: from the commit of a message to the commit of the consumer that has handled it, at 500 messages a second. */
export async function benchLag(databaseUrl: string, quick: boolean): Promise<void> {
  const rounds = quick ? 1 : 3
  const seconds = quick ? 4 : 20
  console.log(
    `\nL1  ${rate} messages/s (Poisson) of ${customers} customers for ${seconds} s; ms from the commit to the consumer's commit of a row per entry`,
  )
  const scene = await openScene(databaseUrl, 'bench_lag', { customers, prepare: factTable })
  row('round', 'p50', 'p99', 'max', 'lost', 'twice', 'CPU us/message')
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await measure(scene, { seconds, hints: null, round })
    row(`${round} no consumer`, '', '', '', '', '', fixed(alone.cpu, 0))
    for (const hints of [true, false]) {
      const result = await measure(scene, { seconds, hints, round })
      row(
        `${round} ${hints ? 'with hints' : 'discovery alone'}`,
        fixed(result.p50),
        fixed(result.p99),
        fixed(result.max),
        String(result.lost),
        String(result.twice),
        fixed(result.cpu, 0),
      )
    }
  }
  console.log(
    '  aim: p99 <= 100 ms with hints. Processor time is of this process: message path, consumer and generator',
  )
  await scene.close()
}

/** `hints` null: no consumer runs. */
async function measure(scene: Scene, options: { seconds: number; hints: boolean | null; round: number }) {
  const { seconds, hints, round } = options
  const committedAt = new Map<string, number>()
  const lags: number[] = []
  let twice = 0
  const handled = new Set<string>()
  const stopListening = scene.bus.subscribe('log', ({ entries }) => {
    for (const { id } of entries ?? []) committedAt.set(id, performance.now())
  })
  const consumer = factConsumer(`lag-${round}-${hints}`, 'now', (batch) => {
    const now = performance.now()
    for (const { entries } of batch)
      for (const { id } of entries) {
        if (handled.has(id)) twice += 1
        handled.add(id)
        lags.push(now - (committedAt.get(id) ?? now))
      }
  })
  const consumers = consumersOn(scene, consumer, hints === false ? createLocalBus(() => {}) : scene.bus)
  if (hints !== null) await consumers.start()
  const cpuBefore = process.cpuUsage()
  const sent = await openLoop(scene, seconds)
  const deadline = performance.now() + 10_000
  const expected = hints === null ? 0 : sent
  while (handled.size < expected && performance.now() < deadline) await setTimeout(20)
  const cpu = ownProcessorTime(cpuBefore) / sent
  await consumers.stop()
  stopListening()
  return {
    p50: percentile(lags, 0.5),
    p99: percentile(lags, 0.99),
    max: percentile(lags, 1),
    lost: sent - handled.size,
    twice,
    cpu,
  }
}

async function openLoop(scene: Scene, seconds: number): Promise<number> {
  const sends: Promise<void>[] = []
  const begin = performance.now()
  let next = begin
  while (next < begin + seconds * 1000) {
    for (; next <= performance.now(); next += (-Math.log(1 - Math.random()) / rate) * 1000)
      sends.push(scene.send(sends.length % customers))
    await setTimeout(1)
  }
  await Promise.all(sends)
  return sends.length
}
