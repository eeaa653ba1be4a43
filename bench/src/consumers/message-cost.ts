import { fixed, median, row } from '../figures.ts'
import { processorSeconds } from '../processes.ts'
import { openScene, type Scene } from './scene.ts'

const customers = 1000
const inFlight = 64

/** The log as it was before entries carried their transaction. */
const withoutTransactions = 'alter table event_log drop column xid'
/** The alternative to a B-tree: PostgreSQL has no BRIN operators for xid8. */
const blockRanges = `alter table event_log drop column xid; alter table event_log add column xid bigint not null default 0;
  alter table event_log alter column xid set default (pg_current_xact_id()::text::bigint);
  create index event_log_xid on event_log using brin (xid) with (pages_per_range = 32, autosummarize = on)`

/** L3: what the transaction's id in every entry costs the batched message statement. Databases in turns. */
export async function benchMessageCost(databaseUrl: string, quick: boolean): Promise<void> {
  const messages = quick ? 2000 : 20_000
  const rounds = quick ? 2 : 9
  console.log(
    `\nL3  ${messages} messages, ${inFlight} in flight, through the batched statement; databases in turns, the first round does not count`,
  )
  const scenes = {
    'no column': await openScene(databaseUrl, 'bench_plain', { customers, prepare: withoutTransactions }),
    'xid8, B-tree': await openScene(databaseUrl, 'bench_btree', { customers }),
    'bigint, BRIN': await openScene(databaseUrl, 'bench_brin', { customers, prepare: blockRanges }),
  }
  const results = new Map<string, { rate: number[]; cpu: number[] }>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, scene] of Object.entries(scenes)) {
      const { rate, cpu } = await run(scene, messages)
      if (round === 0) continue
      const known = results.get(name) ?? { rate: [], cpu: [] }
      known.rate.push(rate)
      known.cpu.push(cpu)
      results.set(name, known)
    }
  }
  const plain = results.get('no column')
  row('', 'messages/s', 'ratio', 'backend us', 'ratio', 'index KiB')
  for (const [name, { rate, cpu }] of results) {
    const { rows } = await scenes[name as keyof typeof scenes].pool.query<{ kib: number }>(
      "select coalesce(pg_relation_size(to_regclass('event_log_xid')), 0)::float8 / 1024 as kib",
    )
    row(
      name,
      fixed(median(rate), 0),
      fixed(median(rate) / median(plain?.rate ?? []), 2),
      fixed(median(cpu), 0),
      fixed(median(cpu) / median(plain?.cpu ?? []), 2),
      fixed(rows[0]?.kib ?? 0, 0),
    )
    row('  backend us, by round', ...cpu.map((each) => fixed(each, 0)))
  }
  console.log('  aim: ratio of processor time 1.00, as far as rounds agree with each other')
  for (const scene of Object.values(scenes)) await scene.close()
}

async function run(scene: Scene, messages: number) {
  const backendSeconds = () => scene.backends.reduce((sum, pid) => sum + processorSeconds(pid), 0)
  const cpuBefore = backendSeconds()
  const began = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (sent < messages) {
        sent += 1
        await scene.send(sent % customers)
      }
    }),
  )
  return {
    rate: (messages / (performance.now() - began)) * 1000,
    cpu: ((backendSeconds() - cpuBefore) * 1e6) / messages,
  }
}
