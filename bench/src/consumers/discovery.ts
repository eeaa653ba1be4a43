import { openDatabase } from '@parley/server/core/database'
import { discover } from '@parley/server/core/log-consumers/discovery'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { fixed, median, row } from '../figures.ts'
import { openScene, type Scene } from './scene.ts'

const types = ['message.created'] as const
const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `c${index}`, types }))

/** Entries in the order of their transactions, up to the oldest that is still open. */
const horizon = `
  select customer_id, seq from event_log
  where xid <> '0' and xid >= $1::xid8 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid, customer_id, seq`

/** Heads that are ahead of the cursor. */
const movedHeads = `
  select l.customer_id from customer_log l left join log_cursor c on c.consumer = $1 and c.customer_id = l.customer_id
  where l.last_seq > coalesce(c.seq, 0)`

/** L4: finding what was committed without a hint, by the designs that were weighed. */
export async function benchDiscovery(databaseUrl: string, quick: boolean): Promise<void> {
  const customers = quick ? 20_000 : 200_000
  const rounds = quick ? 3 : 15
  console.log(
    `\nL4  ${customers} customers, all with a cursor, ${fresh} of them with a new message; ms per query`,
  )
  const scene = await openScene(databaseUrl, 'bench_discovery', { customers })
  const { pool } = scene
  for (const { name } of named(5))
    await pool.query(
      'insert into log_cursor (consumer, customer_id, seq) select $1, customer_id, last_seq from customer_log',
      [name],
    )
  await pool.query('vacuum analyze log_cursor, customer_log')
  const lookUps = openDatabase(scene.url, { connections: 2, lookUps: true })
  const idleSince = await snapshotOf(scene)
  row('', 'median', 'best', 'worst', 'found')
  await report(
    'snapshot, nothing new',
    rounds,
    async () => (await discover(lookUps.db, named(1), idleSince)).missed,
  )
  const since = await snapshotOf(scene)
  await Promise.all(Array.from({ length: fresh }, (_, index) => scene.send(index)))
  await report(
    'snapshot, 1 consumer',
    rounds,
    async () => (await discover(lookUps.db, named(1), since)).missed,
  )
  await report(
    'snapshot, 5 consumers',
    rounds,
    async () => (await discover(lookUps.db, named(5), since)).missed,
  )
  await report('horizon', rounds, async () => (await pool.query(horizon, [xmaxOf(since)])).rows)
  await report('moved heads, 1 consumer', rounds, async () => (await pool.query(movedHeads, ['c0'])).rows)
  await behindOpenTransaction(scene, lookUps, quick ? 500 : 2000)
  await lookUps.close()
  await scene.close()
}

const fresh = 500

async function report(name: string, rounds: number, query: () => Promise<unknown[]>): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    found = (await query()).length
    times.push(performance.now() - began)
  }
  row(name, fixed(median(times)), fixed(Math.min(...times)), fixed(Math.max(...times)), String(found))
}

/** How long a message stays unseen while another transaction is open for so long. */
async function behindOpenTransaction(
  scene: Scene,
  { db }: ReturnType<typeof openDatabase>,
  openMs: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: scene.url })
  await client.connect()
  const since = await snapshotOf(scene)
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await scene.send(0)
  const began = performance.now()
  const closing = setTimeout(openMs).then(() => client.query('commit'))
  const until = async (isFound: () => Promise<boolean>) => {
    while (!(await isFound())) await setTimeout(20)
    return performance.now() - began
  }
  const bySnapshot = await until(async () => (await discover(db, named(1), since)).missed.length > 0)
  const byHorizon = await until(
    async () => (await scene.pool.query(horizon, [xmaxOf(since)])).rows.length > 0,
  )
  await closing
  await client.end()
  row(`open transaction, ${openMs} ms`, `snapshot ${fixed(bySnapshot)}`, `horizon ${fixed(byHorizon)}`)
}

async function snapshotOf({ pool }: Scene): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  return rows[0]?.snapshot ?? ''
}

const xmaxOf = (snapshot: string): string => snapshot.split(':')[1] ?? '0'
