import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartError } from '../start-error.ts'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import type { FileStorage } from './file-storage.ts'
import { openFileStorage } from './open-file-storage.ts'

let dataDir: string
let s3: Awaited<ReturnType<typeof startFakeS3>>

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-media-'))
  s3 = await startFakeS3('attachments')
})
afterEach(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

async function keysOf(storage: FileStorage, day: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list(day)) keys.push(key)
  return keys.toSorted()
}

describe.each([
  ['on the local disk', () => openFileStorage({ dataDir, s3: null })],
  ['in S3', () => openFileStorage({ dataDir, s3: s3.config })],
])('a storage %s', (_where, open) => {
  let storage: FileStorage
  beforeEach(async () => {
    storage = await open()
  })
  afterEach(() => storage.close())

  it('returns undefined for an unknown key, and removing it is not an error', async () => {
    expect(await storage.read('2026-01-31/none')).toBeUndefined()
    expect(await keysOf(storage, '2026-01-31')).toEqual([])
    await storage.remove('2026-01-31/none')
  })

  it('reads back what was written, whole or a range', async () => {
    await storage.write('2026-01-31/a', chunks('hello ', 'world'), 11)
    expect(await text((await storage.read('2026-01-31/a'))!)).toBe('hello world')
    expect(await text((await storage.read('2026-01-31/a', { start: 4, end: 6 }))!)).toBe('o w')
  })

  it('stores large content byte for byte', async () => {
    const block = Buffer.alloc(1 << 20, 'parley')
    async function* source() {
      for (let index = 0; index < 5; index += 1) yield block
    }
    await storage.write('2026-01-31/large', source(), 5 * block.length)
    expect(
      (await buffer((await storage.read('2026-01-31/large'))!)).equals(Buffer.concat(Array(5).fill(block))),
    ).toBe(true)
  })

  it('stores nothing when the source throws, and throws its error', async () => {
    const cut = new Error('cut')
    async function* source() {
      yield Buffer.alloc(300_000)
      throw cut
    }
    await expect(storage.write('2026-01-31/b', source(), 1_000_000)).rejects.toBe(cut)
    await expect(storage.write('2026-01-31/c', failing(cut), 1_000_000)).rejects.toBe(cut)
    expect(await keysOf(storage, '2026-01-31')).toEqual([])
  })

  it('replaces short texts, and is empty until a folder of a day has a file', async () => {
    await storage.put('note.json', 'first')
    await storage.put('note.json', 'second')
    expect(await text((await storage.read('note.json'))!)).toBe('second')
    for (const key of ['2026-01-31/a', 'recordings/2026-01-31/a']) {
      expect(await storage.isEmpty()).toBe(true)
      await storage.write(key, chunks('x'), 1)
      expect(await storage.isEmpty()).toBe(false)
      await storage.remove(key)
    }
  })

  it('lists and removes by day', async () => {
    for (const key of ['2026-01-31/a', '2026-01-31/b', '2026-01-31/c', '2026-02-01/d'])
      await storage.write(key, chunks(key), key.length)
    await storage.remove('2026-01-31/b')
    expect(await keysOf(storage, '2026-01-31')).toEqual(['2026-01-31/a', '2026-01-31/c'])
    expect(await keysOf(storage, '2026-02-01')).toEqual(['2026-02-01/d'])
  })
})

// oxlint-disable-next-line require-yield
async function* failing(error: Error): AsyncGenerator<Buffer> {
  throw error
}

