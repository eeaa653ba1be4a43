import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { openAgentSession, type AgentSession } from './agent-session.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, settle, until, type TestPlatform } from '../testing/test-platform.ts'

const organizationId = '019bff00-0000-7000-8000-000000000001'
const customerId = '019bff00-0000-7000-8000-00000000000c'
const agentId = '019bff00-0000-7000-8000-00000000000a'

let session: AgentSession
afterEach(() => session.close())

test('system lines of the history are read in pages, without messages', async () => {
  const server = new FakeServer(customerId)
  server.agentId = agentId
  server.log.message('customer', 'one', 'client-one')
  server.log.assign({ id: agentId, name: 'Ada', avatar_url: null })
  server.log.message('customer', 'two', 'client-two')
  server.log.assign(null)
  session = openAgentSession({
    socketUrl: 'wss://support.example/v1/socket',
    organizationId,
    agentId,
    platform: createTestPlatform(server.openSocket),
  })
  const follow = session.followCustomer(customerId)
  await until(() => follow.timeline.get().status.name === 'ready')

  server.refusals.push({ method: 'log.read', code: 'unavailable' })
  expect(await follow.readLines(0)).toMatchObject({ ok: false, code: 'unavailable' })
  const first = await follow.readLines(0)
  const second = await follow.readLines(3)
  expect([first, second].map((answer) => answer.ok && answer.value.to)).toEqual([3, 5])
  expect([first, second].flatMap((answer) => (answer.ok ? answer.value.lines : []))).toMatchObject([
    { event: 'started', seq: 1 },
    { event: 'assigned', seq: 3, agent: { name: 'Ada' } },
    { event: 'assigned', seq: 5, agent: null },
  ])
})

const otherCustomer = (number: number) => `019bff00-0000-7000-8000-${String(number).padStart(12, '0')}`

async function openSession() {
  const server = new FakeServer(customerId)
  server.agentId = agentId
  const platform = createTestPlatform(server.openSocket)
  session = openAgentSession({
    socketUrl: 'wss://support.example/v1/socket',
    organizationId,
    agentId,
    platform,
  })
  await until(() => session.state.get().name === 'ready')
  /** Advances the clock while the connection stays. */
  async function stayConnected(milliseconds: number) {
    const { opened } = server
    for (let passed = 0; passed < milliseconds; passed += 10_000) {
      server.say('ping', { seq: 0 })
      await platform.advance(10_000)
    }
    expect(server.opened).toBe(opened)
  }
  return { server, platform, stayConnected }
}

async function openFollowing() {
  const opened = await openSession()
  const follow = session.followCustomer(customerId)
  await until(() => follow.timeline.get().status.name === 'ready')
  return { ...opened, follow }
}

test('two holders share one timeline, which is kept for a while after the last has stopped', async () => {
  const { server, platform, stayConnected, follow: first } = await openFollowing()
  const second = session.followCustomer(customerId)
  expect(second.timeline).toBe(first.timeline)
  first.stop()
  first.stop()
  await stayConnected(60_000)
  expect(server.requests('customer.unfollow')).toEqual([])
  second.stop()
  await platform.advance(14_999)
  const back = session.followCustomer(customerId)
  expect(back.timeline).toBe(first.timeline)
  back.stop()
  await stayConnected(60_000)
  expect(server.requests('customer.unfollow')).toHaveLength(1)
  expect(session.followCustomer(customerId).timeline).not.toBe(first.timeline)
})

test('what was read during an outage is reported after it, also if the conversation was left meanwhile', async () => {
  const { server, platform, stayConnected, follow } = await openFollowing()
  server.log.message('customer', 'hello', 'hello')
  server.announce()
  await until(() => follow.timeline.get().unread === 1)
  server.reachable = false
  server.close(1006)
  await until(() => session.state.get().name === 'waiting')
  follow.markRead()
  follow.stop()
  await platform.advance(90_000)
  server.reachable = true
  session.retryNow()
  await until(() => session.state.get().name === 'ready')
  await platform.advance(300)
  expect(server.log.receipts.agents).toEqual({ delivered: 2, read: 2 })
  expect(server.requests('customer.unfollow')).toEqual([])
  await stayConnected(60_000)
  expect(server.requests('customer.unfollow')).toHaveLength(1)
})

test('a message to a customer who is no longer followed is complete when acknowledged', async () => {
  const { server, stayConnected, follow } = await openFollowing()
  follow.stop()
  await stayConnected(60_000)
  expect(server.requests('customer.unfollow')).toHaveLength(1)
  follow.send({ content: 'hi' })
  await until(() => server.log.end > 0)
  await settle()
  const back = session.followCustomer(customerId)
  expect(back.timeline.get().pending).toEqual([])
  await until(() => back.timeline.get().items.length > 0)
})

test('an acknowledged message without an entry is not pending after following again', async () => {
  const { server, stayConnected, follow } = await openFollowing()
  server.loses = () => true
  follow.send({ content: 'hi' })
  await until(() => follow.timeline.get().pending[0]?.state.name === 'sent')
  follow.stop()
  await stayConnected(60_000)
  expect(session.followCustomer(customerId).timeline.get().pending).toEqual([])
})

