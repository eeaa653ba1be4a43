import type { Notification } from '@parley/protocol/notification'
import { beforeAll, expect, test } from 'vitest'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  deskAgent,
  leaveScene,
  placeCall,
  startParams,
  talk,
  type CallScene,
} from '../../testing/test-calls.ts'

const clock = useCallClock()
const { agentOf, pass } = clock
beforeAll(async () => {
  await clock.service.app.logConsumers.start()
})

async function missedBy(scene: CallScene, { cookie }: { cookie: string }): Promise<Notification[]> {
  await clock.service.app.logConsumers.look()
  await clock.service.app.logConsumers.settled()
  const path = `/v1/organizations/${scene.organization.id}/notifications`
  const { data } = (await clock.service.call('GET', path, { cookie })).body as { data: Notification[] }
  return data.filter(({ kind }) => kind === 'missed_call')
}

test('a missed call notifies only the agent it rang', async () => {
  const scene = await clock.scene({ agents: 1, settings: { wrap_up_seconds: 0 } })
  const agent = agentOf(scene)
  const answered = await placeCall(scene)
  await talk(answered, agent)
  await pass(5)
  await answered.socket.request('call.end', { call_id: answered.id })
  const call = await placeCall(scene)
  await pass(3)
  await call.socket.request('call.end', { call_id: call.id })
  const other = await deskAgent(scene)
  expect(await missedBy(scene, agent)).toMatchObject([
    { actor: null, customer: { id: call.customerId }, preview: null, read_at: null },
  ])
  expect(await missedBy(scene, other)).toEqual([])
  await other.socket.leave()
  await leaveScene(scene, answered, call)
})

test('the agent who declined is not notified; the dedicated agent is', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = agentOf(scene)
  const first = await placeCall(scene)
  await pass(1)
  await first.socket.request('call.end', { call_id: first.id })
  const before = await missedBy(scene, agent)
  const owner = { cookie: scene.organization.cookie }
  await clock.service.call(
    'PATCH',
    `/v1/organizations/${scene.organization.id}/customers/${first.customerId}`,
    {
      ...owner,
      body: { private_agent_id: scene.organization.ownerId },
    },
  )
  expect(await missedBy(scene, owner)).toEqual([])
  const again = await first.socket.request<{ call: { id: string } }>('call.start', startParams())
  await agent.socket.request('call.decline', { call_id: again.call.id })
  expect(await missedBy(scene, agent)).toEqual(before)
  expect(await missedBy(scene, owner)).toMatchObject([{ customer: { id: first.customerId } }])
  await leaveScene(scene, first)
})