describe('the local disk', () => {
  it('is readable only for the service', async () => {
    const storage = await openFileStorage({ dataDir, s3: null })
    await storage.write('2026-01-31/a', chunks('x'), 1)
    const modes = ['media', 'media/2026-01-31', 'media/2026-01-31/a'].map(async (name) => {
      const { mode } = await stat(path.join(dataDir, name))
      return (mode & 0o777).toString(8)
    })
    expect(await Promise.all(modes)).toEqual(['700', '700', '600'])
  })

  it('never overwrites', async () => {
    const storage = await openFileStorage({ dataDir, s3: null })
    await storage.write('2026-01-31/a', chunks('first'), 5)
    await expect(storage.write('2026-01-31/a', chunks('other'), 5)).rejects.toThrow('EEXIST')
    expect(await text((await storage.read('2026-01-31/a'))!)).toBe('first')
    expect(await readdir(path.join(dataDir, 'media/2026-01-31'))).toEqual(['a'])
  })

  it('has a file only when it is complete, and removes what killed processes left behind', async () => {
    const storage = await openFileStorage({ dataDir, s3: null })
    const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* source() {
      yield Buffer.from('first ')
      begun.resolve()
      await rest.promise
      yield Buffer.from('second')
    }
    const writing = storage.write('2026-01-31/a', source(), 12)
    await begun.promise
    expect(await keysOf(storage, '2026-01-31')).toEqual([])
    const incomplete = path.join(dataDir, 'media/incomplete')
    const dayAgo = new Date(Date.now() - 25 * 3_600_000)
    await writeFile(path.join(incomplete, 'left'), 'half')
    await utimes(path.join(incomplete, 'left'), dayAgo, dayAgo)
    const other = await openFileStorage({ dataDir, s3: null })
    await other.write('2026-01-31/b', chunks('x'), 1)
    expect(await readdir(incomplete)).toHaveLength(1)
    rest.resolve()
    await writing
    expect(await text((await storage.read('2026-01-31/a'))!)).toBe('first second')
    expect(await readdir(incomplete)).toEqual([])
  })

  it('removes what killed processes left behind every hour, also after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    try {
      const storage = await openFileStorage({ dataDir, s3: null })
      await storage.write('2026-01-31/a', chunks('x'), 1)
      vi.setSystemTime(Date.now() - 12 * 3_600_000)
      vi.advanceTimersByTime(3_600_000)
      const left = path.join(dataDir, 'media/incomplete/left')
      const dayAgo = new Date(Date.now() - 25 * 3_600_000)
      await writeFile(left, 'half')
      await utimes(left, dayAgo, dayAgo)
      await storage.write('2026-01-31/b', chunks('x'), 1)
      expect(await readdir(path.dirname(left))).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('writes recordings below their folder, which may be a volume of its own', async () => {
    const storage = await openFileStorage({ dataDir, s3: null })
    const incomplete = path.join(dataDir, 'media/recordings/incomplete')
    const dayAgo = new Date(Date.now() - 25 * 3_600_000)
    await mkdir(incomplete, { recursive: true })
    await writeFile(path.join(incomplete, 'left'), 'half')
    await utimes(path.join(incomplete, 'left'), dayAgo, dayAgo)
    async function* source() {
      expect(await readdir(incomplete)).toHaveLength(1)
      expect(await readdir(incomplete)).not.toContain('left')
      yield Buffer.from('x')
    }
    await storage.write('recordings/2026-01-31/a', source(), 1)
    expect(await readdir(incomplete)).toEqual([])
    expect(await readdir(path.join(dataDir, 'media'))).toEqual(['recordings'])
    expect(await keysOf(storage, 'recordings/2026-01-31')).toEqual(['recordings/2026-01-31/a'])
  })

  it('refuses to start when a file is in the way', async () => {
    await writeFile(path.join(dataDir, 'media'), '')
    await expect(openFileStorage({ dataDir, s3: null })).rejects.toThrow(StartError)
  })
})

describe('S3', () => {
  it('names the problem at start, without the secret', async () => {
    const refusals = [
      { config: { ...s3.config, bucket: 'other' }, says: /bucket other does not exist .*PARLEY_S3_BUCKET/ },
      { config: { ...s3.config, keyId: 'WRONG' }, says: /refuses the key .*PARLEY_S3_KEY_ID/ },
      { config: { ...s3.config, endpoint: 'http://127.0.0.1:1' }, says: /ECONNREFUSED.*PARLEY_S3_ENDPOINT/ },
    ]
    for (const { config, says } of refusals) {
      const error: unknown = await openFileStorage({ dataDir, s3: config }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StartError)
      expect(String(error)).toMatch(says)
      expect(String(error)).not.toContain(s3.config.secret)
    }
  })

  it('closes the connection of an aborted upload', async () => {
    const storage = await openFileStorage({ dataDir, s3: s3.config })
    for (let index = 0; index < 5; index += 1) {
      async function* source() {
        yield Buffer.alloc(300_000)
        throw new Error('cut')
      }
      await expect(storage.write(`2026-01-31/${index}`, source(), 1_000_000)).rejects.toThrow('cut')
    }
    await expect.poll(() => s3.connections()).toBeLessThanOrEqual(1)
    expect(s3.objects.size).toBe(0)
    storage.close()
  })

  it('writes and reads while many downloads wait for slow readers', async () => {
    const storage = await openFileStorage({ dataDir, s3: s3.config })
    await storage.write('2026-01-31/a', chunks('x'), 1)
    const content = Buffer.alloc(1 << 20, 'parley')
    s3.objects.set('2026-01-31/slow', content)
    const slow = await Promise.all(Array.from({ length: 60 }, () => storage.read('2026-01-31/slow')))
    await storage.write('2026-01-31/b', chunks('y'), 1)
    expect(await text((await storage.read('2026-01-31/a'))!)).toBe('x')
    for (const stream of slow) stream?.destroy()
    storage.close()
  })

  it('lets a reader pause, and gives up a store that stops sending', async () => {
    const storage = await openFileStorage({ dataDir, s3: s3.config })
    const content = Buffer.alloc(1 << 20, 'parley')
    s3.objects.set('2026-01-31/paused', content)
    s3.objects.set('2026-01-31/stalled', content)
    s3.stalling.add('2026-01-31/stalled')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      const paused = await storage.read('2026-01-31/paused')
      await expect.poll(() => paused?.readableLength).toBeGreaterThan(0)
      vi.advanceTimersByTime(3_600_000)
      // As Node reports a connection on which nothing arrives.
      ;(paused as IncomingMessage).socket.emit('timeout')
      expect((await buffer(paused!)).equals(content)).toBe(true)

      const stalled = await storage.read('2026-01-31/stalled')
      let received = 0
      stalled?.on('data', (chunk: Buffer) => (received += chunk.length))
      await expect.poll(() => received).toBe(content.length / 2)
      const failed = once(stalled!, 'error')
      vi.advanceTimersByTime(60_000)
      expect(String((await failed)[0])).toContain('stopped sending')
    } finally {
      vi.useRealTimers()
      storage.close()
    }
  })

  it('is empty although other programs have objects in the bucket', async () => {
    const storage = await openFileStorage({ dataDir, s3: s3.config })
    const others = [
      '2024-report.pdf',
      '2025-01/report.pdf',
      '2026-11-01.dump',
      '2026-11-01.d/a',
      'recordings/2026.mp3',
      'builds/widget/chat-Ab_1-x8Q.js',
    ]
    for (const key of others) await storage.put(key, 'x')
    expect(await storage.isEmpty()).toBe(true)
    await storage.write('2026-11-02/a', chunks('x'), 1)
    expect(await storage.isEmpty()).toBe(false)
    storage.close()
  })

  it('sends plain bytes with a content length, which every store accepts', async () => {
    const storage = await openFileStorage({ dataDir, s3: s3.config })
    await storage.write('2026-01-31/a', chunks('ab', 'cd'), 4)
    expect(s3.refused).toEqual([])
    expect(s3.objects.get('2026-01-31/a')?.toString()).toBe('abcd')
    storage.close()
  })
})
