import type { CannedReply } from '@parley/protocol/canned-reply'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import {
  cannedRepliesOf,
  personalReply as personal,
  sharedReply as shared,
} from '../../testing/canned-reply-fixture.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'

let now = Date.parse('2026-03-01T12:00:00Z')
const shop = useShop({ clock: () => now })
const { root, call, add, listed, freshShortcut, shortcutsOf, upload, exported, keyWith, withKey } =
  cannedRepliesOf(shop)

const teams = (method: string, path = '', body?: object) =>
  shop.service.call(method, `${root()}/teams${path}`, { cookie: shop.organization.cookie, body })
/** Returns its id. */
const newTeam = async (body: object) => ((await teams('POST', '', body)).body as { id: string }).id

describe('a canned reply is refused', () => {
  test('without text, with an unknown variable, a bad shortcut, a foreign upload, and when its shortcut is taken', async () => {
    const taken = await add()
    const label = { type: 'label', label_id: newId() }
    const theirs = await foundOrganization(shop.service, 'Theirs')
    const colleague = await inviteAgent(shop.service, shop.organization, 'Uploader')
    const file = await upload('Theirs', colleague.cookie)
    const body = { shortcut: 'fine', content: 'Text', visibility: shared }
    const refusals: [object, number, string][] = [
      [{ ...body, content: ' \n' }, 422, 'canned_reply_empty'],
      [{ ...body, content: 'x'.repeat(8001) }, 400, 'invalid_request'],
      [{ ...body, content: 'Hi {{customer.nme}}' }, 422, 'canned_reply_variable_unknown'],
      [{ ...body, shortcut: 'two words' }, 400, 'invalid_request'],
      [{ ...body, shortcut: '=cmd' }, 400, 'invalid_request'],
      [{ ...body, shortcut: taken.shortcut.toUpperCase() }, 409, 'canned_reply_shortcut_taken'],
      [{ ...body, visibility: { type: 'everyone' } }, 400, 'invalid_request'],
      [{ ...body, actions: [{ type: 'delete' }] }, 400, 'invalid_request'],
      [{ ...body, actions: [{ type: 'snooze', minutes: 1 }] }, 400, 'invalid_request'],
      [{ ...body, actions: [label] }, 422, 'canned_reply_action_unknown'],
      [{ ...body, actions: [{ type: 'team', team_id: newId() }] }, 422, 'canned_reply_action_unknown'],
      [{ ...body, visibility: { type: 'team', team_id: newId() } }, 422, 'team_unknown'],
      [{ ...body, media_ids: [newId()] }, 422, 'media_unknown'],
      [{ ...body, media_ids: [file.id] }, 422, 'media_unknown'],
    ]
    for (const [refused, status, code] of refusals) {
      const answer = await call('POST', '', refused)
      expect([refused, answer.status, (answer.body as { code: string }).code]).toEqual([
        refused,
        status,
        code,
      ])
    }
    expect(await shortcutsOf()).not.toContain('fine')
    expect(await call('GET', `/${taken.id}`, undefined, theirs.cookie)).toMatchObject({ status: 404 })
  })

  test('when an agent changes or deletes the shared reply of another', async () => {
    const reply = await add()
    const colleague = await inviteAgent(shop.service, shop.organization, 'Colleague')
    const change = { content: 'Changed' }
    expect(await call('PATCH', `/${reply.id}`, change, colleague.cookie)).toMatchObject({ status: 403 })
    expect(await call('DELETE', `/${reply.id}`, undefined, colleague.cookie)).toMatchObject({ status: 403 })
    expect(await listed()).toContainEqual(expect.objectContaining({ id: reply.id, content: 'Text' }))
  })

  test('to everyone but its author if it is personal: also to the owner, who cannot change, use or export it', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Private')
    const reply = await add({ visibility: personal, content: 'Marker-of-a-personal-reply' }, agent.cookie)
    const paths: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { content: 'Mine' }],
      ['DELETE', ''],
      ['POST', '/uses', {}],
    ]
    for (const [method, rest, body] of paths) {
      expect(await call(method, `/${reply.id}${rest}`, body)).toMatchObject({ status: 404 })
    }
    expect(JSON.stringify([await listed(), await exported()])).not.toContain('Marker')
    const key = await keyWith('canned_replies:read')
    expect(JSON.stringify(await withKey(key, 'GET', '?max=100'))).not.toContain('Marker')
    expect(await shortcutsOf(agent.cookie)).toContain(reply.shortcut)
  })

  test('to an API key without the scope; with the write scope it has no personal replies', async () => {
    const input = { shortcut: 'by-key', content: 'Text', visibility: shared }
    const key = await keyWith('canned_replies:read')
    expect(await withKey(key, 'POST', '', input)).toMatchObject({ status: 403 })
    const writer = await keyWith('canned_replies:write')
    expect(await withKey(writer, 'GET', '')).toMatchObject({ status: 403 })
    expect(await withKey(writer, 'POST', '', { ...input, visibility: personal })).toMatchObject({
      status: 403,
    })
    expect(await withKey(writer, 'POST', '/media-tickets', { name: 'a', size: 1 })).toMatchObject({
      status: 403,
    })
    const made = await withKey(writer, 'POST', '', input)
    expect(made).toMatchObject({ status: 201, body: { agent_id: null } })
    expect(await withKey(writer, 'POST', `/${(made.body as CannedReply).id}/uses`, {})).toMatchObject({
      status: 403,
    })
  })

  test('beyond the limit of personal replies', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Collector')
    const lines = Array.from({ length: 201 }, (_, index) => `many-${index},Text,personal`)
    const csv = ['shortcut,content,visibility', ...lines].join('\n')
    const imported = await call('POST', '/import', { csv, dry_run: false }, agent.cookie)
    expect(imported.body).toMatchObject({
      created: 200,
      problems: [{ line: 202, problem: 'limit_reached', value: 'many-200' }],
    })
    const more = { shortcut: 'more', content: 'Text', visibility: personal }
    expect(await call('POST', '', more, agent.cookie)).toMatchObject({
      status: 409,
      body: { code: 'canned_reply_limit' },
    })
  })
})

