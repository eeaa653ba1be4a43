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
