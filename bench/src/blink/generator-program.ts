import { clientId } from '../chat/product.ts'
import { text200 } from '../chat/system.ts'
import { makeMembers } from '../handshake/members.ts'
import { openAgent, openWidget, type Client, type WidgetClient } from '../storm/client.ts'
import type { Order, Report } from './wire-types.ts'

/** How long a connection holds, on average, and how long its client is offline then. */
const heldMs = 15_000
const offlineMs = 2_000
const concurrency = 50
const settleMs = 60_000

interface Message {
  id: string
  from: Client
  customer: WidgetClient
  due: number
  isAcknowledged: boolean
  arrivals: number
}

interface Agent extends Client {
  /** Last received position, by customer. */
  positions: Map<string, number>
}

const messages = new Map<string, Message>()
const unsent = new Map<Client, Set<Message>>()
const widgets: WidgetClient[] = []
const agents: Agent[] = []
const latencies: number[] = []
const recoveries: number[] = []

async function send(message: Message): Promise<void> {
  const { id, from, customer } = message
  const params = { client_id: id, content: text200 }
  const answer = await from.connection.request(
    'message.send',
    from === customer ? params : { ...params, customer_id: customer.customerId ?? '' },
  )
  if (answer.ok) {
    message.isAcknowledged = true
    unsent.get(from)?.delete(message)
  } else if (answer.code !== 'disconnected') {
    setTimeout(() => void send(message), answer.retryAfter ?? 1_000)
  }
}

function post(from: Client, customer: WidgetClient, due: number): Message {
  const message = { id: clientId(), from, customer, due, isAcknowledged: false, arrivals: 0 }
  messages.set(message.id, message)
  const own = unsent.get(from) ?? new Set()
  unsent.set(from, own.add(message))
  void send(message)
  return message
}

const sendAgain = (client: Client) => {
  for (const message of unsent.get(client) ?? []) void send(message)
}

/** Counts a message once it has reached the other side. */
function arrived(id: string, at: Client): void {
  const message = messages.get(id)
  if (!message || message.from === at) return
  message.arrivals += 1
  if (message.arrivals === 1) latencies.push(performance.now() - message.due)
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + settleMs
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}

const isReady = ({ connection }: Client) => connection.state.get().name === 'ready'

function openTeam({ access, agents: team }: Order): void {
  for (let index = 0; index < team; index++) {
    const positions = new Map<string, number>()
    const client = openAgent(access, {
      ready() {
        for (const [customer_id, after] of positions)
          void client.connection.request('customer.follow', { customer_id, after })
        sendAgain(agent)
      },
      entries({ customer_id, after, to, entries }) {
        const seq = positions.get(customer_id) ?? 0
        if (after > seq) throw new Error('A gap in the log')
        for (const entry of entries)
          if (entry.seq > seq && entry.type === 'message.created') arrived(entry.data.client_id, agent)
        positions.set(customer_id, Math.max(seq, to))
      },
    })
    const agent: Agent = Object.assign(client, { positions })
    agents.push(agent)
  }
}

/** Every widget has a conversation that an agent has answered: no conversation is assigned while it is measured. */
async function openWidgets({ access, conversations }: Order): Promise<void> {
  const next = (await makeMembers(access, conversations)).entries()
  const lane = async () => {
    for (const [index, member] of next) {
      const widget: WidgetClient = openWidget(access, member, {
        ready: () => sendAgain(widget),
        message: (id) => arrived(id, widget),
      })
      await until(() => isReady(widget))
      const first = post(widget, widget, 0)
      await until(() => first.isAcknowledged && widget.seq > 0)
      const agent = agents[index % agents.length] as Agent
      const customerId = widget.customerId ?? ''
      agent.positions.set(customerId, 0)
      await agent.connection.request('customer.follow', { customer_id: customerId, after: 0 })
      const answer = post(agent, widget, 0)
      await until(() => answer.isAcknowledged)
      widgets[index] = widget
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/** Cuts a client's network again and again. Returns how to stop. */
function blink(client: Client): () => void {
  let timer: NodeJS.Timeout
  const cut = () => {
    client.network.cut(offlineMs)
    const back = performance.now() + offlineMs
    client.onResumed = () => {
      client.onResumed = null
      recoveries.push(performance.now() - back)
    }
    timer = setTimeout(cut, offlineMs + heldMs * (0.5 + Math.random()))
  }
  timer = setTimeout(cut, heldMs * Math.random())
  return () => clearTimeout(timer)
}

async function load({ rate, seconds }: Order): Promise<void> {
  const begin = performance.now()
  let turn = 0
  for (let due = begin; due < begin + seconds * 1000;) {
    for (; due <= performance.now(); due += (-Math.log(1 - Math.random()) / rate) * 1000) {
      turn += 1
      const index = (turn >> 1) % widgets.length
      const widget = widgets[index] as WidgetClient
      post(turn % 2 === 0 ? widget : (agents[index % agents.length] as Agent), widget, due)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

async function run(order: Order): Promise<void> {
  openTeam(order)
  await until(() => agents.every(isReady))
  await openWidgets(order)
  await until(() => [...messages.values()].every(({ arrivals }) => arrivals > 0))
  messages.clear()
  latencies.length = 0
  const stops = [...widgets, ...agents].map(blink)
  await load(order)
  for (const stop of stops) stop()
  const all = [...messages.values()]
  await until(() => all.every(({ isAcknowledged, arrivals }) => isAcknowledged && arrivals > 0))
  const report: Report = {
    sent: all.length,
    unanswered: all.filter(({ isAcknowledged }) => !isAcknowledged).length,
    lost: all.filter(({ isAcknowledged, arrivals }) => isAcknowledged && arrivals === 0).length,
    duplicates: all.filter(({ arrivals }) => arrivals > 1).length,
    latencies,
    recoveries,
    clientIds: all.map(({ id }) => id),
  }
  process.send?.(report)
}

process.on('message', (order: Order) => void run(order))
process.on('disconnect', () => process.exit(0))