test('a follow that was refused is not requested again after its end', async () => {
  const { server, stayConnected } = await openSession()
  server.refusals.push({ method: 'customer.follow', code: 'rate_limited', retry_after: 60_000 })
  session.followCustomer(customerId).stop()
  await stayConnected(180_000)
  const methods = server.received.map(({ method }) => method).filter((name) => name.startsWith('customer.'))
  expect(methods).toEqual(['customer.follow', 'customer.unfollow'])
})

test('above 100 follows the one that has been idle longest ends, and its customer can be opened again', async () => {
  const { server, platform, stayConnected } = await openSession()
  const follows = Array.from({ length: 100 }, (_, number) => session.followCustomer(otherCustomer(number)))
  for (const number of [7, 3, 5]) {
    follows[number]?.stop()
    await platform.advance(1)
  }
  session.followCustomer(otherCustomer(3))
  const opened = session.followCustomer(otherCustomer(100))
  await until(() => opened.timeline.get().status.name === 'ready')
  const ended = () => server.requests('customer.unfollow').map(({ params }) => params.customer_id)
  expect(ended()).toEqual([otherCustomer(7)])
  const last = server.received.filter(({ method }) => method.startsWith('customer.')).slice(-2)
  expect(last.map(({ method }) => method)).toEqual(['customer.unfollow', 'customer.follow'])

  const back = session.followCustomer(otherCustomer(7))
  await until(() => back.timeline.get().status.name === 'ready')
  expect(ended()).toEqual([otherCustomer(7), otherCustomer(5)])
  await stayConnected(120_000)
  expect(ended()).toHaveLength(2)
})

test('follows that are in use never end early', async () => {
  const { server } = await openSession()
  for (let number = 0; number <= 100; number++) session.followCustomer(otherCustomer(number))
  await until(() => server.requests('customer.follow').length === 101)
  await settle()
  expect(server.requests('customer.unfollow')).toEqual([])
})

type RefusalCode = FakeServer['refusals'][number]['code']

/** A failover to a log without its last entries. Resolves once the agent's first page was refused. */
async function failOver(server: FakeServer, platform: TestPlatform, entries: number, code: RefusalCode) {
  const pages = server.requests('message.history').length
  server.close(1006)
  server.log.entries.length = entries
  server.refusals.push({ method: 'message.history', code })
  await until(() => session.state.get().name === 'waiting')
  await platform.advance(1_000)
  await until(() => server.requests('message.history').length > pages)
}

test('a log that ends before the own position, restored after a failover, is shown from the service', async () => {
  const { server, platform } = await openSession()
  for (const text of ['one', 'two', 'lost', 'lost too']) server.log.message('customer', text, text)
  const follow = session.followCustomer(customerId)
  const messages = () =>
    follow.timeline.get().items.flatMap((item) => (item.kind === 'message' ? [item.message.content] : []))
  const restored = server.log.receipts
  await until(() => messages().length === 4)
  follow.markRead()
  // Otherwise the receipt's entry reveals the gap.
  await platform.advance(300)
  server.log.receipts = restored
  await failOver(server, platform, 3, 'unavailable')
  server.log.message('customer', 'three', 'three')
  server.announce()
  await platform.advance(2_000)
  expect(messages()).toEqual(['one', 'two', 'three'])
  expect(follow.timeline.get().unread).toBe(3)
  expect(server.log.receipts.agents).toEqual({ delivered: 4, read: 0 })
  follow.markRead()
  await platform.advance(300)
  expect(server.log.receipts.agents).toEqual({ delivered: 4, read: 4 })
  server.log.message('customer', 'four', 'four')
  server.announce()
  await until(() => messages().length === 4)
  expect(messages()).toEqual(['one', 'two', 'three', 'four'])
})

async function followLogThatWillBeShorter() {
  const { server, platform } = await openSession()
  for (const text of ['one', 'two', 'lost', 'lost too']) server.log.message('customer', text, text)
  const follow = session.followCustomer(customerId)
  await until(() => follow.timeline.get().items.length > 0)
  await platform.advance(300)
  return { server, platform, follow }
}

test('while a shorter log is loaded, messages are sent and shown as pending', async () => {
  const { server, platform, follow } = await followLogThatWillBeShorter()
  await failOver(server, platform, 3, 'unavailable')
  await settle()
  expect(follow.send({ content: 'own' })).toMatchObject({ ok: true })
  expect(follow.timeline.get()).toMatchObject({ status: { name: 'loading' }, pending: [{ content: 'own' }] })
  await platform.advance(2_000)
  await until(() => follow.timeline.get().pending.length === 0)
  expect(follow.timeline.get().items.at(-1)).toMatchObject({ message: { content: 'own' } })
})

test('a shorter log that cannot be loaded is reported', async () => {
  const { server, platform, follow } = await followLogThatWillBeShorter()
  await failOver(server, platform, 3, 'forbidden')
  await settle()
  expect(follow.timeline.get().status).toEqual({ name: 'failed', code: 'forbidden' })
})
