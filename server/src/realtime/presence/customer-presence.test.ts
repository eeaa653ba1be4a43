import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import type { PeerListener } from './agent-presence.ts'
import { createCustomerPresence } from './customer-presence.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Two processes on one bus; `left` has an agent of the organization `o`. */
function pair() {
  const bus = createLocalBus((error) => {
    throw error
  })
  const messages: string[] = []
  const changes: string[] = []
  const listeners: PeerListener[] = []
  /** Processes whose lease has expired. */
  const forgotten = new Set<string>()
  const start = (process: string, peer: string) =>
    createCustomerPresence({
      bus,
      process,
      agents: {
        hasLocal: (organizationId) => process === 'left' && organizationId === 'o',
        peers: () => [peer].filter((id) => !forgotten.has(id)),
        isKnown: (id) => id === peer && !forgotten.has(id),
        onPeers(listener) {
          if (process === 'left') listeners.push(listener)
          return () => {}
        },
      },
    })
  const [left, right] = [start('left', 'right'), start('right', 'left')]
  for (const subject of ['presence.watch', 'presence.watched', 'presence.customers'] as const)
    bus.subscribe(subject, () => messages.push(subject))
  left.onChange(({ id, online }) => changes.push(`${id} ${online ? 'on' : 'off'}`))
  return { left, right, bus, messages, changes, listeners, forgotten }
}
const online = async (presence: ReturnType<typeof pair>['left'], ...ids: string[]) => [
  ...(await presence.online('o', ids, 'socket')),
]
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const second = () => seconds(1)

test('customers on nobody’s screen cause no message', async () => {
  const { right, left, messages, changes } = pair()
  const leave = right.enter('o', 'ada')
  left.enter('o', 'bea')
  await second()
  leave()
  await seconds(3)
  expect(messages).toEqual([])
  expect(changes).toEqual([])
})

test('customers on a screen are asked for once, and their changes are reported', async () => {
  const { left, right, messages, changes } = pair()
  const leave = right.enter('o', 'ada')
  await second()
  expect(await left.online('other', ['ada'], 'socket')).toEqual(new Set())
  expect(await online(left, 'ada', 'bea')).toEqual(['ada'])
  messages.length = 0
  expect(await online(left, 'ada', 'bea')).toEqual(['ada'])
  expect(messages).toEqual([])
  leave()
  right.enter('o', 'bea')
  await seconds(3)
  expect(messages).toEqual(['presence.customers', 'presence.customers'])
  expect(changes).toEqual(['bea on', 'ada off'])
  expect(await online(left, 'ada', 'bea')).toEqual(['bea'])
})

test('whoever opens the next page within a second has not left', async () => {
  const { left, right, messages, changes } = pair()
  right.enter('o', 'ada')()
  const leave = right.enter('o', 'ada')
  await online(left, 'ada')
  await second()
  messages.length = 0
  leave()
  right.enter('o', 'ada')
  await second()
  expect(messages).toEqual([])
  expect(changes).toEqual([])
})

test.each(['left', 'right'] as const)(
  'whoever opens the next page has not left, also while others come and go: back in the %s process',
  async (next) => {
    const { left, right, changes } = pair()
    const leave = right.enter('o', 'ada')
    await second()
    await online(left, 'ada', 'bea')
    right.enter('o', 'bea')
    await vi.advanceTimersByTimeAsync(900)
    leave()
    await vi.advanceTimersByTimeAsync(500)
    ;({ left, right })[next].enter('o', 'ada')
    await seconds(5)
    expect(changes).not.toContain('ada off')
  },
)

test('who leaves right after a list showed them as online is reported', async () => {
  const { left, right, changes } = pair()
  const leaveThere = right.enter('o', 'ada')
  const leaveHere = left.enter('o', 'bea')
  expect(await online(left, 'ada', 'bea')).toEqual(['ada', 'bea'])
  leaveThere()
  leaveHere()
  await seconds(3)
  expect(changes.toSorted()).toEqual(['ada off', 'bea off'])
})

test('a process without agents of the organization asks again, and is not told of changes', async () => {
  const { left, right, messages } = pair()
  const leave = left.enter('o', 'ada')
  await second()
  expect(await online(right, 'ada')).toEqual(['ada'])
  messages.length = 0
  leave()
  await seconds(3)
  expect(messages).toEqual([])
  expect(await online(right, 'ada')).toEqual([])
})

test('when its last agent has left, a process is told of no more changes', async () => {
  const { left, right, listeners, messages } = pair()
  await online(left, 'ada')
  for (const { lastLeft } of listeners) lastLeft?.('o')
  messages.length = 0
  right.enter('o', 'ada')
  await second()
  expect(messages).toEqual([])
})

