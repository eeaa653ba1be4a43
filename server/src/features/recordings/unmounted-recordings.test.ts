import { afterAll, beforeAll, expect, it } from 'vitest'
import { sample, setUpRecordings, type RecordingSetup } from '../../testing/recording-setup.ts'

/** A volume of its own for recordings, which is not mounted. */

let setup: RecordingSetup
let pieces: Buffer[]
let isMounted = true
beforeAll(async () => {
  setup = await setUpRecordings({
    wrap: (storage) => {
      const isHidden = (key: string) => !isMounted && key.startsWith('recordings/')
      return {
        ...storage,
        read: async (key, range) => (isHidden(key) ? undefined : storage.read(key, range)),
        remove: async (key) => (isHidden(key) ? undefined : storage.remove(key)),
      }
    },
  })
  pieces = await sample('audio.webm')
})
afterAll(() => setup.close())

it('a missing volume costs no recording that waits for its join', async () => {
  const call = await setup.call({ endedAt: setup.time.now })
  await setup.record(call, pieces)
  isMounted = false
  await setup.work()
  isMounted = true
  // The delay of a retry uses the database's clock, which is read later than the test's.
  setup.time.now += 15_000
  await setup.work()
  expect(await setup.files.filesOf(call.organization_id, call.id)).toHaveLength(1)
})

it('a missing volume leaves no file behind when its recording expires', async () => {
  const call = await setup.call({ endedAt: setup.time.now })
  const id = await setup.record(call, pieces)
  await setup.work()
  setup.time.now += 31 * 86_400_000
  isMounted = false
  await expect(setup.retain()).rejects.toThrow('not mounted')
  isMounted = true
  expect((await setup.storedFiles()).filter((key) => key.includes(id))).toHaveLength(1)
  await setup.retain()
  expect((await setup.storedFiles()).filter((key) => key.includes(id))).toEqual([])
})
