import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { startProduct, type ProductServer } from '../chat/product.ts'
import { fixed, median, percentile, row } from '../figures.ts'
import { processorSeconds } from '../processes.ts'
import { deskRequests, fillDesk, openConversations } from './desk-data.ts'

const sizes = { small: 2_000, large: 200_000 }
const perSecond = 40
const savedViews = 10

interface Desk {
  requests: [name: string, path: string][]
  get(path: string): Promise<void>
  /** Processor seconds of the service and of its database connections. */
  processorTime(): Promise<number>
  stop(): Promise<void>
}

/**
 * `npm run bench -- desk`: the inbox's lists and counts with 200,000 conversations against 2,000, on two services in
 * turns. Open loop: requests are due at random times, and the clock starts when one is due.
 */
export async function benchDesk(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  const rounds = options.quick ? 2 : 5
  const seconds = options.quick ? 6 : 30
  console.log(
    `\nD1  ${perSecond} requests/s (Poisson) for ${seconds} s, in turns; ${openConversations} open conversations, the others closed; ms from when a request was due`,
  )
  try {
    const desks = {
      small: await openDesk(database.url, 'desk_small', sizes.small),
      large: await openDesk(database.url, 'desk_large', sizes.large),
    }
    // Fills the caches of both; not counted.
    for (const desk of Object.values(desks)) await load(desk, 2, new Map())
    const samples = { small: new Map<string, number[]>(), large: new Map<string, number[]>() }
    const ratios: number[] = []
    row('round', 'p50', 'p99', 'max', 'CPU ms/request')
    for (let round = 1; round <= rounds; round += 1) {
      const p99: number[] = []
      for (const size of ['small', 'large'] as const) {
        const { latencies, cpu } = await load(desks[size], seconds, samples[size])
        p99.push(percentile(latencies, 0.99))
        row(
          `${round} ${sizes[size]} conversations`,
          fixed(percentile(latencies, 0.5)),
          fixed(percentile(latencies, 0.99)),
          fixed(percentile(latencies, 1)),
          fixed(cpu, 2),
        )
      }
      ratios.push((p99[1] ?? 0) / (p99[0] ?? 1))
    }
    console.log('')
    row('by request, all rounds', 'p50 small', 'p50 large', 'p99 small', 'p99 large', 'ratio')
    for (const [name] of desks.small.requests) {
      const [small, large] = [samples.small.get(name) ?? [], samples.large.get(name) ?? []]
      const [one, other] = [percentile(small, 0.99), percentile(large, 0.99)]
      row(
        name,
        fixed(percentile(small, 0.5)),
        fixed(percentile(large, 0.5)),
        fixed(one),
        fixed(other),
        fixed(other / one, 2),
      )
    }
    console.log(
      `  ratio of p99, by round: ${ratios.map((ratio) => fixed(ratio, 2)).join(', ')}; median ${fixed(median(ratios), 2)}; aim <= 1.5`,
    )
    await Promise.all(Object.values(desks).map((desk) => desk.stop()))
  } finally {
    await database.stop()
  }
}

async function openDesk(serverUrl: string, name: string, conversations: number): Promise<Desk> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const product = await startProduct(url.href)
  const data = await fillDesk(url.href, product, conversations)
  for (let index = 0; index < savedViews; index += 1) await saveView(product, index, data.labels.common)
  const base = `${product.base}/v1/organizations/${product.organizationId}`
  return {
    requests: Object.entries(deskRequests(data)),
    async get(request) {
      const answer = await fetch(base + request, { headers: { cookie: product.cookie } })
      if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    },
    async processorTime() {
      const { rows } = await admin.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = $1',
        [name],
      )
      return [product.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + processorSeconds(pid), 0)
    },
    async stop() {
      await admin.end()
      await product.stop()
    },
  }
}

async function saveView(product: ProductServer, index: number, label: string): Promise<void> {
  const body = {
    name: `View ${index}`,
    visibility: { type: 'organization' },
    view: 'open',
    filter: index % 2 === 0 ? { label, unread: 'yes' } : { priority: 'high,urgent', waiting: 'yes' },
    sort: 'newest',
  }
  const answer = await fetch(`${product.base}/v1/organizations/${product.organizationId}/views`, {
    method: 'POST',
    headers: { cookie: product.cookie, origin: product.base, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`Saving a view: ${answer.status} ${await answer.text()}`)
}

/** Requests in turn at random times; latencies are added to `samples` by request. */
async function load(desk: Desk, seconds: number, samples: Map<string, number[]>) {
  const latencies: number[] = []
  const sent: Promise<void>[] = []
  const measured = async (name: string, request: string, dueAt: number) => {
    await desk.get(request)
    const latency = performance.now() - dueAt
    latencies.push(latency)
    const known = samples.get(name) ?? []
    samples.set(name, known)
    known.push(latency)
  }
  const cpuBefore = await desk.processorTime()
  const begin = performance.now()
  let due = begin
  while (due < begin + seconds * 1000) {
    const wait = due - performance.now()
    if (wait > 0) await setTimeout(wait)
    const [name, request] = desk.requests[sent.length % desk.requests.length] ?? ['', '']
    sent.push(measured(name, request, due))
    due += (-Math.log(1 - Math.random()) / perSecond) * 1000
  }
  await Promise.all(sent)
  return { latencies, cpu: (((await desk.processorTime()) - cpuBefore) * 1000) / sent.length }
}
