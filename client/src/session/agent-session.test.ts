import 'fake-indexeddb/auto'
import { agentCommands } from '@parley/protocol/upstream'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerFollow } from './customer-follow.ts'
import { openAgentSession, type AgentSession } from './agent-session.ts'
import { closeDatabase } from '../browser/database.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, settle, until, type TestPlatform } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const organizationId = '019bff00-0000-7000-8000-000000000001'
const agentId = '019bff00-0000-7000-8000-00000000000a'
const customerId = '019bff00-0000-7000-8000-00000000000c'

let server: FakeServer
let platform: TestPlatform
let session: AgentSession

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  server = new FakeServer(customerId)
  platform = createTestPlatform(server.openSocket)
  server.agentId = agentId
})

afterEach(async () => {
  session.close()
  await settle()
  expect(platform.timers(), 'A closed session leaves no timer').toBe(0)
  expect(server.ends.size, 'A closed session leaves no socket').toBe(0)
  expect(wrongRequests(server, agentCommands)).toEqual([])
})

const state = () => session.state.get().name
const open = () =>
  (session = openAgentSession({
    socketUrl: 'wss://support.example/v1/socket',
    organizationId,
    agentId,
    platform,
  }))
const ready = () => until(() => state() === 'ready')
const view = (follow: CustomerFollow) => follow.timeline.get()
const messages = (follow: CustomerFollow) =>
  view(follow).items.flatMap((item) => (item.kind === 'message' ? [item.message.content] : []))

function customerWrites(content: string) {
  server.log.message('customer', content, `client-${server.log.end}`)
  server.announce()
}

async function openFollowing(): Promise<CustomerFollow> {
  open()
  const follow = session.followCustomer(customerId)
  await until(() => view(follow).status.name === 'ready')
  return follow
}

test('a session of another agent is refused, and unsent messages are not sent as them', async () => {
  server.agentId = '019bff00-0000-7000-8000-00000000000b'
  open()
  await until(() => state() === 'refused')
  expect(session.state.get()).toEqual({ name: 'refused', code: 'unauthenticated' })
})

test('[B3] a signed-out agent does not reconnect', async () => {
  open()
  await ready()
  server.close(4441)
  await until(() => state() === 'refused')
  expect(session.state.get()).toEqual({ name: 'refused', code: 'signed_out' })
})

test('after each connect the inbox is followed and lists are reloaded', async () => {
  open()
  let loads = 0
  session.onLive(() => void loads++)
  await until(() => loads === 1)
  server.close(1006)
  await until(() => state() === 'waiting')
  await platform.advance(1_000)
  await until(() => loads === 2)
  expect(server.requests('inbox.follow')).toHaveLength(2)
})

test('the time of the last connect is the server’s, and changes of the own clock do not move it', async () => {
  const connect = platform.now() + 3_600_000
  server.now = () => connect
  open()
  expect(session.connectedAt()).toBe(0)
  await ready()
  await platform.advance(10_000)
  expect(state()).toBe('ready')
  expect(session.connectedAt()).toBe(connect)
})

test('following the inbox is retried', async () => {
  server.refusals.push({ method: 'inbox.follow', code: 'unavailable' })
  open()
  let loads = 0
  session.onLive(() => void loads++)
  await ready()
  await platform.advance(2_000)
  expect(loads).toBe(1)
})

test('changes of inbox and organization reach subscribers until they unsubscribe', async () => {
  open()
  const received: unknown[] = []
  session.onInboxChanged((conversations) => received.push(conversations))
  const leave = session.onOrganizationChanged((what) => received.push(what))
  await ready()
  server.say('inbox.changed', { conversations: [] })
  server.say('organization.changed', { what: 'agents' })
  await until(() => received.length === 2)
  expect(received).toEqual([[], 'agents'])
  leave()
  server.say('organization.changed', { what: 'agents' })
  await settle()
  expect(received).toHaveLength(2)
})

test('[L7] following an inaccessible customer fails with not_found', async () => {
  server.refusals.push({ method: 'customer.follow', code: 'not_found' })
  open()
  const follow = session.followCustomer(customerId)
  await until(() => view(follow).status.name === 'failed')
  expect(view(follow).status).toEqual({ name: 'failed', code: 'not_found' })
})

