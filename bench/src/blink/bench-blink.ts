import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { signInToDemo } from '../chat/product.ts'
import { fixed, percentile, row } from '../figures.ts'
import { familySeconds, freePort, processorSeconds } from '../processes.ts'
import { startService } from '../storm/service.ts'
import type { Order, Report } from './wire-types.ts'

/**
 * `npm run bench -- blink` (B5): conversations with messages in both directions, while every client's connection, those of agents
 * included, is broken every 15 s and stays away for 2 s. Clients are the product's own. Every message must be stored once and reach
 * the other side once; the clock starts when a message is due, also while its sender is offline.
 */
export async function benchBlink(options: BenchOptions): Promise<void> {
  const size = options.quick
    ? { conversations: 100, agents: 5, rate: 200, seconds: 20 }
    : { conversations: 1_000, agents: 25, rate: 2_000, seconds: 120 }
  const database = await startDatabase()
  const { postmaster } = database
  try {
    const port = await freePort()
    const serviceDir = path.join(database.dataDir, 'service')
    const service = await startService(port, {
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: serviceDir,
      PARLEY_SECRET: 'a secret that only a benchmark would use',
      PARLEY_DEMO: '1',
      PARLEY_LOG_LEVEL: 'warn',
    })
    const access = await signInToDemo(`http://localhost:${port}`, serviceDir)
    console.log(
      `\nB5  ${size.conversations} conversations, ${size.agents} agents, ${size.rate} messages/s for ${size.seconds} s; every client away for 2 s every 15 s on average; ms from due to arrival`,
    )
    const before = { service: processorSeconds(service.pid), database: familySeconds(postmaster) }
    const report = await generate({ access, ...size })
    // With the opening of all clients and every reconnect.
    const perMessage = (spent: number) => `${fixed((spent / report.sent) * 1e6, 0)} us`
    row('messages', 'sent', 'unanswered', 'lost', 'twice', 'stored', 'stored twice')
    row('', ...(await counts(report, database.url)).map(String))
    row('', 'p50', 'p99', 'max', 'recovery p50', 'recovery p99', 'service, all', 'postgres, all')
    row(
      'aim: all once, p99 <= 2,300',
      ...[0.5, 0.99, 1].map((share) => fixed(percentile(report.latencies, share), 0)),
      ...[0.5, 0.99].map((share) => fixed(percentile(report.recoveries, share), 0)),
      perMessage(processorSeconds(service.pid) - before.service),
      perMessage(familySeconds(postmaster) - before.database),
    )
    await service.end('SIGTERM')
  } finally {
    await database.stop()
  }
}

async function generate(order: Order): Promise<Report> {
  const child = fork(fileURLToPath(new URL('generator-program.ts', import.meta.url)))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The generator ended with ${code}`)
  })
  const report = once(child, 'message')
  child.send(order)
  const [said] = await Promise.race([report, ended])
  ended.catch(() => {})
  child.disconnect()
  return said as Report
}

/** As the clients have counted, and as the database has them. */
async function counts(report: Report, databaseUrl: string): Promise<number[]> {
  const { sent, unanswered, lost, duplicates, clientIds } = report
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const stored = await client.query<{ rows: number; ids: number }>(
    'select count(*)::int as rows, count(distinct client_id)::int as ids from message where client_id = any($1)',
    [clientIds],
  )
  await client.end()
  const { rows = 0, ids = 0 } = stored.rows[0] ?? {}
  return [sent, unanswered, lost, duplicates, ids, rows - ids]
}
