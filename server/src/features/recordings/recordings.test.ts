import { request, type ClientRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../core/ids.ts'
import {
  sample,
  setUpRecordings,
  type SimulatedCall,
  type RecordingSetup,
} from '../../testing/recording-setup.ts'

let setup: RecordingSetup
let pieces: Buffer[]
let first: Buffer
let second: Buffer
beforeAll(async () => {
  setup = await setUpRecordings()
  pieces = await sample('audio.webm')
  ;[first = Buffer.of(), second = Buffer.of()] = pieces
})
afterAll(() => setup.close())

describe('a chunk is rejected', () => {
  let kept: string[]
  let call: SimulatedCall
  beforeEach(async () => {
    kept = await setup.storedFiles()
    call = await setup.call()
  })
  const expectNothingStored = async () => expect(await setup.storedFiles()).toEqual(kept)

  it('without a session, and from an agent of another organization with any ids', async () => {
    const stranger = await setup.panel.found('Strangers')
    expect(await setup.put(call, newId(), 0, first, { cookie: null })).toBe('401 unauthenticated')
    expect(await setup.put(call, newId(), 0, first, { cookie: stranger.cookie })).toBe('404 not_found')
    const smuggled = { id: call.id, organization_id: stranger.organizationId }
    expect(await setup.put(smuggled, newId(), 0, first, { cookie: stranger.cookie })).toBe('404 not_found')
    await expectNothingStored()
  })

  it('for an unknown call', async () => {
    expect(await setup.put({ ...call, id: newId() }, newId(), 0, first)).toBe('404 not_found')
    await expectNothingStored()
  })

  it('from any agent but the one who answered, and for a call that must not be recorded [C14]', async () => {
    const colleague = await setup.panel.join(setup.shop, 'admin')
    expect(await setup.put(call, newId(), 0, first, { cookie: colleague.cookie })).toBe(
      '403 recording_not_allowed',
    )
    const silent = await setup.call({ recordable: false })
    expect(await setup.put(silent, newId(), 0, first)).toBe('403 recording_not_allowed')
    await expectNothingStored()
  })

  it('when the permission ends during a recording', async () => {
    const id = newId()
    expect(await setup.put(call, id, 0, first)).toBe('200 next 1')
    call.recordable = false
    expect(await setup.put(call, id, 1, second)).toBe('403 recording_not_allowed')
    expect(await setup.finish(call, id, 1)).toBe('403 recording_not_allowed')
  })

  it('with invalid ids or sequence numbers', async () => {
    expect(await setup.put({ ...call, id: 'x' }, newId(), 0, first)).toBe('400 invalid_request')
    expect(await setup.put(call, '..%2F..%2Fetc', 0, first)).toBe('400 invalid_request')
    for (const seq of ['-1', '1.5', 'x', '1000000', '1e9'])
      expect([seq, await setup.put(call, newId(), seq, first)]).toEqual([seq, '400 invalid_request'])
    await expectNothingStored()
  })

  it('when it is empty or larger than 4 MiB, even without Content-Length', async () => {
    expect(await setup.put(call, newId(), 0, '')).toBe('400 invalid_request')
    const large = Buffer.concat([first, Buffer.alloc(4 * 1024 * 1024)])
    expect(await setup.put(call, newId(), 0, large)).toBe('413 payload_too_large')
    const open = request(`${setup.baseUrl}${setup.pathOf(call, newId())}/chunks/0`, {
      method: 'PUT',
      headers: { cookie: setup.shop.cookie, 'content-type': 'audio/webm', 'transfer-encoding': 'chunked' },
      agent: false,
    })
    const closed = new Promise((resolve) => void open.on('close', resolve))
    open.on('error', () => {})
    open.write(large)
    open.write(large)
    await closed
    await expectNothingStored()
  })

  it('when its type or contents are not those of a recording', async () => {
    const page = '<script>alert(1)</script>'
    for (const [type, bytes] of [
      ['text/html', page],
      ['audio/webm', page],
      ['audio/mp4', first],
      ['video/webm', (await sample('audio.mp4'))[0] ?? ''],
      ['', first],
      ['constructor', first],
    ] as const) {
      expect([type, await setup.put(call, newId(), 0, bytes, { type })]).toEqual([
        type,
        type.includes('/') ? '415 media_type_not_allowed' : '415 unsupported_media_type',
      ])
    }
    await expectNothingStored()
  })

  it('[C16] after a gap, and is not stored', async () => {
    const id = newId()
    expect(await setup.put(call, id, 1, second)).toBe('409 chunk_out_of_order')
    expect(await setup.put(call, id, 0, first)).toBe('200 next 1')
    const before = await setup.storedFiles()
    expect(await setup.put(call, id, 2, second)).toBe('409 chunk_out_of_order')
    expect(await setup.storedFiles()).toEqual(before)
    expect(await setup.put(call, id, 1, second)).toBe('200 next 2')
  })

  it('[C16] when its sequence number has other contents', async () => {
    const id = newId()
    await setup.put(call, id, 0, first)
    const before = await setup.storedFiles()
    expect(await setup.put(call, id, 0, Buffer.concat([first, second]))).toBe('409 chunk_conflict')
    expect(await setup.storedFiles()).toEqual(before)
  })

  it('when the recording belongs to another call', async () => {
    const id = newId()
    await setup.put(call, id, 0, first)
    const other = await setup.call()
    expect(await setup.put(other, id, 1, second)).toBe('404 not_found')
    expect(await setup.put(other, id, 0, first)).toBe('404 not_found')
    expect(await setup.finish(other, id, 1)).toBe('404 not_found')
  })

  it('[C16] after the recording was finished, whether new or changed', async () => {
    const id = await setup.record(call, pieces)
    expect(await setup.put(call, id, 4, second)).toBe('409 recording_done')
    expect(await setup.put(call, id, 1, first)).toBe('409 recording_done')
  })

  it('when the recording has reached its maximum size', async () => {
    const id = newId()
    await setup.put(call, id, 0, first)
    await setup.pool.query('update recording set bytes = $2 where id = $1', [id, 2 * 1024 ** 3 - 10])
    expect(await setup.put(call, id, 1, second)).toBe('413 payload_too_large')
    expect(await setup.finish(call, id, 1)).toBe('200 next 1')
  })

  it('while eight uploads of the same agent are in progress, without affecting a colleague', async () => {
    const slow = new Set<ClientRequest>()
    // The probe below may take one of the eight slots, so a rejected upload is started again.
    const begin = (): void => {
      const open = request(`${setup.baseUrl}${setup.pathOf(call, newId())}/chunks/0`, {
        method: 'PUT',
        headers: { cookie: setup.shop.cookie, 'content-type': 'audio/webm', 'content-length': first.length },
        agent: false,
      })
      slow.add(open)
      open.on('error', () => {})
      open.on('response', () => {
        slow.delete(open)
        open.destroy()
        begin()
      })
      open.write(first.subarray(0, 10))
    }
    for (let begun = 0; begun < 8; begun++) begin()
    // Repeats the same chunk, because the number of recordings per call is limited.
    const id = newId()
    const answers = (expected: string) =>
      vi.waitFor(async () => expect(await setup.put(call, id, 0, first)).toBe(expected), { timeout: 10_000 })
    try {
      await answers('429 rate_limited')
      const colleague = await setup.panel.join(setup.shop, 'agent')
      const theirs = await setup.call({}, colleague)
      expect(await setup.put(theirs, newId(), 0, first, { cookie: colleague.cookie })).toBe('200 next 1')
    } finally {
      for (const open of slow) open.destroy()
    }
    await answers('200 next 1')
  })

  it('when the call has reached its maximum number of recordings', async () => {
    for (let made = 0; made < 49; made += 7)
      await Promise.all(Array.from({ length: 7 }, () => setup.put(call, newId(), 0, first)))
    const answers = await Promise.all([1, 2, 3].map(() => setup.put(call, newId(), 0, first)))
    expect(answers.toSorted()).toEqual([
      '200 next 1',
      '403 recording_not_allowed',
      '403 recording_not_allowed',
    ])
  })
})

it('a chunk is rejected when the recordings of its call have reached the maximum size or number of chunks', async () => {
  for (const [column, sum] of [
    ['bytes', 4 * 1024 ** 3],
    ['chunks', 60_000],
  ] as const) {
    const call = await setup.call()
    const [full, next] = [newId(), newId()]
    await setup.put(call, full, 0, first)
    await setup.pool.query(`update recording set ${column} = $2 where id = $1`, [full, sum])
    const before = await setup.storedFiles()
    expect(await setup.put(call, next, 0, first)).toBe('413 payload_too_large')
    expect(await setup.storedFiles()).toEqual(before)
    await setup.pool.query(`update recording set ${column} = $2 where id = $1`, [full, sum - 2000])
    expect(await setup.put(call, next, 0, first)).toBe('200 next 1')
  }
})

describe('finishing is rejected', () => {
  it('without a session, for an unknown recording, and with an invalid number of chunks', async () => {
    const call = await setup.call()
    expect(await setup.finish(call, newId(), 1, null)).toBe('401 unauthenticated')
    expect(await setup.finish(call, newId(), 1)).toBe('404 not_found')
    for (const chunks of [0, -1, 1.5, '1', null])
      expect(await setup.finish(call, newId(), chunks)).toBe('400 invalid_request')
  })

  it('while chunks are missing, when there are more, and when finished with another number', async () => {
    const call = await setup.call()
    const id = newId()
    await setup.put(call, id, 0, first)
    await setup.put(call, id, 1, second)
    expect(await setup.finish(call, id, 3)).toBe('409 chunk_out_of_order')
    expect(await setup.finish(call, id, 1)).toBe('409 chunk_conflict')
    expect(await setup.finish(call, id, 2)).toBe('200 next 2')
    expect(await setup.finish(call, id, 3)).toBe('409 recording_done')
  })
})

describe('[C16] uploaded data', () => {
  it('is stored chunk by chunk before each is acknowledged', async () => {
    const call = await setup.call()
    const id = newId()
    for (const [seq, piece] of pieces.entries()) {
      expect(await setup.put(call, id, seq, piece)).toBe(`200 next ${seq + 1}`)
      const mine = (await setup.storedFiles()).filter((key) => key.includes(`${id}.${seq}.`))
      expect(mine).toEqual([expect.stringMatching(/^recordings\/2026-01-31\/[\w-]+\.\d+\.[0-9a-f]{12}$/)])
    }
    expect(await setup.finish(call, id, 4)).toBe('200 next 4')
  })

  it('may be sent again after a lost response, even concurrently, and is stored once', async () => {
    const call = await setup.call()
    const id = newId()
    const twice = await Promise.all([1, 2, 3, 4].map(() => setup.put(call, id, 0, first)))
    expect(twice).toEqual(Array(4).fill('200 next 1'))
    await setup.put(call, id, 1, second)
    expect(await setup.put(call, id, 0, first)).toBe('200 next 2')
    expect((await setup.storedFiles()).filter((key) => key.includes(id))).toHaveLength(2)
    expect(await setup.finish(call, id, 2)).toBe('200 next 2')
    expect(await setup.finish(call, id, 2)).toBe('200 next 2')
    expect(await setup.put(call, id, 0, first)).toBe('200 next 2')
  })

  it('may have any type and codecs of browsers’ MediaRecorder', async () => {
    const call = await setup.call()
    const [film = Buffer.of()] = await sample('video.webm')
    const [sound = Buffer.of()] = await sample('audio.mp4')
    expect(await setup.put(call, newId(), 0, film, { type: 'video/webm;codecs=vp8,opus' })).toBe('200 next 1')
    expect(await setup.put(call, newId(), 0, sound, { type: 'audio/mp4; codecs="mp4a.40.2"' })).toBe(
      '200 next 1',
    )
  })

  it('of two recordings of one call is kept apart', async () => {
    const call = await setup.call()
    const [one, two] = [newId(), newId()]
    expect(await setup.put(call, one, 0, first)).toBe('200 next 1')
    expect(await setup.put(call, two, 0, first)).toBe('200 next 1')
    expect(await setup.put(call, one, 1, second)).toBe('200 next 2')
    expect(await setup.put(call, two, 1, second)).toBe('200 next 2')
  })
})
