import type { Draft, DraftChanged } from '@parley/protocol/draft'
import { expect, test } from 'vitest'
import { connectAgent, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const root = () => `/v1/organizations/${shop.organization.id}`

const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `${root()}${path}`, { cookie, ...(body && { body }) }) as Promise<{
    status: number
    body: unknown
  }>

const save = (conversationId: string, kind: string, body: object, cookie?: string) =>
  call('PUT', `/conversations/${conversationId}/drafts/${kind}`, body, cookie)

const listed = async (cookie?: string) =>
  ((await call('GET', '/drafts', undefined, cookie)).body as { data: Draft[] }).data

test('a draft is refused for unknown kinds and conversations, without a session, and when it is too long', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const body = { content: 'Text' }
  expect(await save(conversationId, 'mail', body)).toMatchObject({ status: 400 })
  expect(await save(conversationId, 'reply', body, theirs.cookie)).toMatchObject({ status: 404 })
  expect(await save(conversationId, 'reply', body, 'none=1')).toMatchObject({ status: 401 })
  expect(await save(conversationId, 'reply', { content: 'x'.repeat(16_001) })).toMatchObject({ status: 400 })
  const own = `/v1/organizations/${theirs.id}/conversations/${conversationId}/drafts/reply`
  const foreign = await shop.service.call('PUT', own, { cookie: theirs.cookie, body })
  expect(foreign).toMatchObject({ status: 404 })
  expect(await listed()).toEqual([])
  await socket.leave()
})

test('drafts are private: colleagues and their sockets never receive them', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const colleague = await inviteAgent(shop.service, shop.organization, 'Colleague')
  const theirSocket = await connectAgent(shop.service, shop.organization.id, colleague.cookie)
  const window = await connectAgent(shop.service, shop.organization.id, shop.organization.cookie)
  await save(conversationId, 'reply', { content: 'Marker of a draft' })
  expect(await window.next<DraftChanged>('draft.changed')).toMatchObject({ content: 'Marker of a draft' })
  // The next frame of the colleague's socket is their own draft.
  await save(conversationId, 'reply', { content: 'Mine' }, colleague.cookie)
  expect(await theirSocket.next<DraftChanged>('draft.changed')).toMatchObject({ content: 'Mine' })
  expect(await listed(colleague.cookie)).toMatchObject([{ content: 'Mine' }])
  expect(JSON.stringify([theirSocket.notifications, socket.notifications])).not.toContain('Marker')
  await save(conversationId, 'reply', { content: '' })
  await Promise.all([socket, window, theirSocket].map((each) => each.leave()))
})

test('the last write wins, and versions increase, also across a deletion', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const versions: number[] = []
  for (const content of ['One', 'Two', '', 'Three', ' ']) {
    const { status, body } = await save(conversationId, 'note', { content })
    expect(status).toBe(200)
    versions.push((body as Draft).version)
  }
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(versions[1]).toBeGreaterThan(versions[0] ?? Infinity)
  expect(versions[2]).toBeGreaterThan(versions[1] ?? Infinity)
  expect(await listed()).toEqual([])
  await socket.leave()
})

test('versions of one draft are distinct and in the order of its writes, also when windows save and delete at once', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const contents = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? '' : `Text ${index}`))
  const saved = await Promise.all(contents.map((content) => save(conversationId, 'reply', { content })))
  const drafts = saved.map(({ body }) => body as Draft).toSorted((a, b) => a.version - b.version)
  expect(new Set(drafts.map(({ version }) => version)).size).toBe(contents.length)
  const last = drafts.at(-1)
  expect(await listed()).toEqual(last?.content === '' ? [] : [last])
  await save(conversationId, 'reply', { content: '' })
  await socket.leave()
})

test('reply and note have separate drafts; a draft without text keeps its quoted message', async () => {
  const { socket, conversationId, sent } = await visitorWhoWrote(shop)
  await save(conversationId, 'reply', { content: '', reply_to_id: sent.id })
  await save(conversationId, 'note', { content: 'For the team' })
  expect(await listed()).toMatchObject([
    { kind: 'note', content: 'For the team', reply_to_id: null },
    { kind: 'reply', content: '', reply_to_id: sent.id },
  ])
  await socket.leave()
})

test('the drafts of a removed agent are deleted', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  await save(conversationId, 'reply', { content: 'Left behind' }, leaver.cookie)
  await call('DELETE', `/agents/${leaver.agentId}`)
  const { rows } = await shop.database.query('select 1 from draft where agent_id = $1', [leaver.agentId])
  expect(rows).toEqual([])
  await socket.leave()
})

test('undo send is off until the agent turns it on, and each agent has their own setting', async () => {
  const colleague = await inviteAgent(shop.service, shop.organization, 'Careful')
  expect(await call('GET', '/composer-settings')).toMatchObject({ body: { undo_send: false } })
  await call('PATCH', '/composer-settings', { undo_send: true }, colleague.cookie)
  expect(await call('GET', '/composer-settings', undefined, colleague.cookie)).toMatchObject({
    body: { undo_send: true },
  })
  expect(await call('GET', '/composer-settings')).toMatchObject({ body: { undo_send: false } })
})
