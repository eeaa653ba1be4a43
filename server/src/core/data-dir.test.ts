import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ensureDataDir, readOrCreatePrivateFile, writePrivateFile } from './data-dir.ts'

const isRoot = process.getuid?.() === 0
/** Any user without rights. */
const stranger = 65_534

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'parley-data-dir-'))
  await chmod(parent, 0o711)
  return () => rm(parent, { recursive: true })
})

/** Runs as another user when the tests run as root, who can write everywhere. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(stranger)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

describe('the data dir', () => {
  it('that cannot be created for lack of permission is reported in one line, with owner and fix', async () => {
    const closed = path.join(parent, 'closed')
    await mkdir(closed, { mode: 0o555 })
    const dataDir = path.join(closed, 'deep', 'data')
    await expect(withoutRights(() => ensureDataDir(dataDir))).rejects.toThrow(
      /^The data dir .*\/deep\/data is not writable: no permission for .*\/closed \(it belongs to user \d+, this is user \d+\)\. Set PARLEY_DATA_DIR to a directory/,
    )
  })

  it('that exists and is not writable is refused', async () => {
    const dataDir = path.join(parent, 'data')
    await mkdir(dataDir, { mode: 0o555 })
    await expect(withoutRights(() => ensureDataDir(dataDir))).rejects.toThrow('is not writable')
  })

  it('below a file is refused', async () => {
    await writeFile(path.join(parent, 'file'), '')
    await expect(ensureDataDir(path.join(parent, 'file', 'data'))).rejects.toThrow('a file is in the way')
  })

  it.runIf(process.platform === 'linux')(
    'in a file system where no directory can be created is refused',
    async () => {
      for (const dataDir of ['/proc/parley', '/proc/parley/deep/data', '/dev/null/data']) {
        await expect(ensureDataDir(dataDir)).rejects.toThrow(
          /^The data dir \/.* cannot be created: .* Set PARLEY_DATA_DIR to a directory/,
        )
      }
    },
  )

  it('is created with its parents, and not readable for others', async () => {
    const dataDir = path.join(parent, 'deep', 'data')
    await ensureDataDir(dataDir)
    await ensureDataDir(dataDir)
    expect((await stat(dataDir)).mode & 0o666).toBe(0o600)
  })
})

describe('a private file', () => {
  it('is created once, with one content for all concurrent creators, and leaves no draft', async () => {
    const file = path.join(parent, 'secret')
    const contents = await Promise.all(
      ['a', 'b', 'c'].map((each) => readOrCreatePrivateFile(file, () => each.repeat(9))),
    )
    expect(new Set(contents).size).toBe(1)
    expect(await readdir(parent)).toEqual(['secret'])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is replaced atomically', async () => {
    const file = path.join(parent, 'url')
    await writePrivateFile(file, 'a longer content than the next')
    await writePrivateFile(file, 'next')
    expect(await readOrCreatePrivateFile(file, () => 'never')).toBe('next')
    expect(await readdir(parent)).toEqual(['url'])
  })
})
