import { fixed, median, row } from '../figures.ts'
import { openFloor } from './floor.ts'
import { openLoop, type LoopResult } from './open-loop.ts'
import { openProduct } from './product.ts'

const visitors = 500
const agents = 25
const rate = 1000

/** B1: visitor send to agent callback at 1,000 messages/s, product and floor alternating. */
export async function benchLatency(databaseUrl: string, quick: boolean): Promise<void> {
  const rounds = quick ? 2 : 5
  const seconds = quick ? 3 : 12
  console.log(
    `\nB1  ${visitors} visitors, ${agents} agents' sockets, ${rate} messages/s of 200 B, open loop, synchronous_commit=on; ms from due to agent callback`,
  )
  const floor = await openFloor(databaseUrl, visitors, agents)
  const product = await openProduct(databaseUrl, visitors, agents)
  for (const system of [floor, product]) await openLoop(system, { rate, seconds: quick ? 1 : 5, visitors })
  const results: { floor: LoopResult; product: LoopResult }[] = []
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
  )
  for (let round = 1; round <= rounds; round++) {
    const result = {
      floor: await openLoop(floor, { rate, seconds, visitors }),
      product: await openLoop(product, { rate, seconds, visitors }),
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
    )
  }
  const ratio = (share: 'p50' | 'p99') =>
    median(results.map((result) => result.product[share] / result.floor[share]))
  row('median of ratios', '', '', '', '', fixed(ratio('p50'), 2), fixed(ratio('p99'), 2))
  console.log(`  aim: p99 <= 1.5x floor`)
  await Promise.all([floor.close(), product.close()])
}
