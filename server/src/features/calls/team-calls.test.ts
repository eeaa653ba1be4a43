import type { CallSettingsChange } from '@parley/protocol/call-settings'
import type { CallJoined, Desk } from '@parley/protocol/call-view'
import type { Conversation } from '@parley/protocol/conversation'
import pg from 'pg'
import { expect, describe, it, onTestFinished } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  leaveScene,
  placeCall,
  startParams,
  talk,
  type CallScene,
  type TestAgent,
  type TestCall,
} from '../../testing/test-calls.ts'
import { callDetail } from '../../testing/test-transfers.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** Calls that ring a team first, or alone (docs/decisions/team-calls.md). */

const clock = useCallClock()

interface Input {
  members: TestAgent[]
  /** Whether the widget's conversations start in it. */
  ofWidget?: boolean
  strategy?: 'balanced'
}

async function post(
  scene: CallScene,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const { id, cookie } = scene.organization
  const { status, body: made } = await clock.service.call(method, `/v1/organizations/${id}${path}`, {
    cookie,
    ...(body && { body }),
  })
  if (status >= 300) throw new Error(`${method} ${path}: ${status}`)
  return made
}

async function teamOf(scene: CallScene, { members, ofWidget = true, strategy }: Input): Promise<string> {
  const team = await post(scene, 'POST', '/teams', {
    name: `Team ${newId().slice(-6)}`,
    members: members.map(({ agentId }) => ({ agent_id: agentId, capacity: null })),
    provider_ids: ofWidget ? [scene.organization.providerId] : [],
    ...(strategy && { strategy }),
  })
  return (team as { id: string }).id
}

/** Agents of whom the first is idle longest, and the last is in the widget's team. */
async function scene(agents: number, settings: CallSettingsChange, input: Partial<Input> = {}) {
  const made = await clock.scene({ agents, settings: { wrap_up_seconds: 0, ...settings } })
  for (const { socket } of made.agents) {
    await socket.request('desk.availability', { availability: 'away' })
    await socket.request('desk.availability', { availability: 'available' })
    await clock.pass(1)
  }
  const member = clock.agentOf(made, agents - 1)
  const teamId = await teamOf(made, { members: [member], ...input })
  return { scene: made, outsider: clock.agentOf(made), member, teamId }
}

const rings = (agent: TestAgent, call: { id: string }) =>
  agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)

const decline = ({ socket }: TestAgent, { id }: { id: string }) =>
  socket.request('call.decline', { call_id: id })

interface Heartbeat {
  socket: { request: (method: 'call.alive', params: { call_id: string }) => Promise<unknown> }
  id: string
}

/** Advances the clock, with heartbeats from these sides of calls. */
async function waitWith(seconds: number, sides: Heartbeat[]): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    await clock.pass(Math.min(5, left))
    for (const { socket, id } of sides) await socket.request('call.alive', { call_id: id })
  }
}

const phaseOf = async (of: CallScene, call: { id: string }) => (await callDetail(of, call as TestCall)).phase

/** A visitor who writes, so that there is an open conversation. */
async function writer(of: CallScene) {
  const { socket } = await connectVisitor(clock.service, of.organization.providerId)
  await socket.request('message.send', { client_id: newId(), content: 'Hello' })
  const { id, cookie } = of.organization
  const path = `/v1/organizations/${id}/conversations?view=open`
  const { body } = await clock.service.call('GET', path, { cookie })
  const [conversation] = (body as { data: Conversation[] }).data
  if (!conversation) throw new Error('There is no conversation')
  return { socket, conversation }
}

