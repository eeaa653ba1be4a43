import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { fixed, median, row } from '../figures.ts'
import { familySeconds, processorSeconds, residentBytes } from '../processes.ts'
import { openLoop } from './open-loop.ts'
import { clientId, openProduct } from './product.ts'
import { text200, type ChatSystem } from './system.ts'

const visitors = 1000
const agents = 25
const latencyLimit = 50

/**
 * B2: the highest sustained rate of the product, compared to single statements of `pg` on 16 connections. Each round goes past the
 * limit, so the memory of the service is shown as well: what it takes, and whether it returns.
 */
export async function benchThroughput(
  databaseUrl: string,
  quick: boolean,
  postmaster: number,
): Promise<void> {
  const rounds = quick ? 1 : 3
  const seconds = quick ? 2 : 6
  console.log(
    `\nB2  ${visitors} visitors, ${agents} agents' sockets: highest rate with p99 <= ${latencyLimit} ms, nothing lost, nothing twice; against single inserts/s of pg on 16 connections`,
  )
  const product = await openProduct(databaseUrl, visitors, agents)
  await openLoop(product, { rate: 1000, seconds: 3, visitors })
  row('round', 'pg commits/s', 'product msg/s', 'p99 ms', 'us service', 'us postgres', 'ratio')
  const ratios: number[] = []
  const memory = [memoryOf(product)]
  for (let round = 1; round <= rounds; round++) {
    const commits = await singleCommits(databaseUrl, seconds)
    let best: Sustained = { rate: 0, p99: Number.NaN, microseconds: Number.NaN, database: Number.NaN }
    for (let rate = 1000; ; rate = Math.round(rate * 1.2)) {
      const sustained = await sustain(product, rate, seconds, postmaster)
      if (!sustained) break
      best = sustained
    }
    ratios.push(best.rate / commits)
    memory.push(memoryOf(product))
    row(
      String(round),
      fixed(commits, 0),
      fixed(best.rate, 0),
      fixed(best.p99),
      fixed(best.microseconds, 0),
      fixed(best.database, 0),
      fixed(best.rate / commits, 2),
    )
  }
  row('median of ratios', '', '', '', '', '', fixed(median(ratios), 2))
  // V8 keeps freed pages until it reduces its memory, at most 100 s and one of its periods of 8 s after its last collection.
  const idleSeconds = quick ? 5 : 180
  await delay(idleSeconds * 1000)
  const [first = '', ...after] = memory
  console.log(
    `  resident memory of the service, MiB: ${first} before, ${after.join(', ')} after each round, ${memoryOf(product)} after ${idleSeconds} s without messages`,
  )
  console.log('  aim: >= 0.6x')
  await product.close()
}

/** MiB */
const memoryOf = ({ pid }: ChatSystem): string => fixed(residentBytes(pid) / 2 ** 20, 0)

interface Sustained {
  rate: number
  p99: number
  /** Processor time of the service per message. */
  microseconds: number
  /** The same of PostgreSQL. */
  database: number
}

/** A rate counts when two of three tries hold the limit: a single stall of the machine says nothing about the service. */
async function sustain(
  product: ChatSystem,
  rate: number,
  seconds: number,
  postmaster: number,
): Promise<Sustained | null> {
  const held: Sustained[] = []
  for (let attempt = 1; attempt <= 3 && held.length < 2; attempt++) {
    const [before, databaseBefore] = [processorSeconds(product.pid), familySeconds(postmaster)]
    const { sent, p99, lost, duplicates } = await openLoop(product, { rate, seconds, visitors })
    if (lost > 0 || duplicates > 0) return null
    const microseconds = ((processorSeconds(product.pid) - before) / sent) * 1e6
    const database = ((familySeconds(postmaster) - databaseBefore) / sent) * 1e6
    if (p99 <= latencyLimit) held.push({ rate: sent / seconds, p99, microseconds, database })
  }
  return held.length === 2 ? (held[1] ?? null) : null
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
