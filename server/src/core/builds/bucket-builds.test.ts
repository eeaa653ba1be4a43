import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { createSecrets } from '../secrets.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import { createBucketBuilds, type BucketBuilds } from './bucket-builds.ts'

const hourMs = 3_600_000

let home: string
let s3: Awaited<ReturnType<typeof startFakeS3>>
let storage: FileStorage
let now: number
let foreign: string[]
let errors: unknown[]
let confirmFiles: () => Promise<void>

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'parley-bucket-builds-'))
  s3 = await startFakeS3('media')
  storage = await openFileStorage({ dataDir: home, s3: s3.config })
  now = Date.parse('2026-11-27T08:00:00Z')
  foreign = []
  errors = []
  confirmFiles = async () => {}
})
afterEach(async () => {
  storage.close()
  await s3.close()
  await rm(home, { recursive: true })
})

const chat = (build: number) => `widget/chat-${String(build).padStart(8, '0')}.js`
const inbox = (build: number) => `panel/inbox-page-${String(build).padStart(8, '0')}.css`
/** In every build. */
const icons = 'panel/icons-Shared_1.js'

/** A process with this build, which it has not stored yet. */
async function start(build: number, through = storage, secret?: string): Promise<BucketBuilds> {
  const root = await mkdtemp(path.join(home, 'installation-'))
  for (const [directory, name] of [
    ['widget/dist/widget', chat(build)],
    ['panel/dist/assets', inbox(build)],
    ['panel/dist/assets', icons],
  ] as const) {
    await mkdir(path.join(root, directory), { recursive: true })
    await writeFile(path.join(root, directory, path.basename(name)), `content of ${name}`)
  }
  return open(root, through, secret)
}

function open(root: string, through = storage, secret = 'of this installation'): BucketBuilds {
  return createBucketBuilds({
    storage: through,
    secrets: createSecrets(secret),
    root,
    clock: () => now,
    confirmFiles: () => confirmFiles(),
    onForeign: (file) => foreign.push(file),
    onError: (error) => errors.push(error),
  })
}

/** Also removes old builds, as each process does after it has stored its own. */
async function deploy(build: number): Promise<BucketBuilds> {
  const builds = await start(build)
  await builds.keep()
  await builds.removeOld()
  return builds
}

const read = async (builds: BucketBuilds, file: string) =>
  (await (await builds.open(file))?.body('identity'))?.toString()
const filesInBucket = () => [...s3.objects.keys()].filter((key) => !key.startsWith('builds/lists/')).sort()
const listsInBucket = () => [...s3.objects.keys()].filter((key) => key.startsWith('builds/lists/'))
const put = () => s3.requests.filter((request) => request.startsWith('PUT') && !request.includes('lists'))

describe('builds in a bucket', () => {
  it('are served by a process of a newer and of an older build', async () => {
    const [older, newer] = [await deploy(1), await deploy(2)]
    for (const file of [chat(1), inbox(1), icons, chat(2), inbox(2)])
      expect([await read(older, file), await read(newer, file)]).toEqual(Array(2).fill(`content of ${file}`))
    expect((await newer.open(chat(1)))?.type).toBe('text/javascript; charset=utf-8')
    expect((await newer.open(inbox(1)))?.type).toBe('text/css; charset=utf-8')
    expect((await newer.open(chat(1)))?.etag('br')).toBe((await older.open(chat(1)))?.etag('br'))
  })

  it('are found at once by a process that has just looked in vain', async () => {
    const older = await deploy(1)
    expect(await older.open(chat(2))).toBeUndefined()
    await deploy(2)
    expect(await read(older, chat(2))).toBe(`content of ${chat(2)}`)
  })

  it('are uploaded once, and only the files that no other build has stored', async () => {
    await deploy(1)
    expect(put().sort()).toEqual(
      [`PUT builds/${inbox(1)}`, `PUT builds/${icons}`, `PUT builds/${chat(1)}`].sort(),
    )
    s3.requests.length = 0
    await deploy(1)
    expect(put()).toEqual([])
    await deploy(2)
    expect(put().sort()).toEqual([`PUT builds/${inbox(2)}`, `PUT builds/${chat(2)}`].sort())
    expect(listsInBucket()).toHaveLength(2)
  })

  it('are completed by the next start after an upload that failed', async () => {
    const builds = await start(1)
    s3.failing.add('PUT')
    await expect(builds.keep()).rejects.toThrow()
    s3.failing.clear()
    expect(filesInBucket()).toEqual([])
    await builds.keep()
    expect(filesInBucket()).toHaveLength(3)
  })

  it('are nothing before the first build', async () => {
    await open(home).keep()
    expect(s3.objects.size).toBe(0)
  })
})

