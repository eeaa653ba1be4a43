import { fixed, median, row } from '../figures.ts'
import { familySeconds, processorSeconds } from '../processes.ts'
import { openFloor } from './floor.ts'
import { openLoop, type LoopResult } from './open-loop.ts'
import { openProduct } from './product.ts'
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
  )
  for (let round = 1; round <= rounds; round++) {
    const result = {
      floor: await measureRound(floor, seconds, postmaster),
      product: await measureRound(product, seconds, postmaster),
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
    )
  }
  const ratio = (share: 'p50' | 'p99') =>
    median(results.map((result) => result.product[share] / result.floor[share]))
  row('median of ratios', '', '', '', '', fixed(ratio('p50'), 2), fixed(ratio('p99'), 2))
  const middle = (what: 'service' | 'database') => fixed(median(results.map(({ product: p }) => p[what])), 0)
  console.log(
    `  aim: p99 <= 1.5x floor. Processor time per message, in parentheses the floor's: service ${middle('service')} us, postgres ${middle('database')} us`,
  )
  await Promise.all([floor.close(), product.close()])
}

interface Round extends LoopResult {
  /** Processor time per message, in microseconds. */
  service: number
  database: number
}

async function measureRound(system: ChatSystem, seconds: number, postmaster: number): Promise<Round> {
  const [service, database] = [processorSeconds(system.pid), familySeconds(postmaster)]
  const result = await openLoop(system, { rate, seconds, visitors })
  const perMessage = (spent: number) => (spent / result.sent) * 1e6
  return {
    ...result,
    service: perMessage(processorSeconds(system.pid) - service),
    database: perMessage(familySeconds(postmaster) - database),
  }
}
