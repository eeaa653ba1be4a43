import type { StoredEntry } from '@parley/server/core/event-log'
import { createBus } from '@parley/server/core/bus/create-bus'
import { createLogger } from '@parley/server/core/logger'
import { createSecrets } from '@parley/server/core/secrets'
import { text200 } from '../chat/system.ts'
import type { BusOrder, BusSettings, BusTally } from './bus-orders.ts'

/**
 * One process of P3: only the bus, as the service uses it. Each process follows customers of its own and publishes entries of the
 * customers that the next process follows.
 */
const settings = JSON.parse(process.env['BUS'] ?? '') as BusSettings
const { own, others } = settings
const followed = new Set(own)
/** On a clock that all processes of this machine share. */
const now = () => performance.timeOrigin + performance.now()
const frames = { sent: 0, received: 0 }
let published = 0
let latencies: number[] = []
let processorBefore = process.cpuUsage()

const bus = createBus({
  nats: settings.nats,
  databaseUrl: settings.databaseUrl,
  secrets: createSecrets('a secret that only a benchmark would use'),
  logger: createLogger('error'),
  metrics: {
    busFrames: {
      inc: ({ direction }: { direction: 'sent' | 'received' }, count: number) =>
        void (frames[direction] += count),
    },
    busMessages: { inc: () => {} },
  } as unknown as Parameters<typeof createBus>[0]['metrics'],
  onError: (error) => console.error(error),
})
for (const customer of own) bus.follow(customer)
bus.subscribe('log', ({ customer_id: customer, entries }) => {
  const [entry] = entries ?? []
  if (entry && followed.has(customer)) latencies.push(now() - Number(entry.created_at))
})

function publish(customer: string, due: number): void {
  const id = crypto.randomUUID()
  const entry: StoredEntry = {
    id,
    seq: 2,
    type: 'message.created',
    audience: 'both',
    conversation_id: customer,
    actor: { type: 'customer' },
    data: {
      id,
      sender_type: 'customer',
      client_id: id,
      content: text200,
      media: [],
      created_at: settings.date,
    },
    created_at: String(due),
  }
  published += 1
  bus.publish('log', {
    organization_id: settings.organization,
    customer_id: customer,
    after: 1,
    to: 2,
    entries: [entry],
    born: null,
  })
}

/** Open loop: hints are due at random times, and the clock starts when one is due. */
async function run(rate: number, seconds: number): Promise<void> {
  let next = now()
  const end = next + seconds * 1000
  while (next < end) {
    for (; next <= now() && next < end; next += (-Math.log(1 - Math.random()) / rate) * 1000)
      publish(others[published % others.length] as string, next)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

function takeTally(): BusTally {
  const { user, system } = process.cpuUsage(processorBefore)
  const tally = { published, latencies, ...frames, processor: (user + system) / 1e6 }
  published = 0
  latencies = []
  frames.sent = 0
  frames.received = 0
  processorBefore = process.cpuUsage()
  return tally
}

async function follow(order: BusOrder): Promise<void> {
  if (order.type === 'tally') return void process.send?.(takeTally())
  takeTally()
  await run(order.rate, order.seconds)
  process.send?.('done')
}

process.on('message', (order: BusOrder) => void follow(order))
process.on('disconnect', () => process.exit(0))
