import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../core/logger.ts'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { openFileStorage } from '../../core/storage/open-file-storage.ts'
import { joinChunks } from './join.ts'
import { createRecordingWorker } from './recording-worker.ts'
import { sample } from '../../testing/recording-setup.ts'
import { findFfmpeg, remux } from './remux.ts'
import { WebmReader } from './webm-duration.ts'

const ffmpeg = await findFfmpeg(process.env['PATH'] ?? '')

const { signal } = new AbortController()
const logger = createLogger('silent')
let dataDir: string
let storage: FileStorage
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-join-'))
  storage = await openFileStorage({ dataDir, s3: null })
  // So that temporary directories left behind can be found.
  vi.stubEnv('TMPDIR', dataDir)
})
afterEach(() => rm(dataDir, { recursive: true }))

async function* one(bytes: Buffer) {
  yield bytes
}

async function keep(pieces: Buffer[]) {
  const rows = pieces.map((bytes, seq) => ({
    storage_key: `recordings/2026-01-31/${seq}`,
    size: bytes.length,
  }))
  for (const [seq, row] of rows.entries()) await storage.write(row.storage_key, one(pieces[seq]!), row.size)
  return rows
}

const whole = { mime: 'audio/webm', key: 'recordings/2026-01-31/whole' }
const kept = async () => buffer((await storage.read(whole.key))!)

const workDirectories = async () =>
  (await readdir(dataDir)).filter((name) => name.startsWith('parley-recording-'))

/** Creates a script that replaces ffmpeg. */
async function program(script: string): Promise<string> {
  const file = path.join(dataDir, 'ffmpeg')
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o700)
  return file
}

describe('without ffmpeg', () => {
  it('joins the chunks into one file with its duration and leaves all other bytes unchanged', async () => {
    for (const name of ['audio.webm', 'video.webm'] as const) {
      const pieces = await sample(name)
      const joined = await joinChunks({ storage, signal, logger, ffmpeg: null }, whole, await keep(pieces))
      const bytes = await kept()
      expect(joined).toEqual({ size: bytes.length, duration: expect.closeTo(3.6, 1) })
      const plain = Buffer.concat(pieces)
      expect(bytes.subarray(0, 48).equals(plain.subarray(0, 48))).toBe(true)
      expect(bytes.subarray(78 + 18).equals(plain.subarray(78))).toBe(true)
      await storage.remove(whole.key)
      for (const key of [0, 1, 2, 3]) await storage.remove(`recordings/2026-01-31/${key}`)
    }
  })

  it('stores an mp4 unchanged, without a duration', async () => {
    const pieces = await sample('audio.mp4')
    const plain = Buffer.concat(pieces)
    const joined = await joinChunks(
      { storage, signal, logger, ffmpeg: null },
      { ...whole, mime: 'audio/mp4' },
      await keep(pieces),
    )
    expect(joined).toEqual({ size: plain.length, duration: null })
    expect((await kept()).equals(plain)).toBe(true)
  })

  it('stops before a missing chunk, and returns missing if the first one is', async () => {
    const pieces = await keep(await sample('audio.webm'))
    await storage.remove(pieces[2]!.storage_key)
    const joined = await joinChunks({ storage, signal, logger, ffmpeg: null }, whole, pieces)
    expect(joined).toEqual({ size: 1561 + 1953 + 18, duration: expect.closeTo(1.98, 2) })
    await storage.remove(pieces[0]!.storage_key)
    expect(
      await joinChunks({ storage, signal, logger, ffmpeg: null }, { ...whole, key: 'recordings/x' }, pieces),
    ).toBe('missing')
  })

  it('joins unreadable data unchanged', async () => {
    const [head = Buffer.of()] = await sample('audio.webm')
    const pieces = [head.subarray(0, 60), Buffer.from('nothing that a recorder writes')]
    const joined = await joinChunks({ storage, signal, logger, ffmpeg: null }, whole, await keep(pieces))
    expect(joined).toEqual({ size: Buffer.concat(pieces).length, duration: null })
    expect((await kept()).equals(Buffer.concat(pieces))).toBe(true)
  })
})

it('joins chunks in S3', async () => {
  const s3 = await startFakeS3('recordings')
  storage = await openFileStorage({ dataDir, s3: s3.config })
  const pieces = await sample('video.webm')
  const rows = await keep(pieces)
  const joined = await joinChunks({ storage, signal, logger, ffmpeg }, { ...whole, mime: 'video/webm' }, rows)
  expect(joined).toEqual({ size: (await kept()).length, duration: expect.closeTo(3.606, 3) })
  for (const row of rows) await storage.remove(row.storage_key)
  expect([...s3.objects.keys()]).toEqual([whole.key])
  expect(s3.refused).toEqual([])
  storage.close()
  await s3.close()
})

describe('an unsuccessful ffmpeg', () => {
  const duration = expect.closeTo(3.6, 1)

  it.each([
    ['fails', 'exit 1'],
    ['is killed', 'kill -9 $$'],
    ['writes nothing', 'for last; do :; done; : > "$last"'],
  ])('that %s falls back to plain joining and leaves no files', async (_how, script) => {
    const pieces = await sample('audio.webm')
    const joined = await joinChunks(
      { storage, signal, logger, ffmpeg: await program(script) },
      whole,
      await keep(pieces),
    )
    expect(joined).toEqual({ size: Buffer.concat(pieces).length + 18, duration })
    expect(await workDirectories()).toEqual([])
  })

  it('that is missing falls back to plain joining', async () => {
    const joined = await joinChunks(
      { storage, signal, logger, ffmpeg: '/nowhere/ffmpeg' },
      whole,
      await keep(await sample('audio.webm')),
    )
    expect(joined).toMatchObject({ duration })
  })

  it.each([
    ['does not exist', '/nowhere'],
    ['is a file', import.meta.filename],
  ])('falls back to plain joining when the temporary directory %s', async (_how, directory) => {
    vi.stubEnv('TMPDIR', directory)
    const joined = await joinChunks(
      { storage, signal, logger, ffmpeg: await program('exit 0') },
      whole,
      await keep(await sample('audio.webm')),
    )
    expect(joined).toMatchObject({ duration })
  })

  it('that hangs is killed', async () => {
    const files = { from: '/dev/null', to: path.join(dataDir, 'to'), container: 'webm' } as const
    const hanging = await program('exec sleep 600')
    expect(await remux(hanging, files, { timeoutMs: 50 })).toBeUndefined()
  })
})

