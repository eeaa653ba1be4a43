import { mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staleApps } from './build-if-stale.ts'

let root: string
const builtAt = 1_000_000

/** `age`: seconds before (negative: after) the build. */
async function put(name: string, age: number): Promise<void> {
  const location = path.join(root, name)
  await mkdir(path.dirname(location), { recursive: true })
  await writeFile(location, '')
  for (let changed = location; changed !== root; changed = path.dirname(changed))
    await utimes(changed, builtAt - age, builtAt - age)
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-build-'))
  for (const name of [
    'widget/package.json',
    'widget/src/chat/chat.tsx',
    'widget/src/loader.ts',
    'panel/index.html',
    'panel/src/main.tsx',
    'client/src/store.ts',
    'protocol/src/media.ts',
    'server/src/main.ts',
  ]) {
    await put(name, 60)
  }
  await put('widget/dist/sdk.js', 0)
  await put('panel/dist/index.html', 0)
  await put('server/dist/LICENSES.txt', 0)
})
afterEach(() => rm(root, { recursive: true }))

describe('an app is built', () => {
  it('not if its build is newer than all its sources', async () => {
    expect(await staleApps(root)).toEqual([])
  })

  it('when its build is missing', async () => {
    await rm(path.join(root, 'panel/dist'), { recursive: true })
    expect(await staleApps(root)).toEqual(['panel'])
    await unlink(path.join(root, 'widget/dist/sdk.js'))
    expect(await staleApps(root)).toEqual(['widget', 'panel'])
  })

  it('when one of its files changed', async () => {
    await put('panel/src/features/inbox.tsx', -1)
    expect(await staleApps(root)).toEqual(['panel'])
  })

  it('when a shared file changed, like the others', async () => {
    await put('protocol/src/media.ts', -1)
    expect(await staleApps(root)).toEqual(['widget', 'panel', 'server'])
  })

  it('when a file was removed', async () => {
    await unlink(path.join(root, 'widget/src/loader.ts'))
    expect(await staleApps(root)).toEqual(['widget'])
  })

  it('not for changes in tests and installed packages', async () => {
    await put('widget/node_modules/preact/index.js', -1)
    await put('panel/src/main.test.tsx', 60)
    await utimes(path.join(root, 'panel/src/main.test.tsx'), builtAt + 5, builtAt + 5)
    expect(await staleApps(root)).toEqual([])
  })
})
