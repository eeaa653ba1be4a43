import { reportKinds, reportShapes, type ReportKind } from '@parley/protocol/report-metrics'
import { openDatabase } from '@parley/server/core/database'
import { createFactDays } from '@parley/server/features/facts/fact-days'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { openLoop, pool, type LoopResult } from '../chat/open-loop.ts'
import { connectChat, startProduct, type ProductServer } from '../chat/product.ts'
import { fixed, median, percentile, row } from '../figures.ts'
import { processorSeconds } from '../processes.ts'
import { factDays, fillFacts } from './report-facts.ts'

const visitors = 500
const agents = 25
const rate = 500

/** Days of a report: the default of the panel, and the longest one that it offers. */
const periods = [28, factDays]

interface Rig {
  product: ProductServer
  /** Plain SQL, the floor. */
  database: pg.Client
  /** Of the service and of the database. */
  processorTime(): Promise<number>
}

/**
 * `npm run bench -- reports`: each report over a million episodes against one plain statement over the same rows, in turns; then
 * messages at 500/s with and without reports, in turns.
 */
export async function benchReports(options: BenchOptions): Promise<void> {
  const postgres = await startDatabase()
  const episodes = options.quick ? 20_000 : 1_000_000
  const wants = (part: string) => options.only.length === 0 || options.only.includes(part)
  try {
    const product = await startProduct(postgres.url)
    const began = performance.now()
    await fillFacts(postgres.url, product, episodes)
    console.log(
      `\n${episodes} episodes over ${factDays} days, written in ${fixed((performance.now() - began) / 1000)} s`,
    )
    await storeDays(postgres.url)
    const database = new pg.Client({ connectionString: postgres.url })
    await database.connect()
    const rig: Rig = {
      product,
      database,
      async processorTime() {
        const { rows } = await database.query<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type in ('client backend', 'parallel worker')`,
        )
        return [product.pid, ...rows.map(({ pid }) => pid)].reduce(
          (sum, pid) => sum + processorSeconds(pid),
          0,
        )
      },
    }
    if (wants('R1')) await benchEachReport(rig, options.quick)
    if (wants('R2')) await benchMessagesBeside(rig, options.quick)
    await database.end()
    await product.stop()
  } finally {
    await postgres.stop()
  }
}

/** As the service does each hour. */
async function storeDays(databaseUrl: string): Promise<void> {
  const handle = openDatabase(databaseUrl, { connections: 2 })
  // The service has stored days while `fillFacts`, which makes no days due, was still writing them.
  for (const table of ['fact_day', 'fact_day_due', 'fact_day_progress'])
    await handle.pool.query(`delete from ${table}`)
  const began = performance.now()
  const usage = process.cpuUsage()
  await createFactDays({ db: handle.db, clock: Date.now }).store()
  const { user, system } = process.cpuUsage(usage)
  const { rows } = await handle.pool.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('fact_day')) as size`,
  )
  console.log(
    `days stored in ${fixed((performance.now() - began) / 1000)} s (${fixed((user + system) / 1e6)} s of this process), ${rows[0]?.size}`,
  )
  await handle.close()
}

const dayMs = 86_400_000
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

/** What the panel requests when a report is opened: compared with the previous period, and broken down if it can be. */
function queryOf(kind: ReportKind, days: number): string {
  const { groups } = reportShapes[kind]
  const group = groups[0] === undefined ? '' : `&group=${groups[0]}`
  return `from=${dateOf(days)}&to=${dateOf(1)}&compare=previous${group}`
}

async function readReport({ product }: Rig, kind: ReportKind, days: number): Promise<void> {
  const address = `${product.base}/v1/organizations/${product.organizationId}/reports/${kind}?${queryOf(kind, days)}`
  const answer = await fetch(address, { headers: { cookie: product.cookie } })
  if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The least that a report reads: its episodes once, with one median. */
const floor = ({ database, product }: Rig, days: number) =>
  database.query(
    `select count(*), percentile_cont(0.5) within group (order by resolution) from episode
     where organization_id = $1 and ended_at >= now() - $2 * interval '1 day' and ended_at < now()`,
    [product.organizationId, days],
  )

/** R1: one report at a time; milliseconds from the request to the last byte. */
async function benchEachReport(rig: Rig, quick: boolean): Promise<void> {
  const rounds = quick ? 5 : 21
  for (const days of periods) {
    console.log(
      `\nR1  reports of ${days} days, compared with the previous ones, ${rounds} rounds; floor: one statement over the same episodes; ms   load ${fixed(loadavg()[0] ?? 0, 2)}`,
    )
    const samples = new Map<string, { product: number[]; floor: number[]; cpu: number[] }>()
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of reportKinds) {
        const began = performance.now()
        await floor(rig, days)
        const between = performance.now()
        const cpu = await rig.processorTime()
        const sent = performance.now()
        await readReport(rig, kind, days)
        const took = performance.now() - sent
        // The first round fills caches.
        if (round === 0) continue
        const known = samples.get(kind) ?? { product: [], floor: [], cpu: [] }
        samples.set(kind, known)
        known.product.push(took)
        known.floor.push(between - began)
        known.cpu.push(((await rig.processorTime()) - cpu) * 1000)
      }
    }
    row('report', 'floor p50', 'p50', 'p95', 'max', 'CPU ms')
    for (const [kind, { product, floor: plain, cpu }] of samples) {
      row(
        kind,
        fixed(median(plain)),
        fixed(median(product)),
        fixed(percentile([...product], 0.95)),
        fixed(percentile([...product], 1)),
        fixed(median(cpu)),
      )
      console.log(`    raw ${product.map((each) => fixed(each, 0)).join(' ')}`)
    }
    console.log('  aim: p95 < 1000')
  }
}

/** Somebody who opens a report each second: one after another would be more reports the faster they are. */
const reportIntervalMs = 1_000

const turns = ['alone', 'beside', 'alone again'] as const
type Turn = (typeof turns)[number]

/**
 * R2: B1 at 500 messages/s, without and with reports of 28 days, one each second, in short turns, so that all meet the same
 * machine. Messages alone are measured twice: the difference of the two says how much is noise.
 */
async function benchMessagesBeside(rig: Rig, quick: boolean): Promise<void> {
  const [rounds, seconds] = quick ? [2, 3] : [20, 5]
  console.log(
    `\nR2  ${visitors} visitors, ${agents} agents' sockets, ${rate} messages/s, open loop, alone and beside reports of ${periods[0]} days, one each second; ${rounds} turns of ${seconds} s; ms   load ${fixed(loadavg()[0] ?? 0, 2)}`,
  )
  const system = await connectChat(visitors, agents, { visitor: () => rig.product, agent: () => rig.product })
  await openLoop(system, { rate, seconds: quick ? 1 : 5, visitors })
  // Starts the thread of reports, which is a load of its own.
  for (const kind of reportKinds) await readReport(rig, kind, periods[0] ?? 28)
  const alone = () => openLoop(system, { rate, seconds, visitors })
  let reports = 0
  const beside = async () => {
    const stopping = new AbortController()
    const reader = readReports(rig, stopping.signal)
    const result = await alone()
    stopping.abort()
    reports += await reader
    return result
  }
  const results: Record<Turn, LoopResult[]> = { alone: [], beside: [], 'alone again': [] }
  for (let round = 1; round <= rounds; round += 1)
    for (const turn of turns) results[turn].push(await (turn === 'beside' ? beside() : alone()))
  row('', 'messages', 'p50', 'p99', 'max', 'lost')
  const pooled = turns.map((turn) => ({ turn, ...pool(results[turn]) }))
  for (const { turn, sent, p50, p99, max, lost } of pooled)
    row(turn, String(sent), ...[p50, p99, max].map((figure) => fixed(figure, 2)), String(lost))
  const [before, during, after] = pooled
  if (before && during && after)
    for (const share of ['p50', 'p99'] as const)
      row(`ratio of ${share}`, fixed((2 * during[share]) / (before[share] + after[share]), 2))
  console.log(`  ${reports} reports; aim: ratios <= 1.1`)
}

/** Opens a report each second until the signal aborts. Returns how many. */
async function readReports(rig: Rig, signal: AbortSignal): Promise<number> {
  const began = performance.now()
  let reports = 0
  while (!signal.aborted) {
    await readReport(rig, reportKinds[reports % reportKinds.length] ?? 'conversations', periods[0] ?? 28)
    reports += 1
    await delay(Math.max(0, began + reports * reportIntervalMs - performance.now()))
  }
  return reports
}
