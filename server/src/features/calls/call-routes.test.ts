import type { AgentDesks, Call, CallDetail } from '@parley/protocol/call'
import type { PageOf } from '@parley/protocol/pager'
import type { Provider } from '@parley/protocol/provider'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { closeLastPanel, leaveScene, placeCall, talk, type CallScene } from '../../testing/test-calls.ts'

const clock = useCallClock()
const { agentOf, pass } = clock

/** As the owner of the scene. */
function ask(scene: CallScene, path: string, body?: object, method = body ? 'PATCH' : 'GET') {
  const { id, cookie } = scene.organization
  const url = `/v1/organizations/${id}${path}`
  return clock.service.call(method, url, { cookie, ...(body && { body }) })
}

/** The code with which it is refused. */
async function refusal(scene: CallScene, path: string, body?: object): Promise<string> {
  return (await ask(scene, path, body)).body['code']
}

/** One that was answered, one that was not, one that rings. */
async function threeCalls() {
  const scene = await clock.scene({ agents: 1, settings: { wrap_up_seconds: 0 } })
  const agent = agentOf(scene)
  const answered = await placeCall(scene)
  await pass(3)
  await talk(answered, agent)
  await pass(20)
  await answered.socket.request('call.end', { call_id: answered.id })
  const missed = await placeCall(scene)
  await pass(1)
  await missed.socket.request('call.end', { call_id: missed.id })
  const live = await placeCall(scene)
  return { scene, agent, answered, missed, live }
}

