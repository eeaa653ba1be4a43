import { clientId } from '../chat/product.ts'
import { text200 } from '../chat/system.ts'
import { makeMembers } from '../handshake/members.ts'
import { openAgent, openWidget, type Client, type WidgetClient } from './client.ts'
import type { Order, Report, Resumed } from './wire-types.ts'

/** How many widgets open at once before the storm. */
const concurrency = 100
/** Nothing that was sent arrives later than this (ms). */
const settleMs = 30_000
/** What was sent while the service was away has been answered by then (ms). */
const backlogMs = 180_000
/** Customers who write and are answered. The others have only their first message. */
const activeCustomers = 1_000

/** One message: sent again on every connection until it is acknowledged, as the product's outbox does. */
interface Unsent {
  id: string
  from: Client
  customer: WidgetClient
}

const tell = (report: Report) => process.send?.(report)
const widgets: WidgetClient[] = []
const agents: Client[] = []
const unsent = new Map<string, Unsent>()
const byClient = new Map<Client, Set<Unsent>>()
/** How often each message has arrived at its customer's widget. */
const arrivals = new Map<string, number>()
let load: NodeJS.Timeout | undefined
let turns = 0

/** Refusals after which the message is sent again; after `disconnected` it is sent by the next connection. */
const repeated: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'timeout'])

async function send(message: Unsent): Promise<void> {
  const { id, from, customer } = message
  const params = { client_id: id, content: text200 }
  const answer = await from.connection.request(
    'message.send',
    from === customer ? params : { ...params, customer_id: customer.customerId ?? '' },
  )
  if (answer.ok) {
    unsent.delete(id)
    byClient.get(from)?.delete(message)
  } else if (repeated.has(answer.code)) {
    setTimeout(() => void send(message), answer.retryAfter ?? 1_000)
  } else if (answer.code !== 'disconnected') {
    throw new Error(`message.send was refused: ${answer.code} ${answer.title ?? ''}`)
  }
}

const sendAgain = (client: Client) => {
  for (const message of byClient.get(client) ?? []) void send(message)
}

function post(from: Client, customer: WidgetClient): void {
  const message = { id: clientId(), from, customer }
  unsent.set(message.id, message)
  arrivals.set(message.id, 0)
  const own = byClient.get(from) ?? new Set()
  byClient.set(from, own.add(message))
  void send(message)
}

const count = (id: string) => void arrivals.set(id, (arrivals.get(id) ?? 0) + 1)

async function until(condition: () => boolean, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function open({ access, widgets: many, agents: team }: Extract<Order, { type: 'open' }>) {
  const members = await makeMembers(access, many)
  const next = members.values()
  const lane = async () => {
    for (const member of next) {
      const ready = Promise.withResolvers<void>()
      const widget: WidgetClient = openWidget(access, member, {
        ready() {
          ready.resolve()
          sendAgain(widget)
        },
        message: count,
      })
      await ready.promise
      await new Promise((resolve) => setImmediate(resolve))
      widgets.push(widget)
      // Creates the customer, whose log the widget follows from now on.
      post(widget, widget)
      await until(() => widget.seq > 0, settleMs)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  for (let index = 0; index < team; index++) {
    const agent: Client = openAgent(access, { ready: () => sendAgain(agent) })
    agents.push(agent)
  }
  await until(() => agents.every(({ connection }) => connection.state.get().name === 'ready'), settleMs)
  // So that no conversation is assigned while it is measured.
  for (const [index, widget] of widgets.slice(0, activeCustomers).entries())
    post(agents[index % agents.length] as Client, widget)
  await until(() => unsent.size === 0, settleMs)
  tell({ type: 'opened' })
}

function setLoad(rate: number): void {
  clearInterval(load)
  if (rate === 0) return
  let due = Date.now()
  load = setInterval(() => {
    for (; due <= Date.now(); due += 1000 / rate) {
      turns += 1
      // First each customer writes, then an agent answers.
      const turn = Math.floor(turns / 2)
      const customer = widgets[turn % Math.min(activeCustomers, widgets.length)] as WidgetClient
      post(turns % 2 === 0 ? customer : (agents[turn % agents.length] as Client), customer)
    }
  }, 5)
}

async function storm(): Promise<void> {
  const began = Date.now()
  const all = [...widgets, ...agents]
  const before = all.reduce((sum, { failures }) => sum + failures, 0)
  const resumed: Resumed = { widgets: [], agents: [], failures: 0 }
  for (const client of all) {
    const times = agents.includes(client) ? resumed.agents : resumed.widgets
    const { failures } = client
    client.onResumed = () => {
      // Before the stop, entries arrive as usual.
      if (client.failures === failures) return
      client.onResumed = null
      times.push(Date.now() - began)
    }
  }
  await until(() => all.every(({ onResumed }) => onResumed === null), 120_000)
  // Without the loss of the connection itself, one of each client.
  resumed.failures = all.reduce((sum, { failures }) => sum + failures, 0) - before - all.length
  tell({ type: 'resumed', resumed })
}

async function settle(): Promise<void> {
  await until(() => unsent.size === 0 && [...arrivals.values()].every((times) => times > 0), backlogMs)
  const times = [...arrivals.values()]
  tell({
    type: 'settled',
    tally: {
      sent: times.length,
      waiting: unsent.size,
      lost: [...arrivals].filter(([id, often]) => often === 0 && !unsent.has(id)).length,
      duplicates: times.filter((often) => often > 1).length,
      clientIds: [...arrivals.keys()],
    },
  })
}

process.on('message', (order: Order) => {
  if (order.type === 'open') void open(order)
  else if (order.type === 'load') setLoad(order.rate)
  else if (order.type === 'storm') void storm()
  else void settle()
})
process.on('disconnect', () => process.exit(0))
