import pg from 'pg'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { startProduct, type ProductServer } from '../chat/product.ts'
import { openWire } from '../chat/wire.ts'
import { fixed, median, percentile, row } from '../figures.ts'
import { fillInbox, messagesPerConversation, type InboxData } from './inbox-data.ts'

const perSecond = 20
/** Entries that a resuming agent has missed. */
const missed = 20

/** What an agent does, by name. @param turn counts up */
type Actions = Record<string, (turn: number) => Promise<void>>

interface Inbox {
  actions: Actions
  stop(): Promise<void>
}

/**
 * `npm run bench -- inbox` (B14): inbox page, search, customer page and resume with 10 million messages in 200,000 conversations
 * against 10,000 messages in 200, on two services in turns. Open loop: an action is due at a random time, and the clock starts then.
 */
export async function benchInbox(options: BenchOptions): Promise<void> {
  const sizes = { small: 200, large: options.quick ? 2_000 : 200_000 }
  const rounds = options.quick ? 2 : 5
  const seconds = options.quick ? 6 : 30
  const database = await startDatabase()
  try {
    const inboxes = {
      small: await openInbox(database.url, 'inbox_small', sizes.small),
      large: await openInbox(database.url, 'inbox_large', sizes.large),
    }
    console.log(
      `\nB14  ${sizes.small * messagesPerConversation} and ${sizes.large * messagesPerConversation} messages; ${perSecond} actions/s for ${seconds} s, in turns; ms from when an action was due`,
    )
    const names = Object.keys(inboxes.small.actions)
    const ratios = new Map(names.map((name) => [name, [] as number[]]))
    const all = { small: new Map<string, number[]>(), large: new Map<string, number[]>() }
    // Fills the caches of both; not counted.
    for (const { actions } of Object.values(inboxes)) await load(actions, 3)
    for (let round = 0; round < rounds; round += 1) {
      const samples = {
        small: await load(inboxes.small.actions, seconds),
        large: await load(inboxes.large.actions, seconds),
      }
      for (const name of names) {
        const p99 = (size: 'small' | 'large') => percentile(samples[size].get(name) ?? [], 0.99)
        ratios.get(name)?.push(p99('large') / p99('small'))
        for (const size of ['small', 'large'] as const)
          all[size].set(name, [...(all[size].get(name) ?? []), ...(samples[size].get(name) ?? [])])
      }
    }
    row('all rounds', 'p50 small', 'p50 large', 'p99 small', 'p99 large', 'ratio p99')
    for (const name of names) {
      const of = (size: 'small' | 'large', share: number) =>
        fixed(percentile(all[size].get(name) ?? [], share))
      const ratio = fixed(median(ratios.get(name) ?? []), 2)
      row(name, of('small', 0.5), of('large', 0.5), of('small', 0.99), of('large', 0.99), ratio)
    }
    console.log('  ratio: median of the rounds; aim <= 1.5')
    await Promise.all(Object.values(inboxes).map((inbox) => inbox.stop()))
  } finally {
    await database.stop()
  }
}

async function openInbox(serverUrl: string, name: string, conversations: number): Promise<Inbox> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const product = await startProduct(url.href)
  const began = performance.now()
  const data = await fillInbox(url.href, product, conversations)
  const seconds = (performance.now() - began) / 1000
  console.log(`  ${name}: ${conversations * messagesPerConversation} messages in ${fixed(seconds)} s`)
  return { actions: await agentActions(product, data), stop: () => product.stop() }
}

async function agentActions(product: ProductServer, data: InboxData): Promise<Actions> {
  const { customers, conversations, searches } = data
  const get = async (request: string): Promise<void> => {
    const address = `${product.base}/v1/organizations/${product.organizationId}${request}`
    const answer = await fetch(address, { headers: { cookie: product.cookie } })
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const one = (ids: string[], turn: number): string => ids[turn % ids.length] ?? ''
  const wire = await openWire(`${product.base.replace('http', 'ws')}/v1/socket`, {
    origin: product.base,
    cookie: product.cookie,
  })
  await wire.request('agent.connect', { organization_id: product.organizationId })
  const arrivals = new Map<string, () => void>()
  wire.onNotification = (method, params) => {
    if (method === 'entries') arrivals.get((params as { customer_id: string }).customer_id)?.()
  }
  return {
    'inbox page': () => get('/conversations?view=open&max=30'),
    'inbox page, closed': () => get('/conversations?view=closed&max=30'),
    'search, rare word': () => get(`/search?q=${searches.rare}`),
    'search, common word': () => get(`/search?q=${searches.common}`),
    'customer page': async (turn) => {
      const customer = `/customers/${one(customers, turn)}`
      await Promise.all(['', '/timeline?max=30', '/conversations?max=10'].map((part) => get(customer + part)))
    },
    'messages of a conversation': (turn) => get(`/conversations/${one(conversations, turn)}/messages?max=50`),
    resume: async (turn) => {
      const customer_id = one(customers, turn)
      const arrived = Promise.withResolvers<void>()
      arrivals.set(customer_id, arrived.resolve)
      await wire.request('customer.follow', { customer_id, after: messagesPerConversation - missed })
      await arrived.promise
      arrivals.delete(customer_id)
      await wire.request('customer.unfollow', { customer_id })
    },
  }
}

/** Actions in turn at random times; returns latencies by name. */
async function load(actions: Actions, seconds: number): Promise<Map<string, number[]>> {
  const names = Object.keys(actions)
  const samples = new Map(names.map((name) => [name, [] as number[]]))
  const begun: Promise<void>[] = []
  const begin = performance.now()
  for (
    let due = begin;
    due < begin + seconds * 1000;
    due += (-Math.log(1 - Math.random()) / perSecond) * 1000
  ) {
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const [turn, dueAt] = [begun.length, due]
    const name = names[turn % names.length] ?? ''
    begun.push(
      (async () => {
        await actions[name]?.(turn)
        samples.get(name)?.push(performance.now() - dueAt)
      })(),
    )
  }
  await Promise.all(begun)
  return samples
}