describe('calls over HTTP', () => {
  test('lists calls newest first, filtered by state, status, agent and customer, in pages', async () => {
    const { scene, agent, answered, missed, live } = await threeCalls()
    const list = async (query: string): Promise<PageOf<Call>> => (await ask(scene, `/calls?${query}`)).body
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
    expect((await ask(scene, '/calls?state=nothing')).status).toBe(400)
    expect((await ask(scene, '/calls?cursor=x')).status).toBe(400)
    expect(await ids('')).toEqual([live.id, missed.id, answered.id])
    expect(await ids('state=live')).toEqual([live.id])
    expect(await ids('state=waiting')).toEqual([live.id])
    expect(await ids('state=accepted')).toEqual([])
    expect(await ids('state=over')).toEqual([missed.id, answered.id])
    expect(await ids('status=ended')).toEqual([answered.id])
    expect(await ids(`agent_id=${agent.agentId}`)).toHaveLength(3)
    expect(await ids(`agent_id=${newId()}`)).toEqual([])
    expect(await ids(`customer_id=${missed.customerId}`)).toEqual([missed.id])
    const page = await list('max=2')
    expect(page.data).toHaveLength(2)
    expect(await ids(`max=2&cursor=${page.pager.next}`)).toEqual([answered.id])
    const oldest = await list('sort=ASC&max=2')
    expect(oldest).toMatchObject({ data: [{ id: answered.id }, { id: missed.id }], pager: { sort: 'ASC' } })
    expect(await ids(`sort=ASC&max=2&cursor=${oldest.pager.next}`)).toEqual([live.id])
    await leaveScene(scene, answered, missed, live)
  })

  test('lists calls that wait separately from those that an agent has accepted', async () => {
    const scene = await clock.scene({ agents: 1, settings: { nobody: 'wait' } })
    const accepted = await placeCall(scene)
    await talk(accepted, agentOf(scene))
    const waiting = [await placeCall(scene), await placeCall(scene)]
    const list = async (query: string): Promise<PageOf<Call>> => (await ask(scene, `/calls?${query}`)).body
    const first = await list('state=waiting&sort=ASC&max=1')
    expect(first.data).toMatchObject([{ id: waiting[0]?.id, phase: 'pending' }])
    const rest = await list(`state=waiting&sort=ASC&max=1&cursor=${first.pager.next}`)
    expect(rest).toMatchObject({ data: [{ id: waiting[1]?.id }], pager: { next: null } })
    expect((await list('state=accepted')).data).toMatchObject([{ id: accepted.id, phase: 'active' }])
    await leaveScene(scene, accepted, ...waiting)
  })

  test('a listed call has the queue position that its customer sees', async () => {
    const scene = await clock.scene({ settings: { nobody: 'wait' } })
    const calls = [await placeCall(scene), await placeCall(scene)]
    const listed = async () => {
      const { data }: PageOf<Call> = (await ask(scene, '/calls?state=live&sort=ASC')).body
      return data.map(({ id, position }) => [id, position])
    }
    expect(await listed()).toEqual(calls.map(({ id, view }) => [id, view.position]))
    expect(calls.map(({ view }) => view.position)).toEqual([1, 2])
    const [first, second] = calls
    await first?.socket.request('call.end', { call_id: first.id })
    expect(await listed()).toEqual([[second?.id, 1]])
    const over: PageOf<Call> = (await ask(scene, '/calls?state=over')).body
    expect(over.data.map(({ position }) => position)).toEqual([null])
    await leaveScene(scene, ...calls)
  })

  test('returns one call with its details and note', async () => {
    const { scene, agent, answered, missed, live } = await threeCalls()
    const quality = { round_trip: 31.5, jitter: 2, loss: 0.01, path: 'relay', restarts: 1 }
    await answered.socket.request('call.quality', { call_id: answered.id, quality })
    expect(await refusal(scene, `/calls/${newId()}`)).toBe('not_found')
    const tooLong = { note: 'x'.repeat(4001) }
    expect(await refusal(scene, `/calls/${answered.id}`, tooLong)).toBe('invalid_request')
    const noted = await ask(scene, `/calls/${answered.id}`, { note: 'Wants a refund' })
    const body: CallDetail = (await ask(scene, `/calls/${answered.id}`)).body
    expect(noted.body).toEqual(body)
    expect(body).toMatchObject({
      agent: { id: agent.agentId },
      phase: 'over',
      status: 'ended',
      ended_by: 'customer',
      hold_duration: 3,
      talk_duration: 20,
      note: 'Wants a refund',
      offers: [{ agent: { id: agent.agentId }, outcome: 'accepted' }],
      recordings: [],
      recording_count: 0,
      recording_mode: 'off',
      consent: 'not_required',
      quality: { customer: quality, agent: null },
    })
    await agent.socket.next('organization.changed', ({ what }: { what: string }) => what === 'calls')
    await leaveScene(scene, answered, missed, live)
  })

  test('a note that a colleague changed meanwhile is not overwritten; without the previous text it is', async () => {
    const scene = await clock.scene({ settings: { nobody: 'wait' } })
    const call = await placeCall(scene)
    const path = `/calls/${call.id}`
    const noteOf = async () => (await ask(scene, path)).body['note']
    const first = { note: 'Wants a refund', previous: '' }
    expect((await ask(scene, path, first)).status).toBe(200)
    expect((await ask(scene, path, first)).status).toBe(200)
    const late = await ask(scene, path, { note: 'Call back on Monday', previous: '' })
    expect(late).toMatchObject({ status: 409, body: { code: 'call_note_changed' } })
    expect(await noteOf()).toBe('Wants a refund')
    const next = { note: 'Wants a refund today', previous: 'Wants a refund' }
    expect((await ask(scene, path, next)).body).toMatchObject({ note: 'Wants a refund today' })
    expect((await ask(scene, path, { note: 'Refunded' })).body).toMatchObject({ note: 'Refunded' })
    expect(await refusal(scene, `/calls/${newId()}`, next)).toBe('not_found')
    await leaveScene(scene, call)
  })

  test('lists the state of every agent, offline ones included; without a microphone an agent is offline', async () => {
    const scene = await clock.scene({ agents: 2 })
    const gone = agentOf(scene)
    await closeLastPanel(clock.service, gone)
    const { data }: AgentDesks = (await ask(scene, '/calls/desks')).body
    expect(data.map(({ state }) => state).sort()).toEqual(['idle', 'offline'])
    expect(data.find(({ agent }) => agent.id === gone.agentId)?.state).toBe('offline')
    await agentOf(scene, 1).socket.request('desk.open', { microphone: false })
    const mute: AgentDesks = (await ask(scene, '/calls/desks')).body
    expect(mute.data.map(({ state }) => state)).toEqual(['offline', 'offline'])
    await agentOf(scene, 1).socket.leave()
  })

  test('lists no removed agent', async () => {
    const scene = await clock.scene({ agents: 2 })
    const agents = async () => {
      const { data }: AgentDesks = (await ask(scene, '/calls/desks')).body
      return data.map(({ agent }) => agent.id).sort()
    }
    const [left, stays] = [agentOf(scene).agentId, agentOf(scene, 1).agentId]
    expect(await agents()).toEqual([left, stays].sort())
    await ask(scene, `/agents/${left}`, undefined, 'DELETE')
    expect(await agents()).toEqual([stays])
    await leaveScene(scene)
  })

  test('a key with calls:read reads calls, other keys do not, and no key writes a note', async () => {
    const { scene, answered, missed, live } = await threeCalls()
    const withKey = async (scope: string, method: 'GET' | 'PATCH', path: string) => {
      const made = await ask(scene, '/api-keys', { name: 'Backend', scopes: [scope] }, 'POST')
      const answer = await clock.service.app.http.inject({
        method,
        url: `/v1/organizations/${scene.organization.id}${path}`,
        headers: { authorization: `Bearer ${(made.body as { key: string }).key}` },
        ...(method === 'PATCH' && { payload: { note: 'x' } }),
      })
      return answer.statusCode
    }
    expect(await withKey('webhooks:read', 'GET', '/calls')).toBe(403)
    expect(await withKey('calls:read', 'PATCH', `/calls/${answered.id}`)).toBe(403)
    expect(await withKey('calls:read', 'GET', '/calls')).toBe(200)
    expect(await withKey('calls:read', 'GET', `/calls/${answered.id}`)).toBe(200)
    await leaveScene(scene, answered, missed, live)
  })
})

