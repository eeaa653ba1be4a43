import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import { maxPersonalViews, type SavedView, type ViewCounts } from '@parley/protocol/view'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const personal = { type: 'personal' }
const shared = { type: 'organization' }
const input = {
  name: 'Urgent',
  visibility: shared,
  view: 'open',
  filter: { priority: 'urgent' },
  sort: 'waiting',
}

async function call(method: string, rest = '', body?: object, cookie?: string) {
  const answer = await shop.service.call(method, `/v1/organizations/${shop.organization.id}${rest}`, {
    cookie: cookie ?? shop.organization.cookie,
    ...(body && { body }),
  })
  return { status: answer.status, body: answer.body as { code?: string } }
}
const create = async (change: object = {}, cookie?: string) =>
  (await call('POST', '/views', { ...input, ...change }, cookie)).body as SavedView
const listed = async (cookie?: string) =>
  ((await call('GET', '/views', undefined, cookie)).body as { data: SavedView[] }).data

test('a view with an unknown field, a bad condition or too many values is refused', async () => {
  const refused: object[] = [
    { filter: { mood: 'good' } },
    { filter: { priority: 'high;urgent' } },
    { filter: { assignee: "me') or true --" } },
    { filter: { label: Array.from({ length: 21 }, newId).join(',') } },
    { filter: { started: '7d,1d' } },
    { filter: { started: '2026-02-30T00:00:00Z' } },
    { filter: { stated: 'plan:%FF' } },
    { filter: { unread: '' } },
    { view: 'all' },
    { sort: 'name' },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { visibility: { type: 'team' } },
    { visibility: { type: 'personal', team_id: newId() } },
  ]
  for (const change of refused)
    expect([change, (await call('POST', '/views', { ...input, ...change })).status]).toEqual([change, 400])
  expect(await listed()).toEqual([])
})

