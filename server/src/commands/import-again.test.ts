import path from 'node:path'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { chatwootStart, startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, useImport } from '../testing/import-scene.ts'

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
      `select c.status, c.id, c.closed_at, c.last_message_at from conversation c
       join import_item i on i.item_id = c.id and i.kind = 'conversation' and i.key = $1`,
      String(id),
    )
  )[0]

test('of two conversations that different imports found open, the newer one stays open unless the older one was changed', async () => {
  const server = await startChatwoot(scene.account, { token: chatwootToken })
  onTestFinished(async () => void (await server.close()))
  open(13, 5, chatwootStart + 80_000)
  await download(server.url)
  expect((await scene.parley(directory())).code).toBe(0)
  const { id: changed } = await statusOf(9)
  const { id: organizationId, cookie } = scene.organization
  const noted = await scene.service.call(
    'POST',
    `/v1/organizations/${organizationId}/conversations/${changed}/notes`,
    { cookie, body: { content: 'I take care of it', client_id: crypto.randomUUID(), mentions: [] } },
  )
  expect(noted.status).toBe(201)

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
  expect(stale.closed_at).toEqual(stale.last_message_at)
  expect(
    await scene.rows(
      `select actor, data->>'id' as id from event_log where conversation_id = $1 order by seq desc limit 1`,
      stale.id,
    ),
  ).toEqual([{ actor: { type: 'system', imported: true }, id: stale.id }])
})
