import type { Conversation } from '@parley/protocol/conversation'
import type { Team } from '@parley/protocol/team'
import type { Entries } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const root = () => `/v1/organizations/${shop.organization.id}`

const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `${root()}${path}`, { cookie, ...(body && { body }) }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>

const newTeam = async (input: object): Promise<Team> => {
  const made = await call('POST', '/teams', input)
  expect(made).toMatchObject({ status: 201 })
  return made.body
}
const conversation = async (id: string): Promise<Conversation> =>
  (await call('GET', `/conversations/${id}`)).body
const moveTo = (conversationId: string, teamId: string | null, cookie?: string) =>
  call('PUT', `/conversations/${conversationId}/team`, { team_id: teamId }, cookie)
const listed = async (): Promise<Team[]> => (await call('GET', '/teams')).body.data

async function entriesOf(customerId: string): Promise<Entries['entries']> {
  return (await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })).entries
}

/** A team, an agent and a widget of another organization. */
async function strangers() {
  const theirs = await foundOrganization(shop.service, 'Strangers')
  const made = await shop.service.call('POST', `/v1/organizations/${theirs.id}/teams`, {
    cookie: theirs.cookie,
    body: { name: 'Theirs' },
  })
  return { ...theirs, teamId: (made.body as Team).id }
}

