import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, useImport } from '../testing/import-scene.ts'

const scene = useImport({ conversations: 3 })

test('a dry run after an import counts what was imported before', async () => {
  const directory = path.join(scene.home, 'export')
  const server = await startChatwoot(scene.account, { token: chatwootToken })
  const fetched = await scene.parley(directory, '--fetch', server.url, '--account', '1')
  await server.close()
  expect(fetched.code).toBe(0)
  expect((await scene.parley(directory)).code).toBe(0)
  const [first] = scene.account.conversations
  const later = { conversation: { ...first?.conversation, id: 4 }, messages: [] }
  await writeFile(path.join(directory, 'conversations/4.json'), JSON.stringify(later))
  const { stdout } = await scene.parley(directory, '--dry-run')
  // The contact of the four conversations, and two who never wrote.
  for (const line of ['labels +0 +1', 'canned replies +0 +1', 'contacts +0 +3', 'conversations +1 +3'])
    expect(stdout).toMatch(new RegExp(`\\n${line} +0\\n`))
})

test('a dry run counts canned replies like the import: equal shortcuts, unknown variables, and the limit', async () => {
  const directory = path.join(scene.home, 'export')
  await scene.rows(
    `insert into canned_reply (id, organization_id, agent_id, shortcut, shortcut_key, content, visibility, created_at, updated_at)
     select gen_random_uuid(), $1, null, 'r' || n, 'r' || n, 'Hello', 'organization', now(), now()
     from generate_series(1, 498 - (select count(*)::int from canned_reply)) n`,
    scene.organization.id,
  )
  const replies = ['new one', 'r1', 'New-One', 'variable', 'second', 'third', 'fourth', 'r2'].map(
    (name, index) => ({
      id: index + 1,
      short_code: name,
      content: name === 'variable' ? '{{contact.custom}}' : 'Hello',
    }),
  )
  await writeFile(path.join(directory, 'canned_responses.json'), JSON.stringify(replies))
  const report = async (...words: string[]) =>
    (await scene.parley(directory, ...words)).stdout.split('\n').filter((line) => /canned/.test(line))
  const preview = await report('--dry-run')
  expect(preview[0]).toMatch(/^canned replies +2 +2 +4$/)
  expect(preview).toEqual(await report())
})