describe('[C3] only the team', () => {
  it('never rings others: the call waits for a busy member, and ends when the members have declined', async () => {
    const { scene: of, outsider, member, teamId } = await scene(2, { ring: 'team_only' })
    const busy = await placeCall(of)
    expect(await rings(member, busy)).toMatchObject({ offer: { team_id: teamId } })
    await talk(busy, member)
    const call = await placeCall(of)
    expect(call.view.phase).toBe('pending')
    await waitWith(40, [call, busy, { socket: member.socket, id: busy.id }])
    expect(await phaseOf(of, call)).toBe('pending')
    await busy.socket.request('call.end', { call_id: busy.id })
    await rings(member, call)
    await decline(member, call)
    expect(await callDetail(of, call)).toMatchObject({
      status: 'rejected',
      offers: [{ outcome: 'declined' }],
    })
    expect(await outsider.socket.request<Desk>('desk.open', { microphone: true })).toMatchObject({
      state: 'idle',
      offer: null,
    })
    await leaveScene(of, busy, call)
  })

  it('rings a free agent for a call behind many that are not for them', async () => {
    const { scene: of, outsider, member } = await scene(2, { ring: 'team_only' })
    const busy = await placeCall(of)
    await rings(member, busy)
    await talk(busy, member)
    const { socket, conversation } = await writer(of)
    const waiting: TestCall[] = []
    for (let number = 0; number < 6; number += 1) waiting.push(await placeCall(of))
    await post(of, 'PATCH', `/customers/${conversation.customer.id}`, { private_agent_id: outsider.agentId })
    const { call } = await socket.request<CallJoined>('call.start', startParams())
    await rings(outsider, call)
    for (const one of waiting) expect(await phaseOf(of, one)).toBe('pending')
    await socket.leave()
    await leaveScene(of, busy, ...waiting)
  })

  it('rings a free agent for a call behind hundreds that are not for them', async () => {
    const { scene: of, outsider, member } = await scene(2, { ring: 'team_only' })
    const busy = await placeCall(of)
    await rings(member, busy)
    await talk(busy, member)
    const { socket, conversation } = await writer(of)
    const waiting = await placeCall(of)
    const { organization } = of
    const database = new pg.Client({ connectionString: clock.service.databaseUrl })
    await database.connect()
    onTestFinished(async () => {
      // They have no log in which their end could be written.
      await database.query(`delete from call where external_id = 'copied'`)
      await database.end()
    })
    await database.query(
      `with copied as (
        insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
        select gen_random_uuid(), $1, $2, 'visitor:' || number, number, 'en', 'DE', $3
        from generate_series(1, 600) number returning id
      )
      insert into call (id, organization_id, customer_id, provider_id, external_id, client_id, phase, settings, video, consent,
        queue_round, team_id, queue_until, customer_until, created_at)
      select gen_random_uuid(), c.organization_id, copied.id, c.provider_id, 'copied', gen_random_uuid(), c.phase, c.settings,
        c.video, c.consent, c.queue_round, c.team_id, c.queue_until, c.customer_until, c.created_at
      from call c, copied where c.id = $4`,
      [organization.id, organization.providerId, clock.now(), waiting.id],
    )
    await post(of, 'PATCH', `/customers/${conversation.customer.id}`, { private_agent_id: outsider.agentId })
    const { call } = await socket.request<CallJoined>('call.start', startParams())
    await rings(outsider, call)
    await socket.leave()
    await leaveScene(of, busy, waiting)
  })

  it('[C2] refuses calls while no member is available, unless the dedicated agent is', async () => {
    const { scene: of, outsider, member } = await scene(2, { ring: 'team_only', nobody: 'message' })
    const { socket, conversation } = await writer(of)
    await member.socket.request('desk.availability', { availability: 'away' })
    expect((await socket.refused('call.check', {})).code).toBe('nobody_available')
    expect((await socket.refused('call.start', startParams())).code).toBe('nobody_available')
    const customer = `/customers/${conversation.customer.id}`
    await post(of, 'PATCH', customer, { private_agent_id: outsider.agentId })
    await socket.request('call.check', {})
    const { call } = await socket.request<CallJoined>('call.start', startParams())
    await rings(outsider, call)
    await socket.leave()
    await leaveScene(of)
  })
})

describe('[C3] the team first', () => {
  it('rings a member before those who are idle longer, and everyone once no member is left', async () => {
    const { scene: of, outsider, member } = await scene(2, {})
    const call = await placeCall(of)
    await rings(member, call)
    await decline(member, call)
    await rings(outsider, call)
    await leaveScene(of, call)
  })

  it('waits for a busy member until the time is over', async () => {
    const { scene: of, outsider, member } = await scene(2, { team_seconds: 30 })
    const busy = await placeCall(of)
    await rings(member, busy)
    await talk(busy, member)
    const call = await placeCall(of)
    await waitWith(29, [call, busy, { socket: member.socket, id: busy.id }])
    expect(await phaseOf(of, call)).toBe('pending')
    await clock.pass(1)
    await rings(outsider, call)
    await leaveScene(of, busy, call)
  })

  it('does not wait for a team of which nobody is available', async () => {
    const { scene: of, outsider, member } = await scene(2, {})
    await member.socket.request('desk.availability', { availability: 'away' })
    const call = await placeCall(of)
    await rings(outsider, call)
    await leaveScene(of, call)
  })

  it('does not hold up a later call of another team', async () => {
    const { scene: of, outsider, member } = await scene(2, { ring: 'team_only' })
    const busy = await placeCall(of)
    await rings(member, busy)
    await talk(busy, member)
    const waiting = await placeCall(of)
    const other = await teamOf(of, { members: [outsider], ofWidget: false })
    const { socket, conversation } = await writer(of)
    await post(of, 'PUT', `/conversations/${conversation.id}/team`, { team_id: other })
    const { call } = await socket.request<CallJoined>('call.start', startParams())
    // The team of the conversation, not that of the widget.
    await rings(outsider, call)
    expect(await phaseOf(of, waiting)).toBe('pending')
    await socket.leave()
    await leaveScene(of, busy, waiting)
  })

  it('rings by load if the team assigns by it', async () => {
    const { scene: of } = await scene(2, {}, { ofWidget: false })
    const [one, two] = of.agents as [TestAgent, TestAgent]
    const { socket, conversation } = await writer(of)
    await post(of, 'POST', `/conversations/${conversation.id}/assign`, { agent_id: one.agentId })
    await teamOf(of, { members: [one, two], strategy: 'balanced' })
    const call = await placeCall(of)
    await rings(two, call)
    await socket.leave()
    await leaveScene(of, call)
  })
})

it('[C3] a widget can ring everyone, and a deleted team restricts nothing', async () => {
  const { scene: of, outsider } = await scene(2, { ring: 'everyone' })
  const call = await placeCall(of)
  expect(await rings(outsider, call)).toMatchObject({ offer: { team_id: null } })
  await leaveScene(of, call)
  const only = await scene(2, { ring: 'team_only' })
  const busy = await placeCall(only.scene)
  await rings(only.member, busy)
  await talk(busy, only.member)
  const waiting = await placeCall(only.scene)
  await post(only.scene, 'DELETE', `/teams/${only.teamId}`)
  await clock.pass(0)
  await rings(only.outsider, waiting)
  await leaveScene(only.scene, busy, waiting)
})