describe('the teams of an organization', () => {
  test('are changed by admins only, and read by every agent', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Plain agent')
    const { id } = await newTeam({ name: 'Managed' })
    expect((await call('POST', '/teams', { name: 'Mine' }, agent.cookie)).status).toBe(403)
    expect((await call('PATCH', `/teams/${id}`, { name: 'Mine' }, agent.cookie)).status).toBe(403)
    expect((await call('DELETE', `/teams/${id}`, undefined, agent.cookie)).status).toBe(403)
    const seen = await call('GET', '/teams', undefined, agent.cookie)
    expect(seen.body.data.map((team: Team) => team.name)).toContain('Managed')
  })

  test('refuse agents and widgets of other organizations, removed agents, unusable values and taken names', async () => {
    const theirs = await strangers()
    const removed = await inviteAgent(shop.service, shop.organization, 'Removed')
    await call('DELETE', `/agents/${removed.agentId}`)
    await newTeam({ name: 'Sales' })
    const member = (agent_id: string, capacity: number | null = null) => ({ agent_id, capacity })
    const owner = shop.organization.ownerId
    const refusals: [object, number, string][] = [
      [{ name: ' sALES ' }, 409, 'team_name_taken'],
      [{ name: '  ' }, 400, 'invalid_request'],
      [{ name: 'New', strategy: 'random' }, 400, 'invalid_request'],
      [{ name: 'New', capacity: 0 }, 400, 'invalid_request'],
      [{ name: 'New', reassign_minutes: 0 }, 400, 'invalid_request'],
      [{ name: 'New', members: [member(theirs.ownerId)] }, 422, 'agent_unknown'],
      [{ name: 'New', members: [member(removed.agentId)] }, 422, 'agent_unknown'],
      [{ name: 'New', members: [member(owner), member(owner, 2)] }, 400, 'invalid_request'],
      [{ name: 'New', provider_ids: [theirs.providerId] }, 404, 'provider_unknown'],
    ]
    for (const [body, status, code] of refusals) {
      const answer = await call('POST', '/teams', body)
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code])
    }
    expect((await listed()).map(({ name }) => name)).not.toContain('New')
    expect((await call('PATCH', `/teams/${theirs.teamId}`, { name: 'Ours' })).status).toBe(404)
    expect((await call('DELETE', `/teams/${theirs.teamId}`)).status).toBe(404)
  })

  test('keep members with their capacities; agents who leave the organization leave their teams', async () => {
    const bea = await inviteAgent(shop.service, shop.organization, 'Bea')
    const cem = await inviteAgent(shop.service, shop.organization, 'Cem')
    const team = await newTeam({
      name: ' Second   level ',
      strategy: 'balanced',
      members: [
        { agent_id: bea.agentId, capacity: null },
        { agent_id: cem.agentId, capacity: 2 },
      ],
    })
    expect(team).toMatchObject({
      name: 'Second level',
      strategy: 'balanced',
      capacity: 5,
      reassign_minutes: null,
    })
    expect(team.members).toContainEqual({ agent_id: cem.agentId, capacity: 2 })
    await call('DELETE', `/agents/${bea.agentId}`)
    await expect
      .poll(async () => (await listed()).find(({ id }) => id === team.id)?.members)
      .toEqual([{ agent_id: cem.agentId, capacity: 2 }])
    const changed = await call('PATCH', `/teams/${team.id}`, { members: [], reassign_minutes: 10 })
    expect(changed.body).toMatchObject({ members: [], reassign_minutes: 10, strategy: 'balanced' })
  })

  test('a widget starts its conversations in one team', async () => {
    const widgets = { provider_ids: [shop.organization.providerId] }
    const first = await newTeam({ name: 'First team', ...widgets })
    const second = await newTeam({ name: 'Second team', ...widgets })
    const shown = await listed()
    expect(shown.find(({ id }) => id === first.id)?.provider_ids).toEqual([])
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    expect((await conversation(conversationId)).team_id).toBe(second.id)
    const routed = (await entriesOf(customerId)).find(({ type }) => type === 'conversation.routed')
    expect(routed).toMatchObject({
      actor: { type: 'system' },
      data: { team: { id: second.id, name: 'Second team' }, reason: 'widget', by: null },
    })
    // The customer sees nothing of it.
    await sendText(shop.agent, 'A reply', { customer_id: customerId })
    const received = [await socket.next('entries'), await socket.request<Entries>('log.read', { after: 0 })]
    expect(JSON.stringify(received)).toContain('A reply')
    expect(JSON.stringify(received)).not.toMatch(/Second team|routed/)
    await call('PATCH', `/teams/${second.id}`, { provider_ids: [] })
    await socket.leave()
  })

  test('a team is written back with a widget that was deleted, which no other team can have', async () => {
    const made = await call('POST', '/providers', { name: 'Old shop' })
    const widgets = { provider_ids: [made.body.id] }
    const team = await newTeam({ name: 'Old', ...widgets })
    const other = await newTeam({ name: 'Another' })
    expect((await call('DELETE', `/providers/${made.body.id}`)).status).toBe(204)
    // Without an effect until the process knows that the widget is deleted.
    const codeOfUnknownTeam = async () => (await call('PATCH', `/teams/${newId()}`, widgets)).body.code
    await expect.poll(codeOfUnknownTeam).toBe('provider_unknown')
    const shown = (await listed()).find(({ id }) => id === team.id)
    const written = await call('PATCH', `/teams/${team.id}`, { provider_ids: shown?.provider_ids })
    expect(written).toMatchObject({ status: 200, body: widgets })
    expect((await call('PATCH', `/teams/${other.id}`, widgets)).body.code).toBe('provider_unknown')
    const strange = { provider_ids: [...widgets.provider_ids, newId()] }
    expect((await call('PATCH', `/teams/${team.id}`, strange)).body.code).toBe('provider_unknown')
    await call('PATCH', `/teams/${team.id}`, { provider_ids: [] })
  })
})

