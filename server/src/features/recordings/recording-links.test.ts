import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallRecordingFile } from '@parley/protocol/call'
import { newId } from '../../core/ids.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createSignedLinks } from '../../core/signed-links.ts'
import { deleteRecording } from './recording-file-store.ts'
import { signRecordings } from './recording-files.ts'
import {
  sample,
  setUpRecordings,
  type SimulatedCall,
  type RecordingSetup,
} from '../../testing/recording-setup.ts'

let setup: RecordingSetup
let call: SimulatedCall
let whole: Buffer
const start = Date.parse('2026-01-31T10:20:30.000Z')
beforeAll(async () => {
  setup = await setUpRecordings()
  call = await setup.call({ endedAt: setup.time.now })
  await setup.record(call, await sample('audio.webm'))
  await setup.work()
  whole = Buffer.from(await (await fetch((await file()).url)).arrayBuffer())
})
beforeEach(() => {
  setup.time.now = start
})
afterAll(() => setup.close())

async function file(): Promise<CallRecordingFile> {
  const [found] = await setup.files.filesOf(call.organization_id, call.id)
  if (!found) throw new Error('Nothing was recorded')
  return found
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return response.status
}

async function refusalOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return `${response.status} ${/"code":"(\w+)"/.exec(await response.text())?.[1]}`
}

describe('a changed or expired link', () => {
  it('is rejected when modified, moved, extended, truncated or duplicated, even with a session', async () => {
    const { url, id, name } = await file()
    const other = createSignedLinks(createSecrets('of another installation'))
    const path = `/v1/public/recordings/${id}/${name}`
    for (const touched of [
      url.replace(name, 'other.webm'),
      url.replace(id, newId()),
      url.replace(/_expiration=(\d+)/, (_, seconds) => `_expiration=${Number(seconds) + 1}`),
      url.replace(/_hash=./, (begin) => (begin === '_hash=A' ? '_hash=B' : '_hash=A')),
      url.replace(/&_hash=.*/, ''),
      url.replace(/_expiration=\d+&/, ''),
      url.replace(/\?.*/, ''),
      setup.baseUrl + other.sign(path, start / 1000 + 1000),
      setup.baseUrl +
        setup.links.sign(path.replace('recordings', 'media'), start / 1000).replace('media', 'recordings'),
    ]) {
      expect([touched, await refusalOf(touched, { cookie: setup.shop.cookie })]).toEqual([
        touched,
        '403 link_invalid',
      ])
    }
    expect(await statusOf(`${url}&_hash=again`)).toBe(400)
    expect(await statusOf(url)).toBe(200)
  })

  it('expires after 24 hours (spec 2.5)', async () => {
    const { url } = await file()
    setup.time.now = start + 24 * 3_600_000
    expect(await statusOf(url)).toBe(200)
    setup.time.now = start + 24 * 3_600_000 + 12_000
    expect(await refusalOf(url)).toBe('410 link_expired')
  })

  it('returns not_found for an unknown or unfinished recording', async () => {
    const sign = (id: string, name: string) =>
      setup.baseUrl + setup.links.sign(`/v1/public/recordings/${id}/${name}`, start / 1000 + 1000)
    expect(await refusalOf(sign(newId(), 'call.webm'))).toBe('404 not_found')
    expect(await refusalOf(sign((await file()).id, 'other.webm'))).toBe('404 not_found')
    const id = newId()
    await setup.put(call, id, 0, (await sample('audio.webm'))[0]!)
    expect(await refusalOf(sign(id, 'call-20260131-102030.webm'))).toBe('404 not_found')
  })
})

describe('a served file', () => {
  it('is complete and inline, with headers that prevent any other use', async () => {
    const { url, size, name } = await file()
    const response = await fetch(url)
    await response.arrayBuffer()
    const { headers } = response
    expect(whole).toHaveLength(size)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/webm',
      'content-length': String(size),
      'content-disposition': `inline; filename=${name}`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=86412, immutable',
    })
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('supports range requests', async () => {
    const { url, size } = await file()
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${size}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true)
    expect(await statusOf(url, { range: `bytes=${size}-` })).toBe(416)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  })
})

