import path from 'node:path'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { chatwootStart, startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, useImport } from '../testing/import-scene.ts'
import { hourly } from '../testing/sla-scene.ts'

/** Three contacts; conversations 3 and 9, the last of the first and of the third, are open. */
const scene = useImport({ conversations: 9 })
const directory = () => path.join(scene.home, 'export')

async function download(from: string): Promise<void> {
  const words = [directory(), '--fetch', from, '--account', '1']
  expect(await scene.parley(...words)).toMatchObject({ code: 0 })
}

/** An open conversation of the contact of another one. */
function open(id: number, like: number, startedAt: number): void {
  const found = scene.account.conversations.find(({ conversation }) => conversation.id === like)
  if (found === undefined) throw new Error(`No conversation ${like}`)
  const times = { created_at: startedAt, last_activity_at: startedAt, updated_at: startedAt }
  scene.account.conversations.push({
    conversation: { ...found.conversation, ...times, id, status: 'open' },
    messages: [],
  })
}

async function reasons(): Promise<string[]> {
  const { problems } = JSON.parse(await readFile(path.join(directory(), 'import-report.json'), 'utf8'))
  return problems
    .filter(({ kind }: { kind: string }) => kind === 'conversations')
    .map(({ id, reason }: Record<string, string>) => `${id}: ${reason}`)
}

const statusOf = async (id: number) =>
  (
    await scene.rows(
      `select c.status, c.id, c.closed_at from conversation c
       join import_item i on i.item_id = c.id and i.kind = 'conversation' and i.key = $1`,
      String(id),
    )
  )[0]

const post = (path: string, body: object) =>
  scene.service.call('POST', `/v1/organizations/${scene.organization.id}${path}`, {
    cookie: scene.organization.cookie,
    body,
  })

/** Numbers of the conversations whose SLA was breached and that are shown with a deadline. */
const overdue = async () =>
  (
    await scene.rows(
      `select i.key::int from conversation_due d join conversation_sla s using (conversation_id)
       join import_item i on i.item_id = s.conversation_id
       where exists (select from event_log e where e.conversation_id = s.conversation_id and e.type = 'sla.breached') order by 1`,
    )
  ).map(({ key }) => key)

test('of two conversations that different imports found open, the newer one stays open unless the older one was changed', async () => {
  const server = await startChatwoot(scene.account, { token: chatwootToken })
  onTestFinished(async () => void (await server.close()))
  open(13, 5, chatwootStart + 80_000)
  await download(server.url)
  expect((await scene.parley(directory())).code).toBe(0)
  const { id: changed } = await statusOf(9)
  const note = { content: 'I take care of it', client_id: crypto.randomUUID(), mentions: [] }
  expect(await post(`/conversations/${changed}/notes`, note)).toMatchObject({ status: 201 })
  expect(await post('/sla-policies', hourly({ resolution: 60 }))).toMatchObject({ status: 201 })
  await scene.service.app.sla.sweep()
  // Those of customers who wait, as if they had begun a minute earlier.
  await scene.rows(
    `update conversation_sla set state = jsonb_set(state, '{running_since}', to_jsonb((state->>'running_since')::bigint - 60000)),
       deadlines = jsonb_set(deadlines, '{0,due_at}', to_jsonb((deadlines->0->>'due_at')::bigint - 60000)), alarm_at = now() where deadlines <> '[]'`,
  )
  await scene.service.app.sla.sweep()
  expect(await overdue()).toEqual([3, 9])

  for (const { conversation } of scene.account.conversations)
    Object.assign(conversation, { status: 'resolved', updated_at: chatwootStart + 90_000 })
  open(10, 3, chatwootStart + 70_000)
  open(11, 9, chatwootStart + 70_000)
  open(12, 5, chatwootStart + 70_000)
  await download(server.url)
  const expected = [
    '10: open, and the older open one of the customer, which was imported before, was closed',
    '11: closed, because the customer has an older open one, which was changed after its import',
    '12: closed, because the customer has a newer open one',
  ]
  expect((await scene.parley(directory(), '--dry-run')).code).toBe(0)
  expect(await reasons()).toEqual(expected)
  expect(await statusOf(3)).toMatchObject({ status: 'open' })

  expect((await scene.parley(directory())).code).toBe(0)
  expect(await reasons()).toEqual(expected)
  const statuses = await Promise.all([3, 10, 9, 11, 13, 12].map(async (id) => (await statusOf(id)).status))
  expect(statuses).toEqual(['closed', 'open', 'open', 'closed', 'open', 'closed'])
  const stale = await statusOf(3)
  const breach = `select created_at as closed_at from event_log where conversation_id = $1 and type = 'sla.breached'`
  expect(await scene.rows(breach, stale.id)).toEqual([{ closed_at: stale.closed_at }])
  expect(await overdue()).toEqual([9])
  expect(
    await scene.rows(
      `select actor, data->>'id' as id from event_log where conversation_id = $1 order by seq desc limit 1`,
      stale.id,
    ),
  ).toEqual([{ actor: { type: 'system', imported: true }, id: stale.id }])
})
