import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepBuild } from './local-builds.ts'

let root: string
let current: string
let kept: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-builds-'))
  current = path.join(root, 'dist/widget')
  kept = path.join(root, 'data/builds/widget')
})
afterEach(() => rm(root, { recursive: true }))

/** Builds these files and starts the service. */
async function upgrade(...names: string[]): Promise<void> {
  await rm(current, { recursive: true, force: true })
  await mkdir(current, { recursive: true })
  for (const name of names) await writeFile(path.join(current, name), `of ${name}`)
  await keepBuild(current, kept)
}
const files = async () => (await readdir(kept)).filter((name) => !name.startsWith('.')).sort()

test('keeps nothing before the first build', async () => {
  await keepBuild(current, kept)
  await expect(readdir(kept)).rejects.toThrow('ENOENT')
})

test('keeps the files of the three previous builds and removes older ones', async () => {
  await upgrade('chat-1.js', 'en-1.js')
  await upgrade('chat-2.js', 'en-1.js')
  await upgrade('chat-3.js', 'en-1.js')
  await upgrade('chat-4.js', 'en-2.js')
  expect(await files()).toEqual(['chat-1.js', 'chat-2.js', 'chat-3.js', 'chat-4.js', 'en-1.js', 'en-2.js'])
  expect(await readFile(path.join(kept, 'chat-1.js'), 'utf8')).toBe('of chat-1.js')
  await upgrade('chat-5.js', 'en-2.js')
  expect(await files()).toEqual(['chat-2.js', 'chat-3.js', 'chat-4.js', 'chat-5.js', 'en-1.js', 'en-2.js'])
})

test('restarts evict no build, and a downgrade counts as the current build', async () => {
  await upgrade('chat-1.js')
  await upgrade('chat-2.js')
  for (let starts = 0; starts < 10; starts++) await keepBuild(current, kept)
  await upgrade('chat-1.js')
  expect(await files()).toEqual(['chat-1.js', 'chat-2.js'])
})

test.each(['', '{"a":1}', '[1,"x",null]', '[[['])(
  'starts over when the list of builds contains %j',
  async (list) => {
    await upgrade('chat-1.js')
    await writeFile(path.join(kept, '.builds.json'), list)
    await upgrade('chat-2.js')
    expect(await files()).toContain('chat-2.js')
    await upgrade('chat-3.js')
    expect(await files()).toEqual(['chat-2.js', 'chat-3.js'])
  },
)

test('processes that start at once on a shared directory keep every file with its own content', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `chunk-${index}.js`)
  const contents = new Map(names.map((name, index) => [name, name.repeat(1 + index * 500)]))
  await mkdir(current, { recursive: true })
  for (const [name, content] of contents) await writeFile(path.join(current, name), content)
  await mkdir(kept, { recursive: true })
  // No build of the list has these, so every start removes them.
  for (const name of ['old-1.js', 'old-2.js']) await writeFile(path.join(kept, name), name)

  await Promise.all(Array.from({ length: 6 }, () => keepBuild(current, kept)))
  expect(await files()).toEqual(names.toSorted())
  for (const [name, content] of contents)
    expect((await readFile(path.join(kept, name), 'utf8')) === content, name).toBe(true)
})

test('removes drafts of killed starts, but not those of a start in progress', async () => {
  await upgrade('chat-1.js')
  for (const draft of ['.draft-7', '.draft-8']) await writeFile(path.join(kept, draft), 'par')
  const dayAgo = new Date(Date.now() - 24 * 3_600_000)
  await utimes(path.join(kept, '.draft-7'), dayAgo, dayAgo)
  await keepBuild(current, kept)
  expect((await readdir(kept)).filter((name) => name.startsWith('.draft-'))).toEqual(['.draft-8'])
})
