import type { Notification } from '@parley/protocol/notification'
import type { Team } from '@parley/protocol/team'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const call = (
  method: string,
  path: string,
  cookie: string,
  body?: object,
  organization = shop.organization.id,
) =>
  shop.service.call(method, `/v1/organizations/${organization}${path}`, {
    cookie,
    ...(body && { body }),
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  }) as Promise<{ status: number; body: any }>

beforeAll(() => shop.service.app.logConsumers.start())

async function mentionsOf(cookie: string): Promise<Notification[]> {
  await shop.service.app.logConsumers.look()
  await shop.service.app.logConsumers.settled()
  return (await call('GET', '/notifications', cookie)).body.data
}

const write = (conversationId: string, cookie: string, mentions: string[]) =>
  call('POST', `/conversations/${conversationId}/notes`, cookie, {
    client_id: newId(),
    content: '@Support please',
    mentions,
  })

test('a team of another organization or a deleted one cannot be mentioned', async () => {
  const { cookie } = shop.organization
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const foreign = (await call('POST', '/teams', theirs.cookie, { name: 'Support' }, theirs.id)).body as Team
  const deleted = (await call('POST', '/teams', cookie, { name: 'Deleted' })).body as Team
  await call('DELETE', `/teams/${deleted.id}`, cookie)
  for (const { id } of [foreign, deleted])
    expect(await write(conversationId, cookie, [id])).toMatchObject({
      status: 422,
      body: { code: 'agent_unknown' },
    })
  await socket.leave()
})

test('mentioning a team notifies its members once, except the author', async () => {
  const ana = await inviteAgent(shop.service, shop.organization, 'Ana')
  const bob = await inviteAgent(shop.service, shop.organization, 'Bob')
  const carl = await inviteAgent(shop.service, shop.organization, 'Carl')
  const members = [ana, bob].map(({ agentId }) => ({ agent_id: agentId, capacity: null }))
  const team = (await call('POST', '/teams', shop.organization.cookie, { name: 'Support', members }))
    .body as Team
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const note = await write(conversationId, ana.cookie, [bob.agentId, team.id])
  expect(note.body.mentions).toEqual([
    { type: 'agent', id: bob.agentId, name: 'Bob' },
    { type: 'team', id: team.id, name: 'Support' },
  ])
  expect(await mentionsOf(bob.cookie)).toMatchObject([{ kind: 'mention', actor: { id: ana.agentId } }])
  expect(await mentionsOf(ana.cookie)).toEqual([])
  expect(await mentionsOf(carl.cookie)).toEqual([])
  // An edit that keeps the mention does not notify members who joined since.
  const joined = [...members, { agent_id: carl.agentId, capacity: null }]
  await call('PATCH', `/teams/${team.id}`, shop.organization.cookie, { members: joined })
  const edit = { content: '@Support please, today', mentions: [bob.agentId, team.id] }
  expect((await call('PATCH', `/notes/${note.body.id}`, ana.cookie, edit)).status).toBe(200)
  expect(await mentionsOf(carl.cookie)).toEqual([])
  await socket.leave()
})
