import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callScene,
  leaveScene,
  startParams,
  talk,
  type CallScene,
  type TestAgent,
} from '../../testing/test-calls.ts'
import { connectVisitor, startTestService, type TestService } from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'
import { maxWaitingOfNetwork, maxWaitingOfProvider } from './call-queue.ts'

/** Many calls from one address. Two processes share the database, behind a proxy that sends X-Forwarded-For. */
let first: TestService
let second: TestService
let database: pg.Client
const sockets: TestSocket[] = []

beforeAll(async () => {
  const env = { PARLEY_TRUST_PROXY: '1' }
  first = await startTestService({ env })
  second = await startTestService({ env, databaseUrl: first.databaseUrl })
  database = new pg.Client({ connectionString: first.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await Promise.all(sockets.map((socket) => socket.leave()))
  await database.end()
  await second.stop()
  await first.stop()
})

async function caller(scene: CallScene, address: string, service = first): Promise<TestSocket> {
  const { socket } = await connectVisitor(service, scene.organization.providerId, { socket: { address } })
  sockets.push(socket)
  return socket
}

const start = async (socket: TestSocket): Promise<CallView> =>
  (await socket.request<CallJoined>('call.start', startParams())).call

/** Creates a scene whose only agent is in a call, so that further calls wait. */
async function busyScene(): Promise<{ scene: CallScene; agent: TestAgent; call: CallView; peer: string }> {
  const scene = await callScene(first, { agents: 1, settings: { nobody: 'wait', wrap_up_seconds: 0 } })
  const [agent] = scene.agents
  if (!agent) throw new Error('No agent')
  const call = await start(await caller(scene, '198.51.100.1'))
  const { peer } = await talk(call, agent)
  return { scene, agent, call, peer }
}

describe('[C3] one address with many keys', () => {
  test.each([
    ['IPv4', () => '203.0.113.7'],
    ['an IPv6 /64', (i: number) => `2001:db8:1:2::${i + 1}`],
  ])(
    'has at most ten waiting calls from %s, counted across processes and concurrent starts',
    async (_name, address) => {
      const { scene } = await busyScene()
      const callers = await Promise.all(
        Array.from({ length: 24 }, async (_, i) => caller(scene, address(i), i % 2 ? first : second)),
      )
      const answers = await Promise.all(callers.map((socket) => socket.exchange('call.start', startParams())))
      const refused = answers.flatMap(({ error }) => error?.data ?? [])
      expect(answers.length - refused.length).toBe(maxWaitingOfNetwork)
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limited']))
      expect(refused[0]?.retry_after).toBeGreaterThan(0)
      const customer = await start(await caller(scene, '192.0.2.9'))
      expect(customer.position).toBe(2)
      await leaveScene(scene)
    },
  )

  test('waits behind everyone else after its first call', async () => {
    const { scene, agent, call, peer } = await busyScene()
    const flood: CallView[] = []
    for (let i = 0; i < 5; i++) flood.push(await start(await caller(scene, '203.0.113.8')))
    const customers: CallView[] = []
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      customers.push(await start(await caller(scene, address)))
    expect(flood.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    expect(customers.map(({ position }) => position)).toEqual([2, 3, 4])
    const expected = [flood[0], ...customers, flood[1]]
    let talking = { id: call.id, peer }
    const served: string[] = []
    for (const _ of expected) {
      const rings = agent.socket.next<Desk>(
        'desk',
        ({ offer }) => offer !== null && ![call.id, ...served].includes(offer.call.id),
      )
      await agent.socket.request('call.end', { call_id: talking.id })
      const { offer } = await rings
      if (!offer) throw new Error('No offer')
      served.push(offer.call.id)
      talking = { id: offer.call.id, ...(await talk(offer.call, agent)) }
    }
    expect(served).toEqual(expected.map((one) => one?.id))
    await leaveScene(scene)
  })

  test('may call again when one of its calls no longer waits, and its address is never stored', async () => {
    const { scene } = await busyScene()
    const callers: TestSocket[] = []
    for (let i = 0; i < maxWaitingOfNetwork; i++) callers.push(await caller(scene, '203.0.113.9'))
    const calls = await Promise.all(callers.map(start))
    const another = await caller(scene, '203.0.113.9')
    expect((await another.refused('call.start', startParams())).code).toBe('rate_limited')
    const { rows } = await database.query<{ network: string | null; phase: string }>(
      'select network, phase from call where organization_id = $1',
      [scene.organization.id],
    )
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
    expect(rows.filter(({ network }) => network === null).map(({ phase }) => phase)).toEqual(['active'])
    await callers[0]?.request('call.end', { call_id: calls[0]?.id })
    expect((await start(another)).position).toBe(maxWaitingOfNetwork)
    await leaveScene(scene)
  })
})

test('[C2] a start returns nobody_available while the queue of the provider is full', async () => {
  const { scene } = await busyScene()
  const waiting = await start(await caller(scene, '192.0.2.20'))
  await database.query(
    `with crowd as (
       insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
       select gen_random_uuid(), organization_id, provider_id, 'visitor:' || n, n::text, 'en', 'ZZ', now()
       from call, generate_series(1, $2) n where id = $1
       returning id
     )
     insert into call (id, organization_id, customer_id, provider_id, external_id, client_id, phase, settings, video,
       consent, network, queue_until, customer_until, created_at)
     select gen_random_uuid(), c.organization_id, crowd.id, c.provider_id, '', gen_random_uuid(), 'pending', c.settings,
       false, 'not_required', crowd.id::text, now() + interval '1 hour', now() + interval '1 hour', now()
     from crowd, call c where c.id = $1`,
    [waiting.id, maxWaitingOfProvider - 1],
  )
  const late = await caller(scene, '192.0.2.21')
  expect((await late.refused('call.start', startParams())).code).toBe('nobody_available')
  await leaveScene(scene)
})