it('aborting kills ffmpeg, stores nothing and rejects', async () => {
  const pieces = await keep(await sample('audio.webm'))
  const stopping = new AbortController()
  const began = path.join(dataDir, 'began')
  const deps = {
    storage,
    signal: stopping.signal,
    logger,
    ffmpeg: await program(`: > ${began}; exec sleep 600`),
  }
  const joined = joinChunks(deps, whole, pieces)
  const refused = expect(joined).rejects.toThrow('aborted')
  await expect.poll(() => existsSync(began)).toBe(true)
  stopping.abort()
  await refused
  expect(await workDirectories()).toEqual([])
  expect(await storage.read(whole.key)).toBeUndefined()
  await expect(joinChunks(deps, whole, pieces)).rejects.toThrow('aborted')
})

it('errors of the storage are not taken for those of the temporary directory', async () => {
  const pieces = await keep(await sample('audio.webm'))
  const reads = new Map<string, number>()
  const failing: FileStorage = {
    ...storage,
    async read(key) {
      reads.set(key, (reads.get(key) ?? 0) + 1)
      // The first read measures the recording.
      if ((reads.get(key) ?? 0) > 1) throw new Error('The store is unavailable')
      return storage.read(key)
    },
  }
  const deps = { storage: failing, signal, logger, ffmpeg: await program('exit 0') }
  await expect(joinChunks(deps, whole, pieces)).rejects.toThrow('The store is unavailable')
  expect(await workDirectories()).toEqual([])
})

it('a starting worker removes what killed joins left behind, but no join in progress', async () => {
  for (const name of ['parley-recording-old', 'parley-recording-new', 'other-old'])
    await mkdir(path.join(dataDir, name))
  await writeFile(path.join(dataDir, 'parley-recording-old/from'), 'bytes')
  const dayAgo = new Date(Date.now() - 24 * 3_600_000)
  for (const name of ['parley-recording-old', 'other-old'])
    await utimes(path.join(dataDir, name), dayAgo, dayAgo)
  const worker = createRecordingWorker({ work: async () => {}, logger })
  worker.start()
  await expect.poll(() => workDirectories()).toEqual(['parley-recording-new'])
  await worker.stop()
  expect(await readdir(dataDir)).toContain('other-old')
})

it('findFfmpeg searches only absolute directories of the path', async () => {
  await program('exit 0')
  expect(await findFfmpeg(`/nowhere:.:${dataDir}`)).toBe(path.join(dataDir, 'ffmpeg'))
  expect(await findFfmpeg(`/nowhere:${path.relative(process.cwd(), dataDir)}`)).toBeNull()
  await chmod(path.join(dataDir, 'ffmpeg'), 0o600)
  if (process.getuid?.() !== 0) expect(await findFfmpeg(dataDir)).toBeNull()
})

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  const decode = (file: string) =>
    spawnSync(ffmpeg ?? '', ['-v', 'error', '-i', file, '-f', 'null', '-'], { encoding: 'utf8' })

  it.each([
    ['audio.webm', 'audio/webm'],
    ['video.webm', 'video/webm'],
    ['audio.mp4', 'audio/mp4'],
  ] as const)('%s is remuxed with duration and index, and every frame decodes', async (name, mime) => {
    const joined = await joinChunks(
      { storage, signal, logger, ffmpeg },
      { ...whole, mime },
      await keep(await sample(name)),
    )
    const bytes = await kept()
    expect(joined).toEqual({ size: bytes.length, duration: expect.closeTo(3.6, 0) })
    if (mime !== 'audio/mp4') {
      const reader = new WebmReader()
      reader.push(bytes)
      // A segment with a size and Cues needs no patch.
      expect(reader.reading()?.patch).toBeNull()
    }
    const { status, stderr } = decode(path.join(dataDir, 'media', whole.key))
    expect([status, stderr]).toEqual([0, ''])
  })

  it('a recording that is cut in the middle of a frame still plays', async () => {
    const [first = Buffer.of(), second = Buffer.of()] = await sample('audio.webm')
    const pieces = await keep([first, second.subarray(0, 1000)])
    const joined = await joinChunks({ storage, signal, logger, ffmpeg }, whole, pieces)
    expect(joined).toMatchObject({ duration: expect.closeTo(1.5, 0) })
    expect(decode(path.join(dataDir, 'media', whole.key)).status).toBe(0)
  })

  it('a playlist uploaded as a recording opens no other file', async () => {
    const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
    const joined = await joinChunks({ storage, signal, logger, ffmpeg }, whole, await keep([playlist]))
    expect(joined).toEqual({ size: playlist.length, duration: null })
    expect((await kept()).equals(playlist)).toBe(true)
  })

  it('ffmpeg decodes a file joined without it', async () => {
    await joinChunks({ storage, signal, logger, ffmpeg: null }, whole, await keep(await sample('video.webm')))
    const { status, stderr } = decode(path.join(dataDir, 'media', whole.key))
    expect([status, stderr]).toEqual([0, ''])
  })
})
