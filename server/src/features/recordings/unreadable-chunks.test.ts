import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sample, setUpRecordings, type RecordingSetup } from '../../testing/recording-setup.ts'

/** Chunks that stay unreadable: defective blocks, missing permissions. */

let setup: RecordingSetup
let pieces: Buffer[]
let unreadable = (_key: string): boolean => false
const reads = new Map<string, number>()
beforeAll(async () => {
  setup = await setUpRecordings({
    wrap: (storage) => ({
      ...storage,
      read: async (key, range) => {
        reads.set(key, (reads.get(key) ?? 0) + 1)
        if (unreadable(key)) throw new Error('EIO: i/o error, read')
        return storage.read(key, range)
      },
    }),
  })
  pieces = await sample('audio.webm')
})
beforeEach(() => {
  unreadable = () => false
  reads.clear()
})
afterAll(() => setup.close())

/** A recording that could not be joined so often. */
async function tried(attempts: number) {
  const call = await setup.call({ endedAt: setup.time.now })
  const other = await setup.record(call, pieces)
  const id = await setup.record(call, pieces)
  const { rows } = await setup.pool.query<{ storage_key: string }>(
    'select storage_key from recording_chunk where recording_id = $1 order by seq',
    [id],
  )
  await setup.pool.query('update recording set join_attempts = $2 where id = $1', [id, attempts])
  await setup.complete(call)
  const files = async () =>
    (await setup.files.filesOf(call.organization_id, call.id)).map(
      (file) => [file.id, file.duration] as const,
    )
  return { call, id, other, keys: rows.map((row) => row.storage_key), files }
}

it('a file ends before a chunk that cannot be read for most of a day, and the event is sent', async () => {
  const { call, id, other, keys, files } = await tried(120)
  unreadable = (key) => key === keys[2]
  await setup.work()
  expect(new Map(await files())).toEqual(
    new Map([
      [other, expect.closeTo(3.6, 1)],
      [id, expect.closeTo(1.98, 2)],
    ]),
  )
  expect(setup.readyEvents(call)).toHaveLength(1)
})

it('a file without a readable chunk is kept until the chunks can be read', async () => {
  const { call, id, other, keys, files } = await tried(120)
  unreadable = (key) => keys.includes(key)
  await setup.work()
  expect((await files()).map(([file]) => file)).toEqual([other])
  expect(setup.readyEvents(call)).toEqual([])
  unreadable = () => false
  setup.time.now += 700_000
  await setup.work()
  expect(new Map(await files()).get(id)).toBeCloseTo(3.6, 1)
  expect(setup.readyEvents(call)).toHaveLength(1)
})

it('before that, the join is only repeated', async () => {
  const { call, other, keys, files } = await tried(119)
  unreadable = (key) => key === keys[2]
  await setup.work()
  expect((await files()).map(([id]) => id)).toEqual([other])
  expect(setup.readyEvents(call)).toEqual([])
})

it('nothing is cut off after a single failure', async () => {
  const { call, id, keys, files } = await tried(120)
  unreadable = (key) => key === keys[2] && reads.get(key) === 1
  await setup.work()
  expect(new Map(await files()).get(id)).toBeCloseTo(3.6, 1)
  expect(setup.readyEvents(call)).toHaveLength(1)
})

it('nothing is cut off during an outage of the storage, or while it comes back', async () => {
  const { call, id, other, keys, files } = await tried(120)
  unreadable = (key) => key !== keys[0]
  await setup.work()
  expect(await files()).toEqual([])
  unreadable = (key) => key === keys[2]
  setup.time.now += 700_000
  await setup.work()
  expect((await files()).map(([file]) => file)).toEqual([other])
  unreadable = () => false
  setup.time.now += 700_000
  await setup.work()
  expect(new Map(await files()).get(id)).toBeCloseTo(3.6, 1)
  expect(setup.readyEvents(call)).toHaveLength(1)
})