test('a personal view exists for nobody but its author, also not for the owner', async () => {
  const colleague = await inviteAgent(shop.service, shop.organization, 'Private')
  const { id } = await create({ visibility: personal, name: 'Marker' }, colleague.cookie)
  expect(await call('PATCH', `/views/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await call('DELETE', `/views/${id}`)).toMatchObject({ status: 404 })
  const counts = await call('GET', '/views/counts')
  expect(JSON.stringify([await listed(), counts.body])).not.toContain(id)
  expect(await listed(colleague.cookie)).toContainEqual(expect.objectContaining({ id, name: 'Marker' }))
})

test('a shared view is changed by its author and by admins, not by other agents or other organizations', async () => {
  const author = await inviteAgent(shop.service, shop.organization, 'Author')
  const other = await inviteAgent(shop.service, shop.organization, 'Other')
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const { id } = await create({}, author.cookie)
  for (const [method, body] of [
    ['PATCH', { name: 'Taken' }],
    ['DELETE', undefined],
  ] as const) {
    expect(await call(method, `/views/${id}`, body, other.cookie)).toMatchObject({ status: 403 })
    expect(await call(method, `/views/${id}`, body, theirs.cookie)).toMatchObject({ status: 404 })
  }
  const changed = await call('PATCH', `/views/${id}`, { name: ' Very  urgent ', filter: {} }, author.cookie)
  expect(changed.body).toMatchObject({ name: 'Very urgent', filter: {}, view: 'open', sort: 'waiting' })
  // Taken by an admin for themselves: the author no longer sees it.
  expect(await call('PATCH', `/views/${id}`, { visibility: personal })).toMatchObject({ status: 200 })
  expect(await call('PATCH', `/views/${id}`, { name: 'Back' }, author.cookie)).toMatchObject({ status: 404 })
  expect(await call('DELETE', `/views/${id}`)).toMatchObject({ status: 204 })
})

test('a view of a team is unknown to other agents; its members and admins change it; it leaves with the team', async () => {
  const author = await inviteAgent(shop.service, shop.organization, 'Author')
  const member = await inviteAgent(shop.service, shop.organization, 'Member')
  const other = await inviteAgent(shop.service, shop.organization, 'Outsider')
  const membersOf = (...agents: (typeof author)[]) =>
    agents.map((agent) => ({ agent_id: agent.agentId, capacity: null }))
  const made = await call('POST', '/teams', { name: 'Returns', members: membersOf(author, member) })
  const { id: teamId } = made.body as { id?: string }
  const visibility = { type: 'team', team_id: teamId }
  const theirs = await foundOrganization(shop.service, 'Neighbours')
  const foreign = await shop.service.call('POST', `/v1/organizations/${theirs.id}/teams`, {
    cookie: theirs.cookie,
    body: { name: 'Foreign' },
  })
  const foreignId = (foreign.body as { id: string }).id
  // An agent shares with their own teams only; a team of another organization is unknown to admins, too.
  for (const [team_id, cookie] of [
    [teamId, other.cookie],
    [foreignId, author.cookie],
    [foreignId, undefined],
    [newId(), undefined],
  ] as const)
    expect(
      await call('POST', '/views', { ...input, visibility: { type: 'team', team_id } }, cookie),
    ).toMatchObject({ status: 422, body: { code: 'team_unknown' } })

  const { id } = await create({ visibility, name: 'Of the team' }, author.cookie)
  const ids = async (cookie?: string) => (await listed(cookie)).map((view) => view.id)
  expect(await ids(other.cookie)).not.toContain(id)
  for (const method of ['PATCH', 'DELETE'])
    expect(await call(method, `/views/${id}`, { name: 'Mine' }, other.cookie)).toMatchObject({ status: 404 })
  expect(await listed(member.cookie)).toContainEqual(expect.objectContaining({ id, visibility }))
  expect(await call('PATCH', `/views/${id}`, { name: 'Ours' }, member.cookie)).toMatchObject({ status: 200 })
  expect(await call('PATCH', `/views/${id}`, { sort: 'newest' })).toMatchObject({ status: 200 })
  // A member could not change it afterwards, nor take it back.
  const share = (to: object, cookie?: string) => call('PATCH', `/views/${id}`, { visibility: to }, cookie)
  expect(await share(shared, member.cookie)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  for (const cookie of [author.cookie, undefined])
    for (const to of [shared, visibility]) expect(await share(to, cookie)).toMatchObject({ status: 200 })

  // Its author has left the team: it belongs to the team.
  await call('PATCH', `/teams/${teamId}`, { members: membersOf(member) })
  expect(await ids(author.cookie)).not.toContain(id)
  expect(await ids(member.cookie)).toContain(id)
  expect(await call('DELETE', `/teams/${teamId}`)).toMatchObject({ status: 204 })
  const { rows } = await shop.database.query('select id from saved_view where id = $1', [id])
  expect(rows).toEqual([])
})

test('the number of views is limited for each agent, also if requests arrive at once', async () => {
  const { cookie } = await inviteAgent(shop.service, shop.organization, 'Collector')
  const answers = await Promise.all(
    Array.from({ length: maxPersonalViews + 2 }, (_, index) =>
      call('POST', '/views', { ...input, visibility: personal, name: `View ${index}` }, cookie),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ body }) => body.code)).toEqual(['view_limit', 'view_limit'])
  const [first] = await listed(cookie)
  expect(await call('PATCH', `/views/${first?.id}`, { name: 'Renamed' }, cookie)).toMatchObject({
    status: 200,
  })
})

test('a removed agent’s personal views are deleted, shared ones stay without an author', async () => {
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const own = await create({ visibility: personal }, leaver.cookie)
  const { id } = await create({ name: 'Left behind' }, leaver.cookie)
  await call('DELETE', `/agents/${leaver.agentId}`)
  expect(await listed()).toContainEqual(expect.objectContaining({ id, agent_id: null }))
  const { rows } = await shop.database.query('select id from saved_view where id = any($1)', [[own.id, id]])
  expect(rows).toEqual([{ id }])
})

test('the list and the count of a view agree; closed views are not counted', async () => {
  const visitors = [await visitorWhoWrote(shop), await visitorWhoWrote(shop), await visitorWhoWrote(shop)]
  const [urgent, normal] = visitors.map(({ conversationId }) => conversationId)
  await call('PUT', `/conversations/${urgent}/priority`, { priority: 'urgent' })
  await call('PUT', `/conversations/${normal}/priority`, { priority: 'normal' })
  const open = await create()
  const closed = await create({ view: 'closed', name: 'History' })
  const unset = await create({ filter: { priority: '!urgent,none' }, name: 'Rest' })
  const { data } = (await call('GET', '/views/counts')).body as ViewCounts
  const countOf = ({ id }: SavedView) => data.find((each) => each.id === id)?.count
  expect([open, closed, unset].map(countOf)).toEqual([1, null, 1])
  const list = (query: string) => call('GET', `/conversations?view=open&${query}`)
  const idsOf = async (query: string) =>
    ((await list(query)).body as PageOf<Conversation>).data.map(({ id }) => id)
  expect(await idsOf('priority=urgent')).toEqual([urgent])
  expect(await idsOf('priority=!urgent,none')).toEqual([normal])
  expect(await idsOf('sort=waiting')).toEqual(visitors.map(({ conversationId }) => conversationId))
  for (const date of ['2026-13-31', '2026-02-30'])
    expect(await list(`started=${date}T00:00:00Z`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  expect((await list('priority=urgent&priority=low')).status).toBe(400)
  await Promise.all(visitors.map(({ socket }) => socket.leave()))
})