test('an agent creates a reply, colleagues see it, its author and admins change and delete it', async () => {
  const author = await inviteAgent(shop.service, shop.organization, 'Author')
  const actions = [{ type: 'assign_to_me' }, { type: 'close' }]
  const content = 'Hi {{customer.first_name|there}}'
  const reply = await add({ content, actions }, author.cookie)
  expect(reply).toMatchObject({ agent_id: author.agentId, uses: { mine: 0, total: 0 }, media: [] })
  expect(await call('GET', `/${reply.id}`)).toMatchObject({ body: { content, actions, visibility: shared } })
  const changed = await call('PATCH', `/${reply.id}`, { content: 'By the owner' })
  expect(changed.body).toMatchObject({ content: 'By the owner', actions, agent_id: author.agentId })
  await call('PATCH', `/${reply.id}`, { visibility: personal }, author.cookie)
  expect(await shortcutsOf()).not.toContain(reply.shortcut)
  expect(await call('DELETE', `/${reply.id}`, undefined, author.cookie)).toMatchObject({ status: 204 })
  expect(await shortcutsOf(author.cookie)).not.toContain(reply.shortcut)
})

test('a reply of a team is for its members, who change it, and for admins; it is deleted with the team', async () => {
  const author = await inviteAgent(shop.service, shop.organization, 'Author')
  const member = await inviteAgent(shop.service, shop.organization, 'Member')
  const other = await inviteAgent(shop.service, shop.organization, 'Outsider')
  const membersOf = (...agents: (typeof author)[]) =>
    agents.map((agent) => ({ agent_id: agent.agentId, capacity: null }))
  const teamId = await newTeam({ name: 'Billing', members: membersOf(author, member) })
  const visibility = { type: 'team', team_id: teamId }
  const input = { shortcut: freshShortcut(), content: 'Marker-of-the-team', visibility }
  expect(await call('POST', '', input, other.cookie)).toMatchObject({
    status: 422,
    body: { code: 'team_unknown' },
  })
  const file = await upload('Price list', author.cookie)
  const reply = await add({ ...input, media_ids: [file.id] }, author.cookie)
  expect(await call('POST', '', input, member.cookie)).toMatchObject({
    body: { code: 'canned_reply_shortcut_taken' },
  })
  for (const [method, rest] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/uses'],
  ] as const)
    expect(
      await call(method, `/${reply.id}${rest}`, method === 'GET' ? undefined : {}, other.cookie),
    ).toMatchObject({ status: 404 })
  expect(JSON.stringify(await listed(other.cookie))).not.toContain('Marker')

  const actions = [
    { type: 'team', team_id: teamId },
    { type: 'snooze', minutes: null },
  ]
  expect(await call('PATCH', `/${reply.id}`, { actions }, member.cookie)).toMatchObject({
    body: { actions, visibility, agent_id: author.agentId },
  })
  const share = (cookie: string) => call('PATCH', `/${reply.id}`, { visibility: shared }, cookie)
  // They could not change it afterwards, nor take it back.
  expect(await share(member.cookie)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await shortcutsOf()).toContain(reply.shortcut)
  // The file names the team, and comes back unchanged.
  const csv = await exported()
  expect(csv).toContain(`"team","team:${teamId} snooze","Billing"`)
  const again = await call('POST', '/import', { csv, dry_run: true })
  expect(again.body).toMatchObject({ created: 0, updated: 0, problems: [] })

  await teams('PATCH', `/${teamId}`, { members: membersOf(member) })
  expect(await shortcutsOf(author.cookie)).not.toContain(reply.shortcut)
  await teams('DELETE', `/${teamId}`)
  const { rows } = await shop.database.query(
    'select (select count(*)::int from canned_reply where id = $1) as replies, message_id from media where id = $2',
    [reply.id, file.id],
  )
  expect(rows).toEqual([{ replies: 0, message_id: null }])
})

