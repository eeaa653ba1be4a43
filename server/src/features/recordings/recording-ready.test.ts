import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { sample, setUpRecordings, type RecordingSetup } from '../../testing/recording-setup.ts'

/** Timing and contents of call.recording_ready: all playable files, and none uploaded after it (spec 6). */

let setup: RecordingSetup
let pieces: Buffer[]
let first: Buffer
beforeAll(async () => {
  setup = await setUpRecordings()
  pieces = await sample('audio.webm')
  ;[first = Buffer.of()] = pieces
})
afterAll(() => setup.close())

const files = async (call: { organization_id: string; id: string }) =>
  setup.files.filesOf(call.organization_id, call.id)

describe('the event of an ended call waits for late files', () => {
  it('until the agent’s browser reports completion, which is impossible while the call is active', async () => {
    const call = await setup.call()
    const one = await setup.record(call, pieces)
    expect(await setup.complete(call)).toBe('200 complete false')
    call.endedAt = setup.time.now
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
    // The camera was turned on just before the end.
    const two = await setup.record(call, pieces)
    await setup.work()
    expect(
      setup
        .readyEvents(call)[0]
        ?.recordings.map(({ id }) => id)
        .toSorted(),
    ).toEqual([one, two].toSorted())
  })

  it('or, without that report, until the upload window has ended', async () => {
    const call = await setup.call()
    await setup.record(call, pieces)
    call.endedAt = setup.time.now
    setup.time.now += 600_000
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
    setup.time.now += 1
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
  })

  it('[C17] so that no file is missed: later uploads are rejected and not stored', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, pieces)
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
    const kept = await setup.storedFiles()
    expect(await setup.put(call, newId(), 0, first)).toBe('409 recording_done')
    expect(await setup.storedFiles()).toEqual(kept)
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
    expect(await files(call)).toHaveLength(1)
  })

  it('and completion requires permission to record the call', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    const colleague = await setup.panel.join(setup.shop, 'admin')
    expect(await setup.complete(call, null)).toBe('401 unauthenticated')
    expect(await setup.complete(call, colleague.cookie)).toBe('403 recording_not_allowed')
    expect(await setup.complete({ ...call, id: newId() })).toBe('404 not_found')
  })
})

describe('a file shorter than half a second', () => {
  it.each([
    ['with a header and nothing after it', (header: Buffer) => header.subarray(0, 145)],
    ['with a few frames', (header: Buffer) => header.subarray(0, 600)],
  ])('%s is deleted and not listed in any event or response', async (_which, cut) => {
    const call = await setup.call({ endedAt: setup.time.now })
    const tooShort = newId()
    await setup.put(call, tooShort, 0, cut(first))
    expect(await setup.finish(call, tooShort, 1)).toBe('200 next 1')
    const id = await setup.record(call, pieces)
    await setup.work()
    expect(setup.readyEvents(call)[0]?.recordings.map((file) => file.id)).toEqual([id])
    expect(await files(call)).toHaveLength(1)
    expect((await setup.storedFiles()).filter((key) => key.includes(tooShort))).toEqual([])
    expect(await setup.put(call, tooShort, 0, cut(first))).toBe('409 recording_done')
  })

  it('that is the only file of its call causes no event', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, [first.subarray(0, 145)])
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
    expect(await setup.files.countsOf([call.id])).toEqual(new Map())
  })
})

describe('the removal of the chunks', () => {
  const filesOf = async (id: string) => (await setup.storedFiles()).filter((key) => key.includes(id))

  it('begins after the event, because it can take long', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    const id = await setup.record(call, pieces)
    const eventsBefore: number[] = []
    const remove = async (key: string) => {
      eventsBefore.push(setup.readyEvents(call).length)
      await setup.storage.remove(key)
    }
    await setup.worker(null, { storage: { ...setup.storage, remove } })()
    expect(eventsBefore).toEqual(pieces.map(() => 1))
    expect(await filesOf(id)).toHaveLength(1)
  })

  it('keeps up while other recordings are joined', async () => {
    for (const call of [1, 2].map(() => setup.call({ endedAt: setup.time.now })))
      await setup.record(await call, pieces)
    const removedBefore: number[] = []
    let removed = 0
    const { storage } = setup
    const write: FileStorage['write'] = async (...of) => {
      removedBefore.push(removed)
      await storage.write(...of)
    }
    const remove = async (key: string) => {
      removed += 1
      await storage.remove(key)
    }
    await setup.worker(null, { storage: { ...storage, write, remove } })()
    expect(removedBefore).toEqual([0, pieces.length])
    expect(removed).toBe(2 * pieces.length)
  })

  it('does not delay other recordings when it fails, and the sweep repeats it', async () => {
    const calls = await Promise.all([1, 2].map(() => setup.call({ endedAt: setup.time.now })))
    const ids = [await setup.record(calls[0]!, pieces), await setup.record(calls[1]!, pieces)]
    const remove = async () => {
      throw new Error('unavailable')
    }
    await setup.worker(null, { storage: { ...setup.storage, remove } })()
    for (const call of calls) expect(setup.readyEvents(call)).toHaveLength(1)
    await setup.retain()
    for (const id of ids) expect(await filesOf(id)).toHaveLength(1)
  })

  it('ends when the service stops, and the sweep removes the rest', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    const id = await setup.record(call, pieces)
    const stopping = new AbortController()
    const remove = async (key: string) => {
      stopping.abort()
      await setup.storage.remove(key)
    }
    await setup.worker(null, { storage: { ...setup.storage, remove }, signal: stopping.signal })()
    expect(setup.readyEvents(call)).toHaveLength(1)
    // The joined file, and all chunks but the first.
    expect(await filesOf(id)).toHaveLength(1 + pieces.length - 1)
    await setup.retain()
    expect(await filesOf(id)).toHaveLength(1)
  })
})
