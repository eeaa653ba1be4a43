import { errorCodes } from '@parley/protocol/error'
import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { oddValues } from './testing/odd-values.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import type { TestSocket } from './testing/test-socket.ts'

/** Invalid frames get a JSON-RPC error with a code or close the socket with one, and the service stays up. */

let service: TestService
let shop: TestOrganization

beforeAll(async () => {
  service = await startTestService()
  shop = await foundOrganization(service, 'Shop')
})
afterAll(() => service.stop())

const id = newId()
const validParams: Record<string, Record<string, unknown>> = {
  'session.challenge': {},
  connect: {
    provider_id: id,
    proof: 'a.b.c',
    token: 'a.b.c',
    resume: { seq: 1, customer_id: id },
    language: 'de',
    chosen_language: 'de',
  },
  'session.authenticate': { proof: 'a.b.c', token: 'a.b.c', resume: { seq: 1 } },
  'session.logout': {},
  'login.start': { social: 'google' },
  'login.redeem': { code: 'x', resume: { seq: 1 } },
  'account.close': {},
  'customer.language': { language: 'de' },
  'agent.connect': { organization_id: id },
  pong: {},
  ping: {},
  'inbox.follow': {},
  'inbox.unfollow': {},
  'chat.clear': {},
  'message.send': {
    client_id: id,
    content: 'x',
    reply_to_id: id,
    media_ids: [id],
    customer_id: id,
    seen_seq: 1,
  },
  'message.history': { before: 1, max: 1, customer_id: id },
  'log.read': { after: 0, max: 1, customer_id: id },
  receipt: { read: 0, delivered: 0, customer_id: id },
  typing: { active: true, customer_id: id },
  'media.ticket': { name: 'a.png', size: 1, customer_id: id },
  'media.links': { ids: [id], customer_id: id },
  'customer.follow': { customer_id: id, after: 0 },
  'customer.unfollow': { customer_id: id },
  'call.check': {},
  'call.start': { client_id: id, peer: id, video: false, consent: null, recording: 'off' },
  'call_back.request': {},
  'call_back.withdraw': {},
  'customer.contact': {},
  'customer.email': { email: 'jane@example.com' },
  'survey.read': {},
  'survey.answer': { conversation_id: id, score: 5, comment: '' },
  'customer.attributes': { attributes: { plan: 'pro' } },
  'visit.page': {
    url: 'https://shop.test/',
    title: 'x',
    referrer: 'https://search.test/',
    user_agent: 'x',
    time_zone: 'UTC',
    language: 'de',
  },
  'transcript.link': { conversation_id: id },
  'transcript.send': { conversation_id: id },
  'call.join': { call_id: id, peer: id },
  'call.connected': { call_id: id, peer: id },
  'call.alive': { call_id: id },
  'call.signal': { call_id: id, from: id, to: id, signal: { candidate: null } },
  'call.quality': {
    call_id: id,
    quality: { round_trip: 1, jitter: 1, loss: 0, path: 'direct', restarts: 0 },
  },
  'call.end': { call_id: id, reason: 'media_failed' },
  'call.accept': { call_id: id, peer: id },
  'call.decline': { call_id: id },
  'call.record': { call_id: id, state: 'on' },
  'call.hold': { call_id: id, held: true },
  'call.transfer': { call_id: id, agent_id: id, kind: 'warm' },
  'call.transfer_team': { call_id: id, team_id: id },
  'transfer.accept': { call_id: id },
  'transfer.join': { call_id: id, peer: id },
  'transfer.complete': { call_id: id },
  'transfer.end': { call_id: id },
  'desk.open': { microphone: true },
  'desk.availability': { availability: 'away' },
  'desk.wrapped_up': {},
  'desk.look': { customer_id: id, state: 'writing' },
  'desk.looks': {},
}