test('customers of a process that is gone are offline', async () => {
  const { left, right, changes, listeners } = pair()
  right.enter('o', 'ada')
  expect(await online(left, 'ada')).toEqual(['ada'])
  for (const { left: gone } of listeners) gone?.('right')
  expect(changes).toEqual(['ada off'])
  expect(await online(left, 'ada')).toEqual([])
})

test('a process without a lease is not believed until it has one again', async () => {
  const { left, right, bus, changes, listeners, forgotten } = pair()
  right.enter('o', 'ada')
  await online(left, 'ada')
  forgotten.add('right')
  for (const { left: gone } of listeners) gone?.('right')
  right.enter('o', 'bea')
  await second()
  expect(await online(left, 'ada', 'bea')).toEqual([])
  bus.reportGap()
  expect(await online(left, 'ada', 'bea')).toEqual([])
  expect(changes).toEqual(['ada off'])
  forgotten.clear()
  for (const { joined } of listeners) joined?.('right')
  expect(changes).toEqual(['ada off', 'ada on', 'bea on'])
})

test('after a gap of the bus, customers on a screen are asked for again', async () => {
  const { left, right, bus, changes } = pair()
  right.enter('o', 'ada')
  await online(left, 'ada')
  // The message was lost.
  right.close()
  bus.reportGap()
  expect(changes).toEqual([])
  const restarted = createCustomerPresence({
    bus,
    process: 'right',
    agents: { hasLocal: () => false, peers: () => ['left'], isKnown: () => true, onPeers: () => () => {} },
  })
  bus.reportGap()
  expect(changes).toEqual(['ada off'])
  restarted.close()
})

test('a process that does not answer delays a list by 200 ms only, and its late answer is a change', async () => {
  const { left, right, bus, changes } = pair()
  right.close()
  let answered: string[] | undefined
  void online(left, 'ada').then((ids) => (answered = ids))
  await vi.advanceTimersByTimeAsync(199)
  expect(answered).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toEqual([])
  bus.publish('presence.watched', {
    process: 'right',
    to: 'left',
    request: 1,
    organization_id: 'o',
    asked: ['ada'],
    online: ['ada'],
  })
  expect(changes).toEqual(['ada on'])
})

test('beyond 2,000 customers of an organization, those shown longest ago are dropped', async () => {
  const { left, right, messages } = pair()
  await online(left, 'first')
  for (let start = 0; start < 2_000; start += 200)
    await online(left, ...Array.from({ length: 200 }, (_, index) => `customer ${start + index}`))
  messages.length = 0
  right.enter('o', 'first')
  await second()
  expect(messages).toEqual([])
  right.enter('o', 'customer 1999')
  await second()
  expect(messages).toEqual(['presence.customers'])
})

test('what API keys read is answered, but not watched', async () => {
  const { left, right, messages } = pair()
  const leave = right.enter('o', 'ada')
  await second()
  expect(await left.online('o', ['ada'], 'program')).toEqual(new Set(['ada']))
  messages.length = 0
  leave()
  await seconds(3)
  expect(messages).toEqual([])
  expect(await left.online('o', ['ada'], 'program')).toEqual(new Set())
})

test('what API keys read does not displace what agents see', async () => {
  const { left, right, messages } = pair()
  const list = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`)
  await online(left, 'exported')
  await online(left, 'seen')
  await online(left, ...list('customer', 1_998))
  await left.online('o', ['exported', ...list('unseen', 2_000)], 'program')
  await online(left, 'new')
  messages.length = 0
  right.enter('o', 'exported')
  right.enter('o', 'unseen 0')
  await second()
  expect(messages).toEqual([])
  right.enter('o', 'seen')
  await second()
  expect(messages).toEqual(['presence.customers'])
})

test('what an agent reads in another process is watched where the agent is connected', async () => {
  const { left, right, bus, changes, messages } = pair()
  const leave = right.enter('o', 'ada')
  await second()
  const repeated = vi.fn<() => void>()
  bus.subscribe('presence.shown', ({ process }) => process === 'left' && repeated())
  expect(await right.online('o', ['ada', 'bea'], 'program')).toEqual(new Set(['ada']))
  expect(await right.online('other', ['ada'], 'agent')).toEqual(new Set())
  leave()
  await seconds(3)
  expect(changes).toEqual([])
  expect(await right.online('o', ['ada', 'bea'], 'agent')).toEqual(new Set())
  await vi.advanceTimersByTimeAsync(0)
  right.enter('o', 'ada')
  left.enter('o', 'bea')
  await second()
  expect(changes.toSorted()).toEqual(['ada on', 'bea on'])
  expect(messages).toContain('presence.customers')
  expect(repeated).not.toHaveBeenCalled()
})

test('who has left when the process of the agent asks is reported', async () => {
  const { bus, changes } = pair()
  const shown = (online: string[]) =>
    bus.publish('presence.shown', { process: 'right', organization_id: 'o', customer_ids: ['ada'], online })
  shown(['ada'])
  await second()
  expect(changes).toEqual(['ada off'])
})