describe('the links of call.recording_ready', () => {
  it('are signed again for each attempt, with all other data unchanged (spec 6)', async () => {
    const [data] = setup.readyEvents(call)
    const sign = signRecordings({ baseUrl: setup.baseUrl, links: setup.links })
    const again = sign(data!, start + 20 * 60_000)
    const bare = again.recordings.map((one) => ({ ...one, url: new URL(one.url).pathname }))
    expect({ ...again, recordings: bare }).toEqual(data)
    const expires = (url: string) => Number(new URL(url).searchParams.get('_expiration'))
    expect(again.recordings.map(({ url }) => expires(url) - start / 1000)).toEqual([20 * 60 + 86_412])
    expect(Buffer.from(await (await fetch(again.recordings[0]!.url)).arrayBuffer()).equals(whole)).toBe(true)
  })
})

describe('retention', () => {
  it('deletes file and row after recording_days of the call, not earlier', async () => {
    const short = await setup.call({ endedAt: setup.time.now, recording_days: 1 })
    await setup.record(short, await sample('audio.webm'))
    const open = newId()
    await setup.put(short, open, 0, (await sample('audio.webm'))[0]!)
    await setup.work()
    const [kept] = await setup.files.filesOf(short.organization_id, short.id)
    setup.time.now = start + 24 * 3_600_000 - 60_000
    await setup.retain()
    expect(await statusOf(kept!.url)).toBe(200)
    setup.time.now = start + 24 * 3_600_000
    await setup.retain()
    expect(await refusalOf(kept!.url)).toBe('404 not_found')
    expect((await setup.storedFiles()).filter((key) => key.includes(kept!.id) || key.includes(open))).toEqual(
      [],
    )
    const { rows } = await setup.pool.query('select from recorded_call where call_id = $1', [short.id])
    expect(rows).toEqual([])
    setup.time.now = start
    expect(await statusOf((await file()).url)).toBe(200)
  })

  it('keeps a file for 24 hours after the last attempt of its event, if recording_days end before', async () => {
    const hourMs = 3_600_000
    const long = await setup.call({ recording_days: 1 })
    const id = await setup.record(long, await sample('audio.webm'))
    setup.time.now += 2 * hourMs
    await setup.end(long)
    await setup.work()
    const [data] = setup.readyEvents(long)
    const lastAttempt = setup.time.now + 2 * hourMs
    const { recordings } = signRecordings({ baseUrl: setup.baseUrl, links: setup.links })(data!, lastAttempt)
    setup.time.now = lastAttempt + 24 * hourMs
    await setup.retain()
    expect(await statusOf(recordings[0]!.url)).toBe(200)
    setup.time.now += hourMs
    await setup.retain()
    expect((await setup.storedFiles()).filter((key) => key.includes(id))).toEqual([])
  })

  it('does not delete a recording that an event announces meanwhile', async () => {
    const long = await setup.call({ recording_days: 1 })
    const id = await setup.record(long, await sample('audio.webm'))
    setup.time.now += 24 * 3_600_000
    await setup.end(long)
    await setup.work()
    // The retention had found it before the event.
    await deleteRecording(setup.db, { id, call_id: long.id }, new Date(setup.time.now).toISOString())
    expect(await statusOf((await setup.files.filesOf(long.organization_id, long.id))[0]!.url)).toBe(200)
  })

  it('deletes all others when one file cannot be removed, and records that one', async () => {
    const ended = await setup.call({ endedAt: setup.time.now, recording_days: 1 })
    const ids = [newId(), newId()]
    for (const id of ids) await setup.put(ended, id, 0, (await sample('audio.webm'))[0]!)
    setup.time.now = start + 24 * 3_600_000
    const remove = vi.spyOn(setup.storage, 'remove').mockRejectedValueOnce(new Error('The file is locked'))
    await expect(setup.retain()).rejects.toThrow('The file is locked')
    remove.mockRestore()
    const left = (await setup.storedFiles()).filter((key) => ids.some((id) => key.includes(id)))
    expect(left).toHaveLength(1)
    const { rows } = await setup.pool.query('select storage_key from storage_removal')
    expect(rows).toEqual([{ storage_key: left[0] }])
    setup.time.now = start
  })

  it('deletes files without a row and keeps the others', async () => {
    const orphan = 'recordings/2026-01-31/orphan'
    await setup.storage.write(orphan, one(Buffer.from('x')), 1)
    // Files of the same day without any that the database knows may be those of another installation.
    const foreign = 'recordings/2026-01-30/foreign'
    await setup.storage.write(foreign, one(Buffer.from('x')), 1)
    setup.time.now = start + 2 * 24 * 3_600_000
    await setup.retain()
    expect(await setup.storedFiles()).not.toContain(orphan)
    expect(await setup.storedFiles()).toContain(foreign)
    setup.time.now = start
    expect(await statusOf((await file()).url)).toBe(200)
  })
})

async function* one(bytes: Buffer) {
  yield bytes
}
