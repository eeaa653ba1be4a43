import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { sample, setUpRecordings, type RecordingSetup } from '../../testing/recording-setup.ts'

/** What is told of a call, and when: everything that can be played, and nothing that comes after (spec 6). */

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

describe('of a call that is over, the event waits for files that may begin late', () => {
  it('until the agent’s browser says that it has nothing more, which it cannot while the call goes on', async () => {
    const call = await setup.call()
    const one = await setup.record(call, pieces)
    expect(await setup.complete(call)).toBe('200 complete false')
    call.endedAt = setup.time.now
    await setup.work()
    expect(setup.told(call)).toEqual([])
    // The camera went on just before the end.
    const two = await setup.record(call, pieces)
    await setup.work()
    expect(
      setup
        .told(call)[0]
        ?.recordings.map(({ id }) => id)
        .toSorted(),
    ).toEqual([one, two].toSorted())
  })

  it('or, where it says nothing, until nothing of the call is taken any more', async () => {
    const call = await setup.call()
    await setup.record(call, pieces)
    call.endedAt = setup.time.now
    setup.time.now += 600_000
    await setup.work()
    expect(setup.told(call)).toEqual([])
    setup.time.now += 1
    await setup.work()
    expect(setup.told(call)).toHaveLength(1)
  })

  it('[C17] so that none is in no event: what comes after it is refused, and nothing of it kept', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, pieces)
    await setup.work()
    expect(setup.told(call)).toHaveLength(1)
    const kept = await setup.kept()
    expect(await setup.put(call, newId(), 0, first)).toBe('409 recording_done')
    expect(await setup.kept()).toEqual(kept)
    await setup.work()
    expect(setup.told(call)).toHaveLength(1)
    expect(await files(call)).toHaveLength(1)
  })

  it('and nobody says it of a call that they may not record', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    const colleague = await setup.panel.join(setup.shop, 'admin')
    expect(await setup.complete(call, null)).toBe('401 unauthenticated')
    expect(await setup.complete(call, colleague.cookie)).toBe('403 recording_not_allowed')
    expect(await setup.complete({ ...call, id: newId() })).toBe('404 not_found')
  })
})

describe('a file of less than half a second', () => {
  it.each([
    ['with a header and nothing after it', (header: Buffer) => header.subarray(0, 145)],
    ['with a few sounds', (header: Buffer) => header.subarray(0, 600)],
  ])('%s is dropped with its bytes, and no event or list names it', async (_which, cut) => {
    const call = await setup.call({ endedAt: setup.time.now })
    const sliver = newId()
    await setup.put(call, sliver, 0, cut(first))
    expect(await setup.finish(call, sliver, 1)).toBe('200 next 1')
    const id = await setup.record(call, pieces)
    await setup.work()
    expect(setup.told(call)[0]?.recordings.map((file) => file.id)).toEqual([id])
    expect(await files(call)).toHaveLength(1)
    expect((await setup.kept()).filter((key) => key.includes(sliver))).toEqual([])
    expect(await setup.put(call, sliver, 0, cut(first))).toBe('409 recording_done')
  })

  it('that is all of its call makes no event', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, [first.subarray(0, 145)])
    await setup.work()
    expect(setup.told(call)).toEqual([])
    expect(await setup.files.countsOf([call.id])).toEqual(new Map())
  })
})