test('settings are merged, rejected outside their bounds, and change nothing else', async () => {
  const scene = await clock.scene()
  const path = `/providers/${scene.organization.providerId}`
  const change = async (calls: object): Promise<Provider> => (await ask(scene, path, { calls })).body
  for (const wrong of [{ offer_seconds: 9 }, { mode: 'hologram' }, { surprise: 1 }, { nobody: null }])
    expect(await refusal(scene, path, { calls: wrong })).toBe('invalid_request')
  const before = await change({})
  expect(before.calls).toMatchObject({
    mode: 'audio',
    recording: 'off',
    offer_seconds: 20,
    queue_seconds: 120,
  })
  await change({ mode: 'video', offer_seconds: 30 })
  expect(await change({ relay_only: true })).toEqual({
    ...before,
    calls: { ...before.calls, mode: 'video', offer_seconds: 30, relay_only: true },
  })
})

test('webhooks deliver call events exactly as logged', async () => {
  const scene = await clock.scene({ agents: 1 })
  const events = ['call.started', 'call.ended', 'call.missed']
  const made = await ask(scene, '/webhooks', { url: 'https://hooks.shop.com/', events }, 'POST')
  expect(made.status).toBe(201)
  const call = await placeCall(scene)
  await talk(call, agentOf(scene))
  await call.socket.request('call.end', { call_id: call.id })
  const database = new pg.Client({ connectionString: clock.service.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ type: string; same: boolean }>(
    `select l.type, w.data::jsonb = l.data::jsonb and w.occurred_at = l.created_at as same
     from webhook_event w join event_log l on l.id = w.id
     where w.organization_id = $1 order by l.seq`,
    [scene.organization.id],
  )
  await database.end()
  expect(rows).toEqual([
    { type: 'call.started', same: true },
    { type: 'call.ended', same: true },
  ])
  await leaveScene(scene, call)
})
