import type { CallBackRequest, CallBackRequests } from '@parley/protocol/call-back'
import { expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  leaveScene,
  placeCall,
  setCalls,
  startParams,
  talk,
  type CallScene,
} from '../../testing/test-calls.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** [C18] Call-back requests (docs/decisions/call-back.md). */

const clock = useCallClock()
const { agentOf, pass } = clock

const visit = ({ service, organization }: CallScene) => connectVisitor(service, organization.providerId)

const ask = (scene: CallScene, method: 'GET' | 'POST', rest = '', cookie = scene.organization.cookie) =>
  clock.service.call(method, `/v1/organizations/${scene.organization.id}/calls/call-backs${rest}`, { cookie })

const listed = async (scene: CallScene): Promise<CallBackRequest[]> =>
  ((await ask(scene, 'GET')).body as CallBackRequests).data

test('a request is listed once, with the conversation of its message, until it is withdrawn', async () => {
  const scene = await clock.scene()
  const { socket } = await visit(scene)
  expect((await socket.refused('call.start', startParams())).code).toBe('nobody_available')
  await socket.request('call_back.request')
  await socket.request('message.send', { client_id: newId(), content: 'Please call me back.' })
  await socket.request('call_back.request')
  const [request, ...rest] = await listed(scene)
  expect(rest).toEqual([])
  expect(request).toMatchObject({
    provider_id: scene.organization.providerId,
    customer: { name: null, online: true, is_blocked: false },
    created_at: clock.now(),
  })
  expect(request?.conversation_id).not.toBeNull()
  await socket.request('call_back.withdraw')
  expect(await listed(scene)).toEqual([])
  await socket.leave()
})

test('marking a request as done is idempotent', async () => {
  const scene = await clock.scene()
  const { socket } = await visit(scene)
  await socket.request('call_back.request')
  const [request] = await listed(scene)
  for (let i = 0; i < 2; i++) expect((await ask(scene, 'POST', `/${request?.id}/done`)).status).toBe(204)
  expect(await listed(scene)).toEqual([])
  expect((await ask(scene, 'POST', `/${newId()}/done`)).status).toBe(404)
  await socket.leave()
})

test('an answered call closes the request, a missed one does not', async () => {
  const scene = await clock.scene({ agents: 1 })
  const missed = await placeCall(scene)
  await missed.socket.request('call_back.request')
  await missed.socket.request('call.end', { call_id: missed.id })
  expect(await listed(scene)).toHaveLength(1)
  const { call } = await missed.socket.request<{ call: { id: string } }>('call.start', startParams())
  await talk(call, agentOf(scene))
  expect(await listed(scene)).toEqual([])
  await leaveScene(scene, missed)
})

test('a request is not listed while the account of its customer is closed', async () => {
  const scene = await clock.scene()
  const { socket } = await visit(scene)
  await socket.request('call_back.request')
  const [request] = await listed(scene)
  const database = openDatabase(clock.service.databaseUrl, { connections: 1 })
  // As closing the account does, of a member.
  const setMayWrite = (mayWrite: boolean) =>
    database.pool.query('update customer_log set may_write = $1 where customer_id = $2', [
      mayWrite,
      request?.customer.id,
    ])
  await setMayWrite(false)
  expect(await listed(scene)).toEqual([])
  await setMayWrite(true)
  expect(await listed(scene)).toHaveLength(1)
  await database.close()
  await socket.leave()
})

test('a request is rejected while calls are off, for blocked customers, and more than five times a day', async () => {
  const scene = await clock.scene()
  const { socket, connected } = await visit(scene)
  expect(connected.calls).not.toBeNull()
  for (let i = 0; i < 5; i++) {
    await socket.request('call_back.request')
    await socket.request('call_back.withdraw')
    await pass(60)
  }
  expect((await socket.refused('call_back.request')).code).toBe('rate_limited')
  await pass(86_400)
  await socket.request('call_back.request')
  const [request] = await listed(scene)
  const { id, cookie } = scene.organization
  await clock.service.call('PATCH', `/v1/organizations/${id}/customers/${request?.customer.id}`, {
    cookie,
    body: { is_blocked: true },
  })
  expect(await listed(scene)).toEqual([])
  await pass(60)
  expect((await socket.refused('call_back.request')).code).toBe('customer_blocked')
  await setCalls(scene, { mode: 'off' })
  await pass(60)
  expect((await socket.refused('call_back.request')).code).toBe('calls_off')
  await socket.leave()
})

test('one network has at most twenty open requests', async () => {
  const scene = await clock.scene()
  const visitors = await Promise.all(Array.from({ length: 22 }, () => visit(scene)))
  const answers = await Promise.all(visitors.map(({ socket }) => socket.exchange('call_back.request', {})))
  const refused = answers.flatMap(({ error }) => error?.data.code ?? [])
  expect(refused).toEqual(['rate_limited', 'rate_limited'])
  expect(await listed(scene)).toHaveLength(20)
  await Promise.all(visitors.map(({ socket }) => socket.leave()))
})

test('requests of customers who may not write are not counted for their network', async () => {
  const scene = await clock.scene()
  const visitors = await Promise.all(Array.from({ length: 21 }, () => visit(scene)))
  const [last, ...others] = visitors
  for (const { socket } of others) await socket.request('call_back.request')
  expect((await last!.socket.refused('call_back.request')).code).toBe('rate_limited')
  const [request] = await listed(scene)
  const database = openDatabase(clock.service.databaseUrl, { connections: 1 })
  // As blocking the customer does, before the consumer has closed the request.
  await database.pool.query('update customer_log set may_write = false where customer_id = $1', [
    request?.customer.id,
  ])
  await database.close()
  await pass(60)
  await last!.socket.request('call_back.request')
  expect(await listed(scene)).toHaveLength(20)
  await Promise.all(visitors.map(({ socket }) => socket.leave()))
})

test('[C12] requests of another organization are neither listed nor closed', async () => {
  const ours = await clock.scene()
  const theirs = await clock.scene()
  const { socket } = await visit(theirs)
  await socket.request('call_back.request')
  const [request] = await listed(theirs)
  expect(await listed(ours)).toEqual([])
  expect((await ask(ours, 'POST', `/${request?.id}/done`)).status).toBe(404)
  expect((await ask(theirs, 'GET', '', ours.organization.cookie)).status).toBe(404)
  expect(await listed(theirs)).toHaveLength(1)
  await socket.leave()
})