test('a reply that a colleague shares stays its author’s, one that they make personal becomes theirs', async () => {
  const author = await inviteAgent(shop.service, shop.organization, 'Sharer')
  const reply = await add({}, author.cookie)
  const team = { type: 'team', team_id: await newTeam({ name: 'Sharers' }) }
  const share = async (visibility: object) =>
    ((await call('PATCH', `/${reply.id}`, { visibility })).body as CannedReply).agent_id
  for (const visibility of [team, shared]) expect(await share(visibility)).toBe(author.agentId)
  expect(await share(personal)).toBe(shop.organization.ownerId)
})

test('actions are kept once each, in the order in which they run; closing replaces a snooze', async () => {
  const made = await shop.service.call('POST', `${root()}/labels`, {
    cookie: shop.organization.cookie,
    body: { name: 'Refund', colour: 'blue' },
  })
  const label = { type: 'label', label_id: (made.body as { id: string }).id }
  const close = { type: 'close' }
  const snooze = { type: 'snooze', minutes: 60 }
  const reply = await add({ actions: [close, snooze, label, { type: 'assign_to_me' }, label] })
  expect(reply.actions).toEqual([label, { type: 'assign_to_me' }, close])
})

test('personal and shared replies may have the same shortcut', async () => {
  const shortcut = freshShortcut()
  await add({ shortcut })
  await add({ shortcut, visibility: personal })
})

test('attachments are kept in order, exchanged, and left to the sweep once released', async () => {
  const [first, second] = [await upload('First'), await upload('Second')]
  const reply = await add({ content: '', media_ids: [second.id, first.id] })
  expect(reply.media.map(({ id }) => id)).toEqual([second.id, first.id])
  const link = new URL(reply.media[1]!.url)
  const loaded = await fetch(shop.service.address + link.pathname + link.search)
  expect(await loaded.text()).toBe('First')

  const third = await upload('Third')
  const changed = await call('PATCH', `/${reply.id}`, { media_ids: [first.id, third.id] })
  expect((changed.body as CannedReply).media.map(({ id }) => id)).toEqual([first.id, third.id])
  const attachedTo = async () => {
    const ids = [first.id, second.id, third.id]
    const { rows } = await shop.database.query(
      'select message_id from media where id = any($1) order by array_position($1, id)',
      [ids],
    )
    return rows.map(({ message_id }) => message_id)
  }
  expect(await attachedTo()).toEqual([reply.id, null, reply.id])
  await call('DELETE', `/${reply.id}`)
  expect(await attachedTo()).toEqual([null, null, null])
})

test('a use is not counted while the reply is being deleted', async () => {
  const reply = await add()
  await shop.database.query('begin')
  await shop.database.query('delete from canned_reply where id = $1', [reply.id])
  const use = call('POST', `/${reply.id}/uses`, {})
  await untilBlocked(shop.database)
  await shop.database.query('commit')
  expect(await use).toMatchObject({ status: 404 })
})

test('uses are counted per agent and overall, over the last 30 days', async () => {
  const colleague = await inviteAgent(shop.service, shop.organization, 'User')
  const reply = await add()
  const usesFor = async (cookie?: string) =>
    ((await call('GET', `/${reply.id}`, undefined, cookie)).body as CannedReply).uses
  for (const cookie of [shop.organization.cookie, shop.organization.cookie, colleague.cookie]) {
    expect(await call('POST', `/${reply.id}/uses`, {}, cookie)).toMatchObject({ status: 204 })
  }
  expect(await usesFor()).toEqual({ mine: 2, total: 3 })
  expect(await usesFor(colleague.cookie)).toEqual({ mine: 1, total: 3 })
  now += 29 * 86_400_000
  expect(await usesFor()).toEqual({ mine: 2, total: 3 })
  now += 86_400_000
  expect(await usesFor()).toEqual({ mine: 0, total: 0 })
})

test('the personal replies of a removed agent are deleted, the shared ones stay', async () => {
  const agent = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const kept = await add({}, agent.cookie)
  const own = await add({ visibility: personal }, agent.cookie)
  await shop.service.call('DELETE', `${root()}/agents/${agent.agentId}`, {
    cookie: shop.organization.cookie,
  })
  const { rows } = await shop.database.query('select id from canned_reply where id = any($1)', [
    [kept.id, own.id],
  ])
  expect(rows).toEqual([{ id: kept.id }])
})

test('at the limit of shared replies, one can still change between the organization and a team', async () => {
  const reply = await add()
  const visibility = { type: 'team', team_id: await newTeam({ name: 'Full' }) }
  const lines = Array.from({ length: 500 }, (_, index) => `full-${index},Text,organization`)
  const csv = ['shortcut,content,visibility', ...lines].join('\n')
  await call('POST', '/import', { csv, dry_run: false })
  const limit = { status: 409, body: { code: 'canned_reply_limit' } }
  expect(await call('POST', '', { shortcut: 'more', content: 'Text', visibility: shared })).toMatchObject(
    limit,
  )
  expect(await call('PATCH', `/${reply.id}`, { visibility })).toMatchObject({ status: 200 })
  const own = { shortcut: freshShortcut(), content: 'Text', visibility: personal }
  const { body } = await call('POST', '', own)
  expect(await call('PATCH', `/${(body as CannedReply).id}`, { visibility: shared })).toMatchObject(limit)
})
