import type { AgentFace } from '@parley/protocol/agent'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { startPanelService, tokenOf, type Member, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.found()
  service.heard.length = 0
})

const problem = (code: string) => expect.objectContaining({ code })
const path = (member: Pick<Member, 'organizationId'>, rest = '') =>
  `/v1/organizations/${member.organizationId}/agents${rest}`
const setRole = (by: Member, agentId: string, role: string) =>
  service.call('PATCH', path(by, `/${agentId}`), { cookie: by.cookie, body: { role } })
const remove = (by: Member, agentId: string) =>
  service.call('DELETE', path(by, `/${agentId}`), { cookie: by.cookie })
const list = async (by: Member, query = '') =>
  (await service.call('GET', path(by, query), { cookie: by.cookie })).body

test('an admin cannot promote to owner, demote an owner or remove one', async () => {
  const [admin, agent] = [await service.join(owner, 'admin'), await service.join(owner, 'agent')]
  for (const answer of [
    await setRole(admin, agent.agentId, 'owner'),
    await setRole(admin, admin.agentId, 'owner'),
    await setRole(admin, owner.agentId, 'agent'),
    await remove(admin, owner.agentId),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: problem('forbidden') })
  }
  expect(await setRole(admin, agent.agentId, 'admin')).toMatchObject({ status: 200, body: { role: 'admin' } })
  expect(await remove(admin, agent.agentId)).toMatchObject({ status: 204 })
})

test('the last owner cannot be demoted or removed, including by themselves', async () => {
  expect(await setRole(owner, owner.agentId, 'admin')).toMatchObject({
    status: 409,
    body: problem('last_owner'),
  })
  expect(await remove(owner, owner.agentId)).toMatchObject({ status: 409, body: problem('last_owner') })
  expect(await setRole(owner, owner.agentId, 'owner')).toMatchObject({ status: 200 })
  const second = await service.join(owner, 'owner')
  expect(await setRole(second, owner.agentId, 'agent')).toMatchObject({ status: 200 })
  expect(await remove(second, second.agentId)).toMatchObject({ status: 409, body: problem('last_owner') })
})

test('an API key reads ids, names and pictures of agents, but no e-mail addresses or roles', async () => {
  const agent = await service.join(owner, 'agent')
  const { body } = await service.call('POST', `/v1/organizations/${owner.organizationId}/api-keys`, {
    cookie: owner.cookie,
    body: { name: 'CRM', scopes: ['agents:read'] },
  })
  const headers = { authorization: `Bearer ${body.key}` }
  const page = (await service.call('GET', path(owner, '?max=1'), { headers })).body
  const next = (await service.call('GET', path(owner, `?cursor=${page.pager.next}`), { headers })).body
  const faces = (await list(owner)).data.map(({ id, name }: AgentFace) => ({ id, name, avatar_url: null }))
  expect([...page.data, ...next.data]).toEqual(faces)
  expect(faces.map(({ id }: AgentFace) => id)).toEqual([owner.agentId, agent.agentId])
})

test('when two owners demote each other concurrently, one owner remains', async () => {
  const second = await service.join(owner, 'owner')
  const answers = await Promise.all([
    setRole(owner, second.agentId, 'agent'),
    setRole(second, owner.agentId, 'agent'),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403])
  const { data } = await list(owner)
  expect(data.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1)
})

test('when two owners leave concurrently, one remains', async () => {
  const second = await service.join(owner, 'owner')
  const answers = await Promise.all([remove(owner, owner.agentId), remove(second, second.agentId)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409])
})

