import type { ImportResult } from '@parley/protocol/canned-reply'
import { expect, test } from 'vitest'
import { blockedSessions } from '../../testing/blocked-sessions.ts'
import { cannedRepliesOf, personalReply as personal } from '../../testing/canned-reply-fixture.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'

const shop = useShop()
const { call, add, listed, freshShortcut, shortcutsOf, exported } = cannedRepliesOf(shop)

test('an export imports into an empty organization without a loss, and again without a change', async () => {
  const hostile = [
    '=HYPERLINK("http://evil")',
    "'=1+1",
    'Line one\r\nline "two", end',
    '-1 {{agent.name|me}}',
  ]
  for (const content of hostile) await add({ content, actions: [{ type: 'close' }] })
  const csv = await exported()
  expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`)

  const other = await foundOrganization(shop.service, 'Empty')
  const into = async (isDryRun: boolean) =>
    (
      (await shop.service.call('POST', `/v1/organizations/${other.id}/canned-replies/import`, {
        cookie: other.cookie,
        body: { csv, dry_run: isDryRun },
      })) as { body: ImportResult }
    ).body
  const dry = await into(true)
  const first = await into(false)
  expect(dry).toEqual({ ...first, dry_run: true })
  expect(first.problems.map(({ problem }) => problem)).not.toContain('variable_unknown')
  expect(await into(false)).toMatchObject({ created: 0, updated: 0, unchanged: first.created })
  const { rows } = await shop.database.query(
    'select content from canned_reply where organization_id = $1 and content = any($2)',
    [other.id, hostile],
  )
  expect(rows).toHaveLength(hostile.length)
})

test('an import reports each line with a problem, skips it, and changes nothing in a dry run', async () => {
  const mine = await add()
  const author = await inviteAgent(shop.service, shop.organization, 'Importer')
  const csv = [
    'Shortcut;Content;Visibility;Actions',
    'new-one;Text;;close assign_to_me',
    '"new-two";"Two\nlines";personal;',
    `${mine.shortcut};Changed;;`,
    'two words;Text;;',
    'empty;;;',
    'unknown;Hi {{customer.shoe_size}};;',
    'team;Text;team;',
    'acts;Text;;explode',
    'all;Text;everyone;',
    'NEW-ONE;Again;;',
  ].join('\n')
  const expected = {
    created: 2,
    updated: 0,
    unchanged: 0,
    problems: [
      { line: 5, problem: 'not_yours', value: mine.shortcut },
      { line: 6, problem: 'shortcut_invalid', value: 'two words' },
      { line: 7, problem: 'content_empty', value: 'empty' },
      { line: 8, problem: 'variable_unknown', value: '{{customer.shoe_size}}' },
      { line: 9, problem: 'team_unknown', value: '' },
      { line: 10, problem: 'action_unknown', value: 'explode' },
      { line: 11, problem: 'visibility_unknown', value: 'everyone' },
      { line: 12, problem: 'shortcut_repeated', value: 'NEW-ONE' },
    ],
  }
  const dry = await call('POST', '/import', { csv, dry_run: true }, author.cookie)
  expect(dry.body).toEqual({ dry_run: true, ...expected })
  expect(await shortcutsOf(author.cookie)).not.toContain('new-one')
  const done = await call('POST', '/import', { csv, dry_run: false }, author.cookie)
  expect(done.body).toEqual({ dry_run: false, ...expected })
  const replies = await listed(author.cookie)
  expect(replies.find(({ shortcut }) => shortcut === 'new-one')).toMatchObject({
    actions: [{ type: 'assign_to_me' }, { type: 'close' }],
  })
  expect(replies.find(({ shortcut }) => shortcut === 'new-two')).toMatchObject({
    content: 'Two\nlines',
    visibility: personal,
  })
})

test('files that are no CSV of replies are refused with the line', async () => {
  const problemsOf = async (csv: string) =>
    ((await call('POST', '/import', { csv, dry_run: false })).body as ImportResult).problems
  expect(await problemsOf('name,text\na,b')).toMatchObject([
    { line: 1, problem: 'column_missing', value: 'shortcut' },
    { line: 1, problem: 'column_missing', value: 'content' },
  ])
  expect(await problemsOf('')).toMatchObject([{ problem: 'column_missing' }, { problem: 'column_missing' }])
  expect(await problemsOf('shortcut,content\na,"never closed')).toMatchObject([{ problem: 'csv_malformed' }])
  const long = ['shortcut,content', ...Array.from({ length: 1001 }, (_, n) => `a${n},`)].join('\n')
  expect((await problemsOf(long)).at(-1)).toMatchObject({ line: 1002, problem: 'too_many_rows' })
  expect(await call('POST', '/import', { csv: 'x'.repeat(500_001), dry_run: true })).toMatchObject({
    status: 400,
  })
})

test('imports of one organization wait for each other on one connection, and hold up nobody else', async () => {
  const lock = `canned replies ${shop.organization.id}`
  await shop.database.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock])
  const body = { csv: 'shortcut,content\nwaits,Text\n', dry_run: true }
  const imports = Array.from({ length: 40 }, () => call('POST', '/import', body))
  const waiting = () => blockedSessions(shop.database)
  await expect.poll(waiting).toBe(1)
  expect(await call('GET', '?max=1')).toMatchObject({ status: 200 })
  expect(await waiting()).toBe(1)
  await shop.database.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
  for (const { status } of await Promise.all(imports)) expect(status).toBe(200)
})

test('a reply keeps an archived label, but no other reply can get it', async () => {
  const labels = `/v1/organizations/${shop.organization.id}/labels`
  const { cookie } = shop.organization
  const made = await shop.service.call('POST', labels, { cookie, body: { name: 'Old', colour: 'blue' } })
  const label = { type: 'label', label_id: (made.body as { id: string }).id }
  const reply = await add({ actions: [label] })
  await shop.service.call('PATCH', `${labels}/${label.label_id}`, { cookie, body: { archived: true } })

  const other = { shortcut: freshShortcut(), content: 'Text', visibility: { type: 'organization' } }
  expect(await call('POST', '', { ...other, actions: [label] })).toMatchObject({
    status: 422,
    body: { code: 'canned_reply_action_unknown', pointer: '/body/actions/0' },
  })
  const kept = { content: 'Changed', actions: [label, { type: 'close' }] }
  expect(await call('PATCH', `/${reply.id}`, kept)).toMatchObject({ status: 200 })
  const csv = await exported()
  const imported = async (text: string) => (await call('POST', '/import', { csv: text, dry_run: true })).body
  expect(await imported(csv)).toMatchObject({ problems: [] })
  expect(await imported(csv.replace(reply.shortcut, freshShortcut()))).toMatchObject({
    problems: [{ problem: 'action_unknown', value: 'label' }],
  })
})
