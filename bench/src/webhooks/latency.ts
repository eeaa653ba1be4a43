import { fixed, median, row } from '../figures.ts'
import { load, type LoadResult } from './load.ts'
import { openRig } from './rig.ts'

const endpoints = 64
const rate = 200

/** W2: latency of an event with an empty queue. Commit and delivery are in different processes. */
export async function benchLatency(databaseUrl: string, quick: boolean): Promise<void> {
  const rounds = quick ? 1 : 3
  const seconds = quick ? 3 : 15
  console.log(
    `\nW2  ${rate} events/s, open loop, to ${endpoints} HTTPS endpoints; ms from the known commit to the request at the receiver`,
  )
  const rig = await openRig(databaseUrl, endpoints)
  const service = await rig.startService()
  await load(rig, rig.endpoints, { rate, seconds: quick ? 1 : 5 })
  row('round', 'p50', 'p90', 'p99', 'max', 'missing', 'twice')
  const results: LoadResult[] = []
  for (let round = 1; round <= rounds; round++) {
    await rig.receivers.reset()
    const result = await load(rig, rig.endpoints, { rate, seconds })
    results.push(result)
    const { p50, p90, p99, max, missing, twice } = result
    row(String(round), ...[p50, p90, p99, max].map((figure) => fixed(figure)), String(missing), String(twice))
  }
  const middle = (of: (result: LoadResult) => number) => fixed(median(results.map(of)))
  row(
    'median',
    middle(({ p50 }) => p50),
    middle(({ p90 }) => p90),
    middle(({ p99 }) => p99),
  )
  console.log('  aim: p99 <= 10 ms, nothing missing')
  await service.stop()
  await rig.close()
}
