import type { MissedCalls } from '@parley/protocol/missed-calls'
import { describe, expect, test } from 'vitest'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  deskAgent,
  leaveScene,
  placeCall,
  startParams,
  talk,
  type CallScene,
  type TestAgent,
  type TestCall,
} from '../../testing/test-calls.ts'

const clock = useCallClock()
const { agentOf, pass } = clock

const ask = (scene: CallScene, { cookie }: { cookie: string }, method: 'GET' | 'POST', rest = '') =>
  clock.service.call(method, `/v1/organizations/${scene.organization.id}/calls/missed${rest}`, { cookie })

async function missedBy(scene: CallScene, agent: TestAgent): Promise<number> {
  const { body } = await ask(scene, agent, 'GET')
  return (body as MissedCalls).count
}

const see = (scene: CallScene, agent: TestAgent) => ask(scene, agent, 'POST', '/seen')

/** One who hangs up before anybody answers. */
async function missCall(scene: CallScene): Promise<TestCall> {
  const call = await placeCall(scene)
  await pass(1)
  await call.socket.request('call.end', { call_id: call.id })
  return call
}

async function callAgain({ socket }: TestCall): Promise<{ id: string }> {
  const { call } = await socket.request<{ call: { id: string } }>('call.start', startParams())
  return call
}

describe('missed calls', () => {
  test('of another organization never count and cannot be read or marked as seen', async () => {
    const scene = await clock.scene({ agents: 1 })
    const other = await clock.scene({ agents: 1 })
    const call = await missCall(other)
    expect(await missedBy(scene, agentOf(scene))).toBe(0)
    expect((await ask(other, agentOf(scene), 'GET')).status).toBe(404)
    expect((await see(other, agentOf(scene))).status).toBe(404)
    expect(await missedBy(other, agentOf(other))).toBe(1)
    await leaveScene(scene)
    await leaveScene(other, call)
  })

  test('exclude calls that ring, were answered, or were missed before the agent joined', async () => {
    const scene = await clock.scene({ agents: 1, settings: { wrap_up_seconds: 0 } })
    const agent = agentOf(scene)
    const before = await missCall(scene)
    await pass(1)
    const newcomer = await deskAgent(scene)
    expect(await missedBy(scene, newcomer)).toBe(0)
    expect(await missedBy(scene, agent)).toBe(1)
    await see(scene, agent)
    const answered = await placeCall(scene)
    await talk(answered, agent)
    await pass(5)
    await answered.socket.request('call.end', { call_id: answered.id })
    const live = await placeCall(scene)
    expect(await missedBy(scene, agent)).toBe(0)
    await newcomer.socket.leave()
    await leaveScene(scene, before, answered, live)
  })

  test('count until the agent has seen them, separately per agent', async () => {
    const scene = await clock.scene({ agents: 2, settings: { nobody: 'wait' } })
    const [agent, other] = [agentOf(scene), agentOf(scene, 1)]
    const calls = [await missCall(scene), await missCall(scene)]
    expect(await missedBy(scene, agent)).toBe(2)
    await pass(1)
    expect((await see(scene, agent)).status).toBe(204)
    expect(await missedBy(scene, agent)).toBe(0)
    expect(await missedBy(scene, other)).toBe(2)
    calls.push(await missCall(scene))
    expect(await missedBy(scene, agent)).toBe(1)
    await leaveScene(scene, ...calls)
  })

  test('stop counting once the customer called again and was answered', async () => {
    const scene = await clock.scene({ agents: 1 })
    const agent = agentOf(scene)
    const [returns, stays] = [await missCall(scene), await missCall(scene)]
    expect(await missedBy(scene, agent)).toBe(2)
    await pass(1)
    await talk(await callAgain(returns), agent)
    expect(await missedBy(scene, agent)).toBe(1)
    await leaveScene(scene, returns, stays)
  })
})
