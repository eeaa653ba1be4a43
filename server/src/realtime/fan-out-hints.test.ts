import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createLocalBus, type Bus } from '../core/bus/bus.ts'
import { createSharedBus } from '../core/bus/shared-bus.ts'
import type { OpenTransport } from '../core/bus/transport.ts'
import { openDatabase } from '../core/database.ts'
import { compactHint, createEventLog, type LogHint } from '../core/event-log.ts'
import { newId } from '../core/ids.ts'
import type { LogEntry } from '@parley/protocol/event'
import { meet, networks, useBuses, withoutSecondGap } from '../testing/bus-processes.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createFanOut, type Follower } from './fan-out.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { AnySession } from './socket-session.ts'

const { closing } = useBuses()
const logger = pino({ level: 'silent' })
const onError = (error: unknown) => {
  throw error
}

/** A process of an installation. While `state.isDeaf`, its frames are lost without a sign. */
function createProcess(openTransport: OpenTransport) {
  const state = { isDeaf: false, lost: 0, gaps: 0 }
  const bus = createSharedBus({
    openTransport: (events) =>
      withoutSecondGap(openTransport)({
        ...events,
        onFrame(text) {
          if (!state.isDeaf) events.onFrame(text)
          else if (text.includes('"log"')) state.lost += 1
        },
      }),
    compact: ([subject, message]) => [subject, compactHint(message as LogHint)],
    customerOf: ([, message]) => (message as LogHint).customer_id,
    logger,
    onError,
  })
  closing.push(bus.close)
  bus.onGap(() => (state.gaps += 1))
  return { bus, state }
}

/** A customer's log, and a follower of it in another process. */
async function scene(reader: Bus) {
  const database = await createTestDatabase()
  closing.push(database.drop)
  const handle = openDatabase(database.url)
  closing.push(handle.close)
  const hints: LogHint[] = []
  const writer = createLocalBus(onError)
  writer.subscribe('log', (hint) => void hints.push(hint))
  const log = createEventLog({ db: handle.db, bus: writer, clock: Date.now, outbox: async () => () => {} })
  const [customerId, organizationId] = [newId(), newId()]
  await log.transact(async (tx) => {
    tx.begin({ customer_id: customerId, organization_id: organizationId, provider_id: newId(), born: 'x' })
  })
  hints.splice(0)
  const append = (count: number) =>
    log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      if (!head) throw new Error('no head')
      const entry = {
        type: 'messages.cleared' as const,
        audience: 'both' as const,
        conversation_id: null,
        actor: { type: 'system' as const },
        data: {},
      }
      tx.append(
        head,
        Array.from({ length: count }, () => entry),
      )
    })
  const fanOut = createFanOut({
    db: handle.db,
    pool: handle.pool,
    bus: reader,
    render: (entry) => entry as unknown as LogEntry,
    findCustomers: async () => new Map(),
    onError,
  })
  closing.push(fanOut.close)
  const received: number[] = []
  const sink = {
    closed: false,
    close: () => {},
    sendText(frame: string, sent?: () => void) {
      const { params } = JSON.parse(frame) as { params: { entries: { seq: number }[] } }
      received.push(...params.entries.map(({ seq }) => seq))
      sent?.()
    },
  }
  const follower = fanOut.follow({
    sink,
    organizationId,
    customerId,
    reader: 'customer',
    readerId: 'customer',
  })
  fanOut.start(follower, 0)
  return { append, hints, fanOut, follower, received }
}

/** The heartbeat of one socket, due after a second. */
function runHeartbeat(follower: Follower, catchUp: (followers: Follower[]) => Promise<void>): void {
  const session = {
    number: 1,
    heardAt: performance.now(),
    followers: () => [follower],
    notify: () => {},
    close: () => {},
  } as unknown as AnySession
  const { stop } = startHeartbeat({ sessions: [[session]], catchUp, settle: () => {}, onError })
  closing.push(async () => stop())
}

const positions = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Publishes every hint in a mixed order, alternately by both publishers, and every tenth by both. */
async function publishMixed(hints: LogHint[], publishers: [Bus, Bus]): Promise<void> {
  for (let index = 0; index < hints.length; index += 1) {
    // A permutation, because 7,919 is prime.
    const hint = hints[(index * 7_919) % hints.length]!
    publishers[index % 2]!.publish('log', hint)
    if (index % 10 === 0) publishers[(index + 1) % 2]!.publish('log', hint)
    if (index % 100 === 99) await new Promise(setImmediate)
  }
}

/** One hint per entry. */
const single = (hints: LogHint[]): LogHint[] =>
  hints.flatMap((hint) =>
    hint.entries!.map((entry) => ({ ...hint, after: entry.seq - 1, to: entry.seq, entries: [entry] })),
  )

async function expectInOrder(reader: Bus, publishers: [Bus, Bus]): Promise<void> {
  const { append, hints, received } = await scene(reader)
  for (let count = 0; count < 10_000; count += 500) await append(500)
  await publishMixed(single(hints), publishers)
  await expect.poll(() => received.length).toBe(10_000)
  expect(received).toEqual(positions(10_000))
}

const title =
  '[L1] [L5] 10,000 hints in a mixed order, some of them repeated: each entry is sent once and in order'

test(`${title}, in one process`, async () => {
  const bus = createLocalBus(onError)
  await expectInOrder(bus, [bus, bus])
})

describe.each(networks)('between processes, by %s', (_name, createNetwork) => {
  test(title, async () => {
    const network = await createNetwork(closing)
    const open = async () => createProcess((await network.join()).open).bus
    const [reader, one, other] = [await open(), await open(), await open()]
    await meet(reader, one, other)
    await expectInOrder(reader, [one, other])
  })

  test('[L5] hints that are lost without a gap are made up for by the heartbeat', async () => {
    const network = await createNetwork(closing)
    const writer = createProcess((await network.join()).open)
    await writer.bus.connected
    const { bus, state } = createProcess((await network.join()).open)
    // Those of the new connection.
    await expect.poll(() => state.gaps).toBe(2)
    const { append, hints, fanOut, follower, received } = await scene(bus)
    state.isDeaf = true
    await append(3)
    for (const hint of hints) writer.bus.publish('log', hint)
    await expect.poll(() => state.lost).toBeGreaterThan(0)
    expect(received).toEqual([])
    runHeartbeat(follower, fanOut.catchUp)
    await expect.poll(() => received).toEqual([1, 2, 3])
    expect(state.gaps).toBe(2)
  })
})
