import pg from 'pg'
import { fixed, median, row } from '../figures.ts'
import { openLoop } from './open-loop.ts'
import { clientId, openProduct } from './product.ts'
import { text200 } from './system.ts'

const visitors = 1000
const agents = 25
const latencyLimit = 50

/** B2: the highest sustained rate of the product, compared to single statements of `pg` on 16 connections. */
export async function benchThroughput(databaseUrl: string, quick: boolean): Promise<void> {
  const rounds = quick ? 1 : 3
  const seconds = quick ? 2 : 6
  console.log(
    `\nB2  ${visitors} visitors, ${agents} agents' sockets: highest rate with p99 <= ${latencyLimit} ms, nothing lost, nothing twice; against single inserts/s of pg on 16 connections`,
  )
  const product = await openProduct(databaseUrl, visitors, agents)
  await openLoop(product, { rate: 1000, seconds: 3, visitors })
  row('round', 'pg commits/s', 'product msg/s', 'p99 ms', 'ratio')
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const commits = await singleCommits(databaseUrl, seconds)
    let best = { rate: 0, p99: Number.NaN }
    for (let rate = 1000; ; rate = Math.round(rate * 1.2)) {
      const result = await openLoop(product, { rate, seconds, visitors })
      if (result.p99 > latencyLimit || result.lost > 0 || result.duplicates > 0) break
      best = { rate: result.sent / seconds, p99: result.p99 }
    }
    ratios.push(best.rate / commits)
    row(String(round), fixed(commits, 0), fixed(best.rate, 0), fixed(best.p99), fixed(best.rate / commits, 2))
  }
  row('median of ratios', '', '', '', fixed(median(ratios), 2))
  console.log('  aim: >= 0.5x, with group commit 1x')
  await product.close()
}

async function singleCommits(databaseUrl: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query(
    'create table if not exists single_commit (id uuid primary key, room int not null, body text not null)',
  )
  await pool.query('create index if not exists single_commit_room on single_commit (room)')
  let commits = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: 16 }, async (_, room) => {
      while (performance.now() < end) {
        await pool.query({
          name: 'single',
          text: 'insert into single_commit values ($1, $2, $3)',
          values: [clientId(), room, text200],
        })
        commits += 1
      }
    }),
  )
  await pool.end()
  return commits / seconds
}
