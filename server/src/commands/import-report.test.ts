import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { untilBlocked } from '../testing/blocked-sessions.ts'
import { startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, importProgram, useImport } from '../testing/import-scene.ts'
import { kill } from '../testing/killed-processes.ts'
import { foundOrganization } from '../testing/test-service.ts'

const scene = useImport({ conversations: 3 })
const inExport = (...parts: string[]) => path.join(scene.home, 'export', ...parts)

beforeAll(async () => {
  const server = await startChatwoot(scene.account, { token: chatwootToken })
  await scene.parley(inExport(), '--fetch', server.url, '--account', '1')
  await server.close()
  expect((await scene.parley(inExport())).code).toBe(0)
})

interface Problem {
  kind: string
  id: string
}
async function report() {
  const file = JSON.parse(await readFile(inExport('import-report.json'), 'utf8'))
  const idsOf = (problems: Problem[]) => problems.map(({ kind, id }) => `${kind} ${id}`)
  return {
    isDryRun: file.dry_run,
    problems: idsOf(file.problems),
    earlier: idsOf(file.earlier_problems),
  }
}

test('the report keeps what an interrupted import left out, beyond dry runs and until it is imported', async () => {
  const theirs = await foundOrganization(scene.service, 'Theirs')
  const words = [inExport(), '--organization', theirs.id]
  const second = await readFile(inExport('conversations/2.json'))
  await writeFile(inExport('conversations/2.json'), '{')
  const holder = await scene.holdAt(3, theirs.id)
  const child = spawn(process.execPath, [importProgram, 'import', 'chatwoot', ...words], {
    env: scene.environment,
    cwd: scene.home,
    stdio: 'ignore',
  })
  onTestFinished(() => kill(child))
  await untilBlocked(holder)
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  expect(await exited).toEqual([130, null])
  await holder.query('rollback')
  // Each conversation has one notice, which is left out. Those of the other organization do not appear.
  const interrupted = ['messages 1/2', 'conversations 2']
  expect(await report()).toEqual({ isDryRun: false, problems: interrupted, earlier: [] })

  const third = await readFile(inExport('conversations/3.json'))
  await writeFile(inExport('conversations/3.json'), '{')
  expect((await scene.parley(...words, '--dry-run')).code).toBe(0)
  expect(await report()).toEqual({
    isDryRun: true,
    problems: ['conversations 2', 'conversations 3'],
    earlier: ['messages 1/2'],
  })

  await writeFile(inExport('conversations/2.json'), second)
  await writeFile(inExport('conversations/3.json'), third)
  expect((await scene.parley(...words)).code).toBe(0)
  const complete = {
    isDryRun: false,
    problems: ['messages 2/16', 'messages 3/30'],
    earlier: ['messages 1/2'],
  }
  expect(await report()).toEqual(complete)
  expect((await scene.parley(...words)).code).toBe(0)
  const all = [...complete.earlier, ...complete.problems]
  expect(await report()).toEqual({ isDryRun: false, problems: [], earlier: all })
  expect(await readdir(inExport())).not.toContainEqual(expect.stringMatching(/^import-report\.json\./))
})

test('an earlier report may contain anything, and is not printed', async () => {
  const problems = [
    null,
    'text',
    { kind: 'secrets', id: '1', reason: 'x' },
    { kind: 'labels', id: 1, reason: 'x' },
  ]
  const usable = { kind: 'labels', id: '1', reason: '\u001b]0;title' }
  const earlier = {
    dry_run: false,
    organization_id: scene.organization.id,
    problems: [...problems, usable],
    earlier_problems: 'text',
  }
  await writeFile(inExport('import-report.json'), JSON.stringify(earlier))
  const { code, stdout } = await scene.parley(inExport(), '--organization', scene.organization.id)
  expect(code).toBe(0)
  expect(stdout).not.toContain('\u001b')
  expect((await report()).earlier).toEqual(['labels 1'])
  await writeFile(inExport('import-report.json'), '{"organization_id":')
  expect((await scene.parley(inExport(), '--organization', scene.organization.id)).code).toBe(0)
  expect((await report()).earlier).toEqual([])
})