describe('names that no build has', () => {
  it('cost one listing for all that ask at once, and none if they have no hash', async () => {
    const builds = await deploy(1)
    s3.requests.length = 0
    const random = Array.from({ length: 200 }, (_, index) => `widget/chat-${10_000_000 + index}.js`)
    expect(await Promise.all(random.map((name) => builds.open(name)))).toEqual(Array(200).fill(undefined))
    expect(s3.requests.filter((request) => request.startsWith('LIST'))).toEqual(['LIST builds/lists/'])
    s3.requests.length = 0
    for (const name of [
      'lists/abcdefgh',
      'widget/chat.js',
      'widget/../../parley-storage-abcdefgh.json',
      '../2026-01-31/abc-abcdefgh.js',
      'widget/',
      `widget/${'x'.repeat(200)}-abcdefgh.js`,
      'media/chat-abcdefgh.js',
    ])
      expect([name, await builds.open(name)]).toEqual([name, undefined])
    expect(s3.requests).toEqual([])
  })

  it('do not slow down the files of a known build, which are read once', async () => {
    await deploy(1)
    const builds = await deploy(2)
    await builds.open(chat(1))
    s3.requests.length = 0
    const asked = Array.from({ length: 20 }, () => read(builds, chat(1)))
    expect(await Promise.all(asked)).toEqual(Array(20).fill(`content of ${chat(1)}`))
    expect(s3.requests).toEqual([])
  })
})

describe('the bucket is not trusted', () => {
  it('a file with other content is not served', async () => {
    const builds = await deploy(1)
    s3.objects.set(`builds/${chat(1)}`, Buffer.from('alert(1)'))
    expect(await builds.open(chat(1))).toBeUndefined()
    expect(foreign).toEqual([chat(1)])
    await expect.poll(filesInBucket).not.toContain(`builds/${chat(1)}`)
    s3.objects.set(`builds/${chat(1)}`, Buffer.from(`content of ${chat(1)}`))
    expect(await read(builds, chat(1))).toBe(`content of ${chat(1)}`)
  })

  it('a list that was moved or written without the secret is ignored', async () => {
    const builds = await deploy(1)
    await (await start(2, storage, 'of somebody else')).keep()
    expect(await builds.open(chat(2))).toBeUndefined()
    s3.objects.set('builds/lists/moved', s3.objects.get(listsInBucket()[0] ?? '') ?? Buffer.from(''))
    await builds.removeOld()
    expect(listsInBucket()).toHaveLength(1)
    expect(filesInBucket()).toEqual([`builds/${icons}`, `builds/${inbox(1)}`, `builds/${chat(1)}`])
  })
})