test('a follow starts with the newest page and receives live entries', async () => {
  customerWrites('hello')
  const follow = await openFollowing()
  expect(messages(follow)).toEqual(['hello'])
  expect(view(follow).unread).toBe(1)
  customerWrites('anybody there?')
  await until(() => messages(follow).length === 2)
  follow.markRead()
  expect(view(follow).unread).toBe(0)
  await platform.advance(300)
  expect(server.log.receipts.agents).toEqual({ delivered: 3, read: 3 })
})

test('entries between follow and first page are neither lost nor duplicated', async () => {
  customerWrites('one')
  server.refusals.push({ method: 'message.history', code: 'unavailable' })
  open()
  const follow = session.followCustomer(customerId)
  await until(() => server.requests('message.history').length === 1)
  customerWrites('two')
  await platform.advance(2_000)
  expect(messages(follow)).toEqual(['one', 'two'])
})

test('[L2] after a reconnect a follow resumes from its own position', async () => {
  customerWrites('one')
  const follow = await openFollowing()
  const before = view(follow).items
  server.close(1006)
  await until(() => state() === 'waiting')
  customerWrites('two')
  await platform.advance(1_000)
  await until(() => messages(follow).length === 2)
  expect(server.requests('customer.follow').at(-1)?.params).toEqual({ customer_id: customerId, after: 2 })
  expect(server.requests('message.history')).toHaveLength(1)
  expect(
    view(follow)
      .items.slice(0, before.length)
      .every((item, index) => item === before[index]),
  ).toBe(true)
})

test('each new entry is reported once, the history is not', async () => {
  customerWrites('one')
  const follow = await openFollowing()
  const received: string[] = []
  follow.onEntry(({ type }) => received.push(type))
  server.log.setBlocked(true)
  server.announce()
  await until(() => view(follow).blocked)
  expect(received.filter((type) => type !== 'receipt.updated')).toEqual(['customer.updated'])
})

test('an agent’s message is pending, then in the log', async () => {
  customerWrites('hello')
  const follow = await openFollowing()
  follow.typing(true)
  follow.send({ content: 'hi' })
  expect(view(follow).pending.map(({ content }) => content)).toEqual(['hi'])
  await until(() => messages(follow).length === 2)
  await settle()
  expect(view(follow).pending).toEqual([])
  expect(server.requests('message.send')[0]?.params.customer_id).toBe(customerId)
  expect(server.requests('typing').map(({ params }) => params)).toEqual([
    { active: true, customer_id: customerId },
    { active: false, customer_id: customerId },
  ])
})

test('[S7] a message to a closed conversation fails and can be retried after reopening', async () => {
  const follow = await openFollowing()
  server.refusals.push({ method: 'message.send', code: 'conversation_closed' })
  const outcome = follow.send({ content: 'hi' })
  await until(() => view(follow).pending[0]?.state.name === 'failed')
  expect(view(follow).pending[0]?.state).toEqual({ name: 'failed', code: 'conversation_closed' })
  follow.retry(outcome.ok ? outcome.clientId : '')
  await until(() => messages(follow).length === 1)
  expect(view(follow).pending).toEqual([])
})

test('an unsent message is only shown in its customer’s window, also after a reload', async () => {
  const follow = await openFollowing()
  server.silent = true
  follow.send({ content: 'hi' })
  await settle()
  session.close()
  await settle()
  await closeDatabase()
  server.reachable = false
  open()
  const own = session.followCustomer(customerId)
  const other = session.followCustomer('019bff00-0000-7000-8000-00000000000d')
  await until(() => view(own).pending.length === 1)
  expect(view(other).pending).toEqual([])
})

test('a start interrupted by a lost connection does not run beside the next one', async () => {
  customerWrites('one')
  server.refusals.push({ method: 'message.history', code: 'unavailable' })
  open()
  const follow = session.followCustomer(customerId)
  await until(() => server.requests('message.history').length === 1)
  await settle()
  server.close(1006)
  await until(() => state() === 'waiting')
  customerWrites('two')
  await platform.advance(1_000)
  await until(() => messages(follow).length === 2)
  // The retry delay of the interrupted start ends only here.
  await platform.advance(5_000)
  expect(messages(follow)).toEqual(['one', 'two'])
  expect(view(follow).seq).toBe(server.log.end)
})

test('[R3] the customer’s typing is shown in their window', async () => {
  const follow = await openFollowing()
  server.say('typing', { customer_id: customerId, agent: null, active: true })
  server.say('typing', { customer_id: 'somebody else', agent: null, active: true })
  await until(() => follow.typers.get().length === 1)
  customerWrites('hello')
  await until(() => follow.typers.get().length === 0)
})
