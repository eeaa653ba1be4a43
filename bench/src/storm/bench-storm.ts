import path from 'node:path'
import pg from 'pg'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { signInToDemo } from '../chat/product.ts'
import { fixed, percentile, row } from '../figures.ts'
import { familySeconds, freePort, processorSeconds } from '../processes.ts'
import { startGenerator, type Generator } from './generator.ts'
import { startService, type Service } from './service.ts'
import type { Resumed } from './wire-types.ts'

const agents = 20
const rate = 200
const signals = ['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGKILL'] as const
/** Clients forget earlier failures after 10 s of connection; sooner, their delays are longer. */
const stableMs = 11_000

/**
 * `npm run bench -- storm` (B4): widgets of members and panels of agents are connected, 200 messages a second flow, and the
 * service is restarted by SIGTERM and by SIGKILL. A client has resumed when its handshake was answered and every entry
 * that it missed has arrived. All times are milliseconds from the signal.
 */
export async function benchStorm(options: BenchOptions): Promise<void> {
  const widgets = options.quick ? 1_000 : 10_000
  const database = await startDatabase()
  const { postmaster } = database
  try {
    const port = await freePort()
    const serviceDir = path.join(database.dataDir, 'service')
    const environment = {
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: serviceDir,
      PARLEY_SECRET: 'a secret that only a benchmark would use',
      PARLEY_DEMO: '1',
      PARLEY_LOG_LEVEL: 'warn',
    }
    const start = () => startService(port, environment)
    let service = await start()
    const access = await signInToDemo(`http://localhost:${port}`, serviceDir)
    const generator = await startGenerator(access, { widgets, agents })
    console.log(
      `\nB4  ${widgets} widgets, ${agents} agents, ${rate} messages/s; ms from the signal; processor time of the restart in s, until all are back`,
    )
    row(
      'signal',
      'ready',
      'agents 100 %',
      '50 %',
      '95 %',
      '100 %',
      'failed tries',
      's service',
      's postgres',
      's clients',
    )
    for (const signal of options.quick ? (['SIGTERM', 'SIGKILL'] as const) : signals) {
      service = await restart({ generator, service, start, postmaster, signal })
    }
    await report(generator, database.url)
    generator.stop()
    await service.end('SIGTERM')
  } finally {
    await database.stop()
  }
}

async function restart(round: {
  generator: Generator
  service: Service
  start: () => Promise<Service>
  postmaster: number
  signal: 'SIGTERM' | 'SIGKILL'
}): Promise<Service> {
  const { generator, start, postmaster, signal } = round
  generator.load(rate)
  await new Promise((resolve) => setTimeout(resolve, stableMs))
  const databaseBefore = familySeconds(postmaster)
  const clientsBefore = processorSeconds(generator.pid)
  const began = performance.now()
  const storm = generator.storm()
  await round.service.end(signal)
  const service = await start()
  const ready = performance.now() - began
  const { widgets, agents: team, failures }: Resumed = await storm
  const spent = [
    processorSeconds(service.pid),
    familySeconds(postmaster) - databaseBefore,
    processorSeconds(generator.pid) - clientsBefore,
  ]
  row(
    signal,
    fixed(ready, 0),
    fixed(percentile(team, 1), 0),
    ...[0.5, 0.95, 1].map((share) => fixed(percentile(widgets, share), 0)),
    String(failures),
    ...spent.map((seconds) => fixed(seconds, 2)),
  )
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  generator.load(0)
  return service
}

/** Everything that was sent must be in the database and have reached its customer, once. */
async function report(generator: Generator, databaseUrl: string): Promise<void> {
  const { sent, waiting, lost, duplicates, clientIds } = await generator.settle()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const stored = await client.query<{ rows: number; ids: number }>(
    'select count(*)::int as rows, count(distinct client_id)::int as ids from message where client_id = any($1)',
    [clientIds],
  )
  await client.end()
  const { rows = 0, ids = 0 } = stored.rows[0] ?? {}
  row('messages', 'sent', 'unanswered', 'lost', 'twice', 'stored', 'stored twice')
  row('', String(sent), String(waiting), String(lost), String(duplicates), String(ids), String(rows - ids))
}