test('unknown roles and unknown agents are rejected', async () => {
  for (const body of [{}, { role: 'boss' }, { role: null }, { role: 'agent', name: 'x' }]) {
    const answer = await service.call('PATCH', path(owner, `/${owner.agentId}`), {
      cookie: owner.cookie,
      body,
    })
    expect(answer).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
  const stranger = await service.found()
  for (const id of [newId(), stranger.agentId]) {
    expect(await setRole(owner, id, 'admin')).toMatchObject({ status: 404, body: problem('not_found') })
    expect(await remove(owner, id)).toMatchObject({ status: 404, body: problem('not_found') })
  }
  expect((await list(stranger)).data).toHaveLength(1)
})

test('every agent can list the agents and their online state, oldest first, with paging', async () => {
  const [one, two] = [await service.join(owner, 'agent'), await service.join(owner, 'agent')]
  const leave = service.presence.agents.enter(owner.organizationId, two.agentId)
  const first = await list(one, '?max=2')
  expect(first.pager).toMatchObject({ max: 2, sort: 'ASC' })
  const second = await list(one, `?max=2&cursor=${first.pager.next}`)
  expect(second.pager.next).toBeNull()
  leave()
  expect([...first.data, ...second.data]).toEqual([
    expect.objectContaining({ id: owner.agentId, role: 'owner', email: owner.email, online: false }),
    expect.objectContaining({ id: one.agentId, role: 'agent', email: one.email, online: false }),
    expect.objectContaining({ id: two.agentId, role: 'agent', email: two.email, online: true }),
  ])
})

test('a removed agent loses access at once, their sockets are closed, and their name remains for the history', async () => {
  const agent = await service.join(owner, 'agent')
  const session = await service.sessions.sessionOf({ cookie: agent.cookie })
  const { organizationId } = owner
  await service.call('POST', '/v1/auth/update-user', { cookie: agent.cookie, body: { name: 'Before' } })
  service.heard.length = 0
  expect(await remove(owner, agent.agentId)).toMatchObject({ status: 204 })
  expect(service.heard).toEqual([
    {
      subject: 'agent.gone',
      message: { organization_id: organizationId, user_id: session?.userId, session_id: null },
    },
    { subject: 'organization', message: { organization_id: organizationId, what: 'agents' } },
  ])
  expect(await service.call('GET', path(owner), { cookie: agent.cookie })).toMatchObject({ status: 404 })
  expect((await service.call('GET', '/v1/me', { cookie: agent.cookie })).body.memberships).toEqual([])
  expect((await list(owner)).data).toHaveLength(1)
  expect(await service.agents.agentExists(organizationId, agent.agentId)).toBe(false)
  await service.call('POST', '/v1/auth/update-user', { cookie: agent.cookie, body: { name: 'After' } })
  service.advance(31_000)
  expect(await service.agents.faceOf(organizationId, agent.agentId)).toEqual({
    id: agent.agentId,
    name: 'Before',
    avatar_url: null,
  })
  expect(await setRole(owner, agent.agentId, 'admin')).toMatchObject({ status: 404 })
})

describe('after the removal of an agent', () => {
  /** Counts the runs of two listeners for an agent. The first one fails while `isBroken`. */
  function listen(agentId: string) {
    const runs = { first: 0, second: 0, isBroken: true }
    service.agents.whenRemoved(async (_, id) => {
      if (id !== agentId) return
      runs.first += 1
      if (runs.isBroken) throw new Error('The database went away')
    })
    service.agents.whenRemoved(async (_, id) => {
      if (id === agentId) runs.second += 1
    })
    return runs
  }

  test('a failing listener does not skip the others, and all run again until they have succeeded', async () => {
    const agent = await service.join(owner, 'agent')
    const runs = listen(agent.agentId)
    expect(await remove(owner, agent.agentId)).toMatchObject({ status: 500 })
    expect(runs).toMatchObject({ first: 1, second: 1 })
    await service.agents.releaseRemoved()
    expect(runs).toMatchObject({ first: 1, second: 1 })
    service.advance(61_000)
    await service.agents.releaseRemoved()
    expect(runs).toMatchObject({ first: 2, second: 2 })
    runs.isBroken = false
    await service.agents.releaseRemoved()
    expect(runs).toMatchObject({ first: 3, second: 3 })
    await service.agents.releaseRemoved()
    expect(runs).toMatchObject({ first: 3, second: 3 })
  })

  test('agents whose listeners fail do not keep others waiting', async () => {
    const { rows } = await service.pool.query<{ id: string }>(
      `with person as (
         insert into auth_user (id, name, email, created_at, updated_at)
         select gen_random_uuid(), 'Gone', gen_random_uuid() || '@example.com', now(), now()
         from generate_series(1, 30) returning id
       )
       insert into agent (id, organization_id, user_id, role, created_at, removed_at)
       select gen_random_uuid(), $1, id, 'agent', now(), now() - interval '1 hour' from person returning id`,
      [owner.organizationId],
    )
    const ids = rows.map(({ id }) => id).toSorted()
    const failing = new Set(ids.slice(0, 25))
    service.agents.whenRemoved(async (_, id) => {
      if (failing.has(id)) throw new Error('The database went away')
    })
    for (let run = 0; run < 3; run += 1) await service.agents.releaseRemoved()
    const waiting = await service.pool.query<{ id: string }>(
      'select id from agent where released_at is null and id = any($1) order by id',
      [ids],
    )
    expect(waiting.rows.map(({ id }) => id)).toEqual([...failing])
  })

  test('nothing is released of an agent who was invited again', async () => {
    const agent = await service.join(owner, 'agent')
    const runs = listen(agent.agentId)
    expect(await remove(owner, agent.agentId)).toMatchObject({ status: 500 })
    const { body } = await service.call('POST', `/v1/organizations/${owner.organizationId}/invitations`, {
      cookie: owner.cookie,
      body: { role: 'agent', email: agent.email },
    })
    await service.call('POST', '/v1/public/invitations/accept', {
      cookie: agent.cookie,
      body: { token: tokenOf(body) },
    })
    service.advance(61_000)
    await service.agents.releaseRemoved()
    expect(runs).toMatchObject({ first: 1, second: 1 })
  })

  test('the listeners stop when the agent is invited again meanwhile', async () => {
    const agent = await service.join(owner, 'agent')
    service.agents.whenRemoved(async (_, id) => {
      if (id === agent.agentId)
        await service.pool.query('update agent set removed_at = null where id = $1', [id])
    })
    const runs = listen(agent.agentId)
    expect(await remove(owner, agent.agentId)).toMatchObject({ status: 204 })
    expect(runs).toMatchObject({ first: 0, second: 0 })
  })
})

test('a removed agent who is invited again keeps their id, with the new role and current name', async () => {
  const agent = await service.join(owner, 'admin')
  await remove(owner, agent.agentId)
  await service.call('POST', '/v1/auth/update-user', { cookie: agent.cookie, body: { name: 'After' } })
  const { body } = await service.call('POST', `/v1/organizations/${owner.organizationId}/invitations`, {
    cookie: owner.cookie,
    body: { role: 'agent', email: agent.email },
  })
  const answer = await service.call('POST', '/v1/public/invitations/accept', {
    cookie: agent.cookie,
    body: { token: tokenOf(body) },
  })
  expect(answer.body.memberships).toEqual([
    expect.objectContaining({ agent_id: agent.agentId, role: 'agent' }),
  ])
  expect(await service.agents.faceOf(owner.organizationId, agent.agentId)).toMatchObject({ name: 'After' })
})

test('a demoted admin loses the permissions with the next request', async () => {
  const admin = await service.join(owner, 'admin')
  expect(await setRole(owner, admin.agentId, 'agent')).toMatchObject({ status: 200 })
  expect(await setRole(admin, admin.agentId, 'admin')).toMatchObject({
    status: 403,
    body: problem('forbidden'),
  })
})

test('removal from one organization does not affect another', async () => {
  const agent = await service.join(owner, 'agent')
  const other = await service.found()
  const { body } = await service.call('POST', `/v1/organizations/${other.organizationId}/invitations`, {
    cookie: other.cookie,
    body: { role: 'agent' },
  })
  await service.call('POST', '/v1/public/invitations/accept', {
    cookie: agent.cookie,
    body: { token: tokenOf(body) },
  })
  await remove(owner, agent.agentId)
  expect(await service.call('GET', path(other), { cookie: agent.cookie })).toMatchObject({ status: 200 })
})

test('faceOf, facesOf and agentExists are scoped to the organization', async () => {
  const stranger = await service.found()
  const { organizationId } = owner
  expect(await service.agents.faceOf(organizationId, stranger.agentId)).toBeUndefined()
  expect(await service.agents.agentExists(organizationId, stranger.agentId)).toBe(false)
  expect(await service.agents.agentExists(organizationId, 'no id')).toBe(false)
  expect(await service.agents.agentExists(organizationId, owner.agentId)).toBe(true)
  const faces = await service.agents.facesOf(organizationId, [owner.agentId, stranger.agentId, owner.agentId])
  expect([...faces.keys()]).toEqual([owner.agentId])
})

test('authorizeAgent returns session, user, role and face', async () => {
  const { organizationId, agentId, cookie } = owner
  const session = await service.sessions.sessionOf({ cookie })
  expect(await service.authorizeAgent({ headers: { cookie } }, organizationId)).toEqual({
    organizationId,
    agentId,
    userId: session?.userId,
    sessionId: session?.sessionId,
    role: 'owner',
    face: { id: agentId, name: session?.name, avatar_url: null },
  })
  await expect(service.authorizeAgent({ headers: { cookie } }, 'no id')).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(service.authorizeAgent({ headers: {} }, organizationId)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