describe('a conversation', () => {
  test('accepts no team of another organization or deleted one, and none once it is closed', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const theirs = await strangers()
    const deleted = await newTeam({ name: 'Deleted' })
    expect((await call('DELETE', `/teams/${deleted.id}`)).status).toBe(204)
    for (const id of [newId(), theirs.teamId, deleted.id])
      expect(await moveTo(conversationId, id)).toMatchObject({ status: 422, body: { code: 'team_unknown' } })
    const team = await newTeam({ name: 'Open ones' })
    const other = `/v1/organizations/${theirs.id}/conversations/${conversationId}/team`
    const foreign = await shop.service.call('PUT', other, { cookie: theirs.cookie, body: { team_id: null } })
    expect(foreign.status).toBe(404)
    await call('POST', `/conversations/${conversationId}/close`)
    expect((await moveTo(conversationId, team.id)).body.code).toBe('conversation_closed')
    expect((await conversation(conversationId)).team_id).toBeNull()
    await socket.leave()
  })

  test('becomes unassigned in a team without its agent, and stays with members and the dedicated agent', async () => {
    const owner = shop.organization.ownerId
    const without = await newTeam({ name: 'Without me' })
    const withMe = await newTeam({ name: 'With me', members: [{ agent_id: owner, capacity: null }] })
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const takeOver = () => call('POST', `/conversations/${conversationId}/take-over`)
    await takeOver()
    expect(await moveTo(conversationId, withMe.id)).toEqual({ status: 200, body: { team_id: withMe.id } })
    expect(await conversation(conversationId)).toMatchObject({ team_id: withMe.id, agent: { id: owner } })
    // A repeat writes no entry.
    const before = (await entriesOf(customerId)).length
    await moveTo(conversationId, withMe.id)
    expect(await entriesOf(customerId)).toHaveLength(before)

    await moveTo(conversationId, without.id)
    expect(await conversation(conversationId)).toMatchObject({ team_id: without.id, agent: null })
    expect((await entriesOf(customerId)).slice(before)).toMatchObject([
      {
        type: 'conversation.routed',
        actor: { type: 'agent', id: owner },
        data: { team: { name: 'Without me' }, reason: 'chosen', by: { id: owner } },
      },
      { type: 'conversation.assigned', data: { agent: null } },
    ])

    await call('PATCH', `/customers/${customerId}`, { private_agent_id: owner })
    await moveTo(conversationId, withMe.id)
    await takeOver()
    await moveTo(conversationId, without.id)
    expect((await conversation(conversationId)).agent).toMatchObject({ id: owner })
    await socket.leave()
  })

  test('is listed by team, and moved in bulk', async () => {
    const team = await newTeam({ name: 'Listed' })
    const first = await visitorWhoWrote(shop)
    const second = await visitorWhoWrote(shop)
    const bulk = await call('POST', '/conversations/bulk', {
      conversation_ids: [first.conversationId, second.conversationId],
      change: { type: 'team', team_id: team.id },
    })
    expect(bulk.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'changed',
      'changed',
    ])
    await call('POST', `/conversations/${second.conversationId}/close`)
    const found = async (view: string) =>
      (await call('GET', `/conversations?view=${view}&team=${team.id}`)).body.data.map(
        ({ id }: Conversation) => id,
      )
    expect(await found('open')).toEqual([first.conversationId])
    expect(await found('closed')).toEqual([second.conversationId])
    expect((await call('GET', '/conversations?view=open&team=nonsense')).status).toBe(400)
    await Promise.all([first.socket.leave(), second.socket.leave()])
  })

  test('a key needs the scope of teams, and learns nothing of the conversation', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const team = await newTeam({ name: 'By a program' })
    const keyWith = async (scope: string) =>
      (await call('POST', '/api-keys', { name: scope, scopes: [scope] })).body.key
    const send = async (key: string, method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${key}` }
      const url = `${root()}${path}`
      const answer = await shop.service.app.http.inject({ method, url, headers, ...(payload && { payload }) })
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
    }
    const move = `/conversations/${conversationId}/team`
    const labels = await keyWith('labels:write')
    const reads = await keyWith('teams:read')
    expect((await send(labels, 'GET', '/teams')).status).toBe(403)
    expect((await send(reads, 'PUT', move, { team_id: team.id })).status).toBe(403)
    expect((await send(reads, 'DELETE', `/teams/${team.id}`)).status).toBe(403)
    expect((await send(reads, 'GET', '/teams')).status).toBe(200)
    const writes = await keyWith('teams:write')
    expect(await send(writes, 'PUT', move, { team_id: team.id })).toEqual({
      status: 200,
      body: { team_id: team.id },
    })
    expect((await entriesOf(customerId)).at(-1)).toMatchObject({
      type: 'conversation.routed',
      actor: { type: 'system' },
      data: { by: null, reason: 'chosen' },
    })
    await socket.leave()
  })
})