/** Sends each command with invalid parameters. Reconnects regularly, because the 20th invalid frame closes a socket (SPEC F3). */
async function throwAt(
  open: () => Promise<TestSocket>,
  methods: string[],
  namesCustomer: boolean,
): Promise<void> {
  let socket = await open()
  let thrown = 0
  for (const method of methods) {
    const { customer_id: customerId, ...own } = validParams[method] ?? {}
    const params = namesCustomer && customerId !== undefined ? { ...own, customer_id: customerId } : own
    expect(validParams[method], `bad-frames.test.ts does not know ${method}`).toBeDefined()
    const cases: unknown[] = [
      ...oddValues.filter((value) => typeof value !== 'string' || value.length < 100),
      { surprise: 1 },
    ]
    for (const name of Object.keys(params)) {
      cases.push(Object.fromEntries(Object.entries(params).filter(([other]) => other !== name)))
      for (const value of oddValues) cases.push({ ...params, [name]: value })
    }
    for (const bad of cases) {
      if (++thrown % 15 === 0) {
        await socket.leave()
        socket = await open()
      }
      const frame = JSON.stringify({ jsonrpc: '2.0', id: 1_000_000 + thrown, method, params: bad })
      const answer = await Promise.race([
        socket.raw(frame, 1_000_000 + thrown),
        socket.closed.then(({ code }) => ({ closed: code }) as never),
      ])
      if ('closed' in answer) {
        socket = await open()
        continue
      }
      if (answer.error) {
        expect(errorCodes[answer.error.data.code], frame.slice(0, 120)).toBeDefined()
        expect(answer.error.data.code, frame.slice(0, 120)).not.toBe('internal')
      }
    }
  }
  await socket.leave()
}

test('[F3] [F4] every widget command with unexpected parameters returns an error code', async () => {
  await throwAt(
    async () => (await connectVisitor(service, shop.providerId)).socket,
    Object.keys(widgetCommands),
    false,
  )
})

test('[F3] [F4] every agent command with unexpected parameters returns an error code', async () => {
  await throwAt(() => connectAgent(service, shop.id, shop.cookie), Object.keys(agentCommands), true)
})

test('[F3] invalid requests get the matching JSON-RPC error, and the 20th in a row closes the socket', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  const numberOf = async (text: string, id: number | null) => (await socket.raw(text, id)).error?.code
  expect(await numberOf('{', null)).toBe(-32700)
  expect(await numberOf('[]', null)).toBe(-32600)
  expect(await numberOf('{"jsonrpc":"1.0","id":5,"method":"ping"}', 5)).toBe(-32600)
  expect(await numberOf('{"jsonrpc":"2.0","id":6,"method":"fly"}', 6)).toBe(-32601)
  expect(await numberOf('{"jsonrpc":"2.0","id":7,"method":"log.read","params":{"after":"x"}}', 7)).toBe(
    -32602,
  )
  for (let i = 0; i < 15; i++) socket.ws.send('{')
  expect((await socket.closed).code).toBe(4400)
})

test('[F3] invalid requests between valid ones do not close the socket', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  for (let i = 0; i < 30; i++) {
    expect((await socket.raw('{', null)).error?.code).toBe(-32700)
    await socket.request('ping')
  }
  for (let i = 0; i < 20; i++) socket.ws.send('{')
  expect((await socket.closed).code).toBe(4400)
})

test('[F1] a binary frame closes the socket', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  socket.ws.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'), { binary: true })
  expect((await socket.closed).code).toBe(4400)
})

test('[F2] a frame over 64 KiB closes the socket', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  socket.ws.send(`"${'x'.repeat(64 * 1024)}"`)
  expect((await socket.closed).code).toBe(1009)
})

test('[F5] a flood is rejected with retry_after, then closed', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  const answers = await Promise.all(Array.from({ length: 180 }, () => socket.exchange('ping', {})))
  const refused = answers.filter((answer) => answer.error?.data.code === 'rate_limited')
  expect(refused.length).toBeGreaterThan(20)
  expect(refused[0]?.error?.data.retry_after).toBeGreaterThan(0)
  for (let i = 0; i < 400; i++) socket.notify('pong', {})
  expect((await socket.closed).code).toBe(4429)
})

test('the service is still up afterwards', async () => {
  expect((await service.call('GET', '/readyz')).status).toBe(200)
})
