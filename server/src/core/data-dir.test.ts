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

/** Root may write everywhere, so root becomes somebody else for that long. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(stranger)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

describe('the data dir', () => {
  it('that cannot be made for want of rights is said in one line, with whose the place is and the way out', async () => {
    const closed = path.join(parent, 'closed')
    await mkdir(closed, { mode: 0o555 })
    const dataDir = path.join(closed, 'deep', 'data')
    await expect(withoutRights(() => ensureDataDir(dataDir))).rejects.toThrow(
      /^The data dir .*\/deep\/data is not writable: no permission for .*\/closed \(it belongs to user \d+, this is user \d+\)\. Set PARLEY_DATA_DIR to a directory/,
    )
  })

  it('that is there and may not be written is refused too', async () => {
    const dataDir = path.join(parent, 'data')
    await mkdir(dataDir, { mode: 0o555 })
    await expect(withoutRights(() => ensureDataDir(dataDir))).rejects.toThrow('is not writable')
  })

  it('below a file is refused with another word', async () => {
    await writeFile(path.join(parent, 'file'), '')
    await expect(ensureDataDir(path.join(parent, 'file', 'data'))).rejects.toThrow('a file stands in its way')
  })

  it('is made with all that leads there, and not open to read', async () => {
    const dataDir = path.join(parent, 'deep', 'data')
    await ensureDataDir(dataDir)
    await ensureDataDir(dataDir)
    expect((await stat(dataDir)).mode & 0o666).toBe(0o600)
  })
})

describe('a private file', () => {
  it('is made once, with one content for all who make it together, and leaves no draft', async () => {
    const file = path.join(parent, 'secret')
    const contents = await Promise.all(
      ['a', 'b', 'c'].map((each) => readOrCreatePrivateFile(file, () => each.repeat(9))),
    )
    expect(new Set(contents).size).toBe(1)
    expect(await readdir(parent)).toEqual(['secret'])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is replaced whole', async () => {
    const file = path.join(parent, 'url')
    await writePrivateFile(file, 'a longer content than the next')
    await writePrivateFile(file, 'next')
    expect(await readOrCreatePrivateFile(file, () => 'never')).toBe('next')
    expect(await readdir(parent)).toEqual(['url'])
  })
})