describe('a file that another program changed', () => {
  it('is removed, so that a process of its build stores it again', async () => {
    const [older, newer] = [await deploy(1), await deploy(2)]
    s3.objects.set(`builds/${chat(1)}`, Buffer.from('content of'))
    expect(await newer.open(chat(1))).toBeUndefined()
    await expect.poll(filesInBucket).not.toContain(`builds/${chat(1)}`)
    await older.keep()
    expect(await read(newer, chat(1))).toBe(`content of ${chat(1)}`)
    expect([foreign, errors]).toEqual([[chat(1)], []])
  })

  it('stays in a bucket that is not that of the database', async () => {
    await deploy(1)
    const newer = await deploy(2)
    s3.objects.set(`builds/${chat(1)}`, Buffer.from('alert(1)'))
    const refusal = new Error('foreign')
    confirmFiles = () => Promise.reject(refusal)
    expect(await newer.open(chat(1))).toBeUndefined()
    await expect.poll(() => errors).toEqual([refusal])
    expect(filesInBucket()).toContain(`builds/${chat(1)}`)
  })

  it('delays no request, and is reported once, while the database does not respond', async () => {
    const builds = await deploy(1)
    s3.objects.set(`builds/${chat(1)}`, Buffer.from('alert(1)'))
    confirmFiles = () => new Promise(() => {})
    for (let request = 0; request < 2; request += 1) expect(await builds.open(chat(1))).toBeUndefined()
    expect(foreign).toEqual([chat(1)])
  })

  it('stays if it was stored again before the removal', async () => {
    const [older, newer] = [await deploy(1), await deploy(2)]
    const { promise, resolve: respond } = Promise.withResolvers<void>()
    confirmFiles = () => promise
    s3.objects.set(`builds/${chat(1)}`, Buffer.from('alert(1)'))
    expect(await newer.open(chat(1))).toBeUndefined()
    s3.objects.delete(`builds/${chat(1)}`)
    await older.keep()
    s3.requests.length = 0
    respond()
    await expect.poll(() => s3.requests).toContain(`GET builds/${chat(1)}`)
    expect(await read(newer, chat(1))).toBe(`content of ${chat(1)}`)
    expect(s3.requests).not.toContain(`DELETE builds/${chat(1)}`)
  })
})

describe('old builds', () => {
  const chats = () => filesInBucket().filter((key) => key.includes('chat'))
  const keysOf = (...builds: number[]) => builds.map((build) => `builds/${chat(build)}`)

  it('are removed unless they are among the latest four or were in use within a day', async () => {
    for (const build of [1, 2, 3, 4, 5, 6]) {
      await deploy(build)
      now += hourMs
    }
    expect(chats()).toEqual(keysOf(1, 2, 3, 4, 5, 6))
    now += 24 * hourMs
    const builds = await deploy(6)
    expect(chats()).toEqual(keysOf(3, 4, 5, 6))
    expect(listsInBucket()).toHaveLength(4)
    expect(filesInBucket()).toContain(`builds/${icons}`)
    expect(await builds.open(chat(1))).toBeUndefined()
  })

  it('stay while a process stores them every hour, however many are newer', async () => {
    const oldest = await deploy(1)
    for (const build of [2, 3, 4, 5, 6]) {
      now += 25 * hourMs
      await oldest.keep()
      await deploy(build)
    }
    expect(chats()).toEqual(keysOf(1, 4, 5, 6))
  })

  it('are removed by several processes at once, and other objects of the bucket stay', async () => {
    s3.objects.set('2026-01-31/file', Buffer.from('media'))
    for (const build of [1, 2, 3, 4, 5]) {
      await (await start(build)).keep()
      now += 25 * hourMs
    }
    const processes = await Promise.all([start(5), start(5), start(5)])
    await Promise.all(processes.map((builds) => builds.removeOld()))
    expect(chats()).toEqual(keysOf(2, 3, 4, 5))
    expect(s3.objects.has('2026-01-31/file')).toBe(true)
  })

  it('leave the files that another process has stored so far', async () => {
    const older = await deploy(1)
    let removed: Promise<void> | undefined
    const newer = await start(2, {
      ...storage,
      async put(key, content) {
        await storage.put(key, content)
        if (key.startsWith('builds/widget')) await (removed ??= older.removeOld())
      },
    })
    await newer.keep()
    expect(removed).toBeDefined()
    expect(filesInBucket()).toContain(`builds/${chat(2)}`)
  })

  it('leave the files of a build that is stored while they are listed', async () => {
    const newer = await start(2)
    let kept: Promise<void> | undefined
    const older = await start(1, {
      ...storage,
      async *list(folder) {
        yield* storage.list(folder)
        await (kept ??= newer.keep())
      },
    })
    await older.removeOld()
    expect(filesInBucket()).toEqual(expect.arrayContaining([`builds/${chat(2)}`, `builds/${inbox(2)}`]))
  })
})
