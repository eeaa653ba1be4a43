import type { Conversation } from '@parley/protocol/conversation'
import type { Team } from '@parley/protocol/team'
import type { Entries } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()

const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>

const newTeam = async (input: object): Promise<Team> => (await call('POST', '/teams', input)).body
const conversation = async (id: string): Promise<Conversation> =>
  (await call('GET', `/conversations/${id}`)).body
const moveTo = (conversationId: string, teamId: string) =>
  call('PUT', `/conversations/${conversationId}/team`, { team_id: teamId })
const listed = async (): Promise<Team[]> => (await call('GET', '/teams')).body.data

async function entriesOf(customerId: string): Promise<Entries['entries']> {
  return (await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })).entries
}

test('conversations lose a deleted team: open with an entry, closed silently, and both keep their agent', async () => {
  const team = await newTeam({
    name: 'Short-lived',
    members: [{ agent_id: shop.organization.ownerId, capacity: null }],
  })
  const open = await visitorWhoWrote(shop)
  const closed = await visitorWhoWrote(shop)
  for (const { conversationId } of [open, closed]) {
    await moveTo(conversationId, team.id)
    await call('POST', `/conversations/${conversationId}/take-over`)
  }
  await call('POST', `/conversations/${closed.conversationId}/close`)
  const entries = (await entriesOf(closed.customerId)).length
  await call('DELETE', `/teams/${team.id}`)
  expect((await listed()).map(({ id }) => id)).not.toContain(team.id)
  for (const { conversationId } of [open, closed])
    expect(await conversation(conversationId)).toMatchObject({
      team_id: null,
      agent: { id: shop.organization.ownerId },
    })
  expect((await entriesOf(open.customerId)).at(-1)).toMatchObject({
    type: 'conversation.routed',
    data: { team: null, reason: 'deleted' },
  })
  expect(await entriesOf(closed.customerId)).toHaveLength(entries)
  // The name is free again.
  await newTeam({ name: 'short-LIVED' })
  await Promise.all([open.socket.leave(), closed.socket.leave()])
})

test('a conversation that is reopened after its team was deleted loses the team in the log once', async () => {
  const team = await newTeam({ name: 'Deleted meanwhile' })
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  await moveTo(conversationId, team.id)
  await call('POST', `/conversations/${conversationId}/close`)
  await call('DELETE', `/teams/${team.id}`)
  const routed = async () =>
    (await entriesOf(customerId)).filter(({ type }) => type === 'conversation.routed')
  expect(await routed()).toHaveLength(1)
  await call('POST', `/conversations/${conversationId}/reopen`)
  expect(await routed()).toMatchObject([
    { data: { team: { id: team.id } } },
    { actor: { type: 'system' }, data: { team: null, reason: 'deleted' } },
  ])
  await call('POST', `/conversations/${conversationId}/close`)
  await call('POST', `/conversations/${conversationId}/take-over`)
  expect(await routed()).toHaveLength(2)
  await socket.leave()
})

test('an interrupted deletion of a team is continued by the sweep', async () => {
  const team = await newTeam({ name: 'Interrupted' })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await moveTo(conversationId, team.id)
  await shop.database.query('update team set deleted_at = now() where id = $1', [team.id])
  await shop.service.app.teams.sweep()
  expect((await conversation(conversationId)).team_id).toBeNull()
  const left = await shop.database.query('select from team where id = $1', [team.id])
  expect(left.rowCount).toBe(0)
  await socket.leave()
})

test('a team that is deleted while it is chosen is refused', async () => {
  const team = await newTeam({ name: 'Vanishing' })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await shop.database.query('begin')
  await shop.database.query('delete from team where id = $1', [team.id])
  const moved = moveTo(conversationId, team.id)
  await untilBlocked(shop.database)
  await shop.database.query('commit')
  expect(await moved).toMatchObject({ status: 422, body: { code: 'team_unknown' } })
  expect((await conversation(conversationId)).team_id).toBeNull()
  await socket.leave()
})
