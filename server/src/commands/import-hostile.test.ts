import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chatwootStart, startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, useImport } from '../testing/import-scene.ts'
import { foundOrganization } from '../testing/test-service.ts'

const scene = useImport({ conversations: 1 })

test('what a hostile export contains is reported, and the rest is imported', async () => {
  const victim = await foundOrganization(scene.service, 'Victim')
  const directory = path.join(scene.home, 'hostile')
  scene.account.files.set('/rails/active_storage/disk/evil', Buffer.from('MZ\u0090\0\u0003\0\0\0'))
  const start = chatwootStart
  const message = (id: number, fields: object) => ({
    id,
    message_type: 0,
    private: false,
    created_at: start + id,
    content: `text ${id}`,
    ...fields,
  })
  const file = (id: number, data_url: string) => ({ attachments: [{ id, file_type: 'file', data_url }] })
  const conversation = (id: number, fields: object = {}) => ({
    id,
    inbox_id: 5,
    status: 'open',
    created_at: start,
    meta: { sender: { id: 900, name: 'Mallory', custom_attributes: { '\u001b]0;title': 1 } } },
    ...fields,
  })
  const hostile = {
    ...scene.account,
    contacts: [],
    labels: [{ id: 1, title: 'x'.repeat(500), color: 7 }, { id: 2 }],
    cannedResponses: [{ id: 1, short_code: '../..', content: '{{contact.password}}' }, 'text'] as never,
    conversations: [
      {
        conversation: conversation(1),
        messages: [
          message(1, { created_at: 'yesterday' }),
          message(2, { content: 'y'.repeat(200_000) }),
          message(3, file(1, '/rails/active_storage/disk/1/plan%201.txt?name=..%2F..%2Fetc%2Fpasswd')),
          message(4, file(2, '/rails/active_storage/disk/evil')),
          message(5, file(3, 'http://169.254.169.254/latest/meta-data')),
          message(6, file(4, 'file:///etc/passwd')),
          message(7, { message_type: 42 }),
          message(8, { content: 'nul\0l \ud800' }),
        ],
      },
      { conversation: conversation(2, { meta: {} }), messages: [] },
      { conversation: conversation(3, { created_at: 1e18 }), messages: [] },
      {
        conversation: conversation(4),
        messages: [message(9, file(1, '/rails/active_storage/disk/1/plan%201.txt'))],
      },
    ],
  }
  const server = await startChatwoot(hostile, { token: chatwootToken })
  const fetched = await scene.parley(directory, '--fetch', server.url, '--account', '1')
  await server.close()
  expect({ code: fetched.code, stderr: fetched.stderr }).toEqual({ code: 0, stderr: '' })
  await writeFile(path.join(directory, 'conversations/7.json'), '{"conversation":')
  await writeFile(
    path.join(directory, 'conversations/8.json'),
    JSON.stringify({ conversation: conversation(9) }),
  )
  await writeFile(path.join(directory, 'contacts/1.json'), 'null')
  const elsewhere = path.join(scene.home, 'elsewhere.json')
  const secret = JSON.stringify({ conversation: conversation(6), messages: [message(60, {})] })
  await writeFile(elsewhere, secret)
  for (const name of ['conversations/6.json', 'attachments/3', 'import-report.json'])
    await symlink(elsewhere, path.join(directory, name))

  const { code, stdout, stderr } = await scene.parley(directory, '--organization', victim.id)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(await readFile(elsewhere, 'utf8')).toBe(secret)
  expect(stdout).not.toContain('\u001b')
  const { problems } = JSON.parse(await readFile(path.join(directory, 'import-report.json'), 'utf8'))
  const told = problems.map(({ kind, id, reason }: Record<string, string>) => `${kind} ${id}: ${reason}`)
  for (const expected of [
    'conversations 2: the conversation has no contact',
    'conversations 3: the conversation has no plausible time',
    'conversations 6: not a regular file',
    'conversations 7: the file is not valid JSON',
    'conversations 8: the file has another conversation',
    'conversations 1: closed, because the customer has a newer open one',
    'messages 1/1: no plausible time: that of the message before it',
    'messages 1/2: shortened to 160000 characters',
    'messages 1/7: unknown message type',
    'attachments 2: files of this type are not accepted',
    'attachments 3: not in the export',
    'attachments 4: not in the export',
    'attachments 1: it belongs to another conversation',
    'labels 2: no name',
    'contacts 900/\u001b]0;title: attribute does not fit',
    'canned_replies 1: no text, too long, or no usable short code',
  ])
    expect(told).toContain(expected)
  expect(stdout).toMatch(/conversations +2 +0 +5\n/)
  const stored = await scene.rows(
    `select name from (
       select name from media where organization_id = $1 union all
       select content from message where organization_id = $1 and length(content) < 300
     ) texts order by name collate "C"`,
    victim.id,
  )
  expect(stored.map(({ name }) => name)).toEqual([
    'null \ufffd',
    'plan 1.txt',
    'text 1',
    'text 3',
    'text 4\n📎 evil (files of this type are not accepted)',
    'text 5\n📎 meta-data (not in the export)',
    'text 6\n📎 passwd (not in the export)',
    'text 9',
  ])
})
