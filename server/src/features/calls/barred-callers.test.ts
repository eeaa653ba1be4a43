import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createEventLog } from '../../core/event-log.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { placeCall, talk, type CallScene, type TestCall } from '../../testing/test-calls.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** Customers who are blocked or deactivated, during a call or with a call-back request, by a process that dies before it publishes a hint. */

const clock = useCallClock()
let database: DatabaseHandle
beforeAll(async () => {
  database = openDatabase(clock.service.databaseUrl, { connections: 1 })
  await clock.service.app.logConsumers.start()
})
afterAll(() => database.close())

/** Commits like another process that is killed before it publishes anything. */
async function commitElsewhere(
  scene: CallScene,
  call: Pick<TestCall, 'customerId'>,
  changes: object,
  mayWrite: boolean,
) {
  const log = createEventLog({
    db: database.db,
    bus: createLocalBus(() => {}),
    clock: () => Date.parse(clock.now()),
    outbox: async () => () => {},
  })
  await log.transact(async (tx) => {
    const head = await tx.lock(scene.organization.id, call.customerId)
    if (!head) throw new Error('No such customer')
    await tx.setMayWrite(head, mayWrite)
    const data = { id: call.customerId, provider_id: scene.organization.providerId, external_id: '', changes }
    tx.append(head, [
      {
        type: 'customer.updated',
        audience: 'agents',
        conversation_id: null,
        actor: { type: 'system' },
        data,
      },
    ])
  })
  await clock.service.app.logConsumers.look()
  await clock.service.app.logConsumers.settled()
}

test('another change of the customer does not affect the call', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  await commitElsewhere(scene, call, { first_name: 'Ada' }, true)
  expect((await clock.entries(call)).map(({ type }) => type)).not.toContain('call.missed')
})

test.each([{ is_blocked: true }, { deactivated_at: '2026-03-01T10:00:00.000+00:00' }])(
  'a ringing call is missed, and the agent becomes free: %j',
  async (changes) => {
    const scene = await clock.scene({ agents: 1 })
    const call = await placeCall(scene)
    await clock.pass(3)
    await commitElsewhere(scene, call, changes, false)
    const end = (await clock.entries(call)).find(({ type }) => type === 'call.missed')
    expect(end?.data).toMatchObject({
      id: call.id,
      reason: 'not_allowed',
      ended_by: 'system',
      hold_duration: 3,
    })
  },
)

test('an answered call ends as well', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  await talk(call, clock.agentOf(scene))
  await clock.pass(3)
  await commitElsewhere(scene, call, { is_blocked: true }, false)
  const end = (await clock.entries(call)).find(({ type }) => type === 'call.ended')
  expect(end?.data).toMatchObject({ id: call.id, reason: 'not_allowed', ended_by: 'system' })
})

async function requestCallBack({ organization }: CallScene) {
  const { socket } = await connectVisitor(clock.service, organization.providerId)
  await socket.request('call_back.request')
  await socket.leave()
}

async function callBacks({ organization }: CallScene) {
  const { rows } = await database.pool.query<{ customerId: string; state: string; network: string | null }>(
    'select customer_id as "customerId", state, network from call_back_request where organization_id = $1',
    [organization.id],
  )
  return rows
}

test('a call-back request is closed and no longer counts against its network', async () => {
  const scene = await clock.scene()
  for (let visitor = 0; visitor < 20; visitor++) await requestCallBack(scene)
  const requests = await callBacks(scene)
  expect(requests).toHaveLength(20)
  for (const request of requests) await commitElsewhere(scene, request, { is_blocked: true }, false)
  for (const request of await callBacks(scene))
    expect(request).toMatchObject({ state: 'withdrawn', network: null })
  await requestCallBack(scene)
})

test('a call-back request stays open if the customer was unblocked meanwhile', async () => {
  const scene = await clock.scene()
  await requestCallBack(scene)
  const [request] = await callBacks(scene)
  await commitElsewhere(scene, request!, { is_blocked: true }, true)
  expect(await callBacks(scene)).toMatchObject([{ state: 'open' }])
})
