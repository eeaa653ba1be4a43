import { fixed, median, row } from '../figures.ts'
import { familySeconds, processorSeconds, writebackSeconds } from '../processes.ts'
import { openFloor } from './floor.ts'
import { openLoop, type LoopResult } from './open-loop.ts'
import { openProduct } from './product.ts'
import { printWrites, readWrites } from './writes.ts'
import type { ChatSystem } from './system.ts'

const visitors = 500
const agents = 25
const rate = 1000

/** B1: visitor send to agent callback at 1,000 messages/s, product and floor alternating. */
export async function benchLatency(databaseUrl: string, quick: boolean, postmaster: number): Promise<void> {
  const rounds = quick ? 2 : 5
  const seconds = quick ? 3 : 12
  console.log(
    `\nB1  ${visitors} visitors, ${agents} agents' sockets, ${rate} messages/s of 200 B, open loop, synchronous_commit=on; ms from due to agent callback`,
  )
  const floor = await openFloor(databaseUrl, visitors, agents)
  const product = await openProduct(databaseUrl, visitors, agents)
  for (const system of [floor, product]) await openLoop(system, { rate, seconds: quick ? 1 : 5, visitors })
  const results: { floor: Round; product: Round }[] = []
  const before = await readWrites(databaseUrl)
  let wal = 0
  row(
    'round',
    'floor p50',
    'floor p99',
    'product p50',
    'product p99',
    'ratio p50',
    'ratio p99',
    'lost',
    'twice',
    'us service',
    'us postgres',
    'us writeback',
  )
  const measureProduct = async (): Promise<Round> => {
    const start = (await readWrites(databaseUrl)).wal
    const result = await measureRound(product, seconds, postmaster)
    wal += (await readWrites(databaseUrl)).wal - start
    return result
  }
  for (let round = 1; round <= rounds; round++) {
    const result = {
      floor: await measureRound(floor, seconds, postmaster),
      product: await measureProduct(),
    }
    results.push(result)
    const { floor: f, product: p } = result
    row(
      String(round),
      fixed(f.p50, 2),
      fixed(f.p99, 2),
      fixed(p.p50, 2),
      fixed(p.p99, 2),
      fixed(p.p50 / f.p50, 2),
      fixed(p.p99 / f.p99, 2),
      String(p.lost),
      String(p.duplicates),
      `${fixed(p.service, 0)} (${fixed(f.service, 0)})`,
      `${fixed(p.database, 0)} (${fixed(f.database, 0)})`,
      `${fixed(p.writeback, 0)} (${fixed(f.writeback, 0)})`,
    )
  }
  const ratio = (share: 'p50' | 'p99') =>
    median(results.map((result) => result.product[share] / result.floor[share]))
  row('median of ratios', '', '', '', '', fixed(ratio('p50'), 2), fixed(ratio('p99'), 2))
  const middle = (what: 'service' | 'database' | 'writeback') =>
    fixed(median(results.map(({ product: p }) => p[what])), 0)
  console.log(
    `  aim: p50 and p99 <= 1.5x floor; processor time per message (in parentheses the floor's): service <= 150 us, postgres <= 250 us. Medians: service ${middle('service')} us, postgres ${middle('database')} us, kernel threads that write to disk ${middle('writeback')} us`,
  )
  const sent = results.reduce((sum, { product: p }) => sum + p.sent, 0)
  printWrites(before, await readWrites(databaseUrl), { wal, sent })
  await Promise.all([floor.close(), product.close()])
}

interface Round extends LoopResult {
  /** Processor time per message, in microseconds. */
  service: number
  database: number
  writeback: number
}

async function measureRound(system: ChatSystem, seconds: number, postmaster: number): Promise<Round> {
  const [service, database, writeback] = [
    processorSeconds(system.pid),
    familySeconds(postmaster),
    writebackSeconds(),
  ]
  const result = await openLoop(system, { rate, seconds, visitors })
  const perMessage = (spent: number) => (spent / result.sent) * 1e6
  return {
    ...result,
    service: perMessage(processorSeconds(system.pid) - service),
    database: perMessage(familySeconds(postmaster) - database),
    writeback: perMessage(writebackSeconds() - writeback),
  }
}
