import { CallRecordingReady } from '@parley/protocol/call'
import { Value } from 'typebox/value'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseNow } from '../../core/database-time.ts'
import { newId } from '../../core/ids.ts'
import { sample, setUpRecordings, type RecordingSetup } from '../../testing/recording-setup.ts'
import { claimClosed } from './processing-store.ts'

let setup: RecordingSetup
let pieces: Buffer[]
let first: Buffer
let second: Buffer
/** Makes reads from the storage fail. */
let broken = false
/** Leases and retries use the database's clock, which is read later than the test's. */
const latencyMs = 5_000
beforeAll(async () => {
  setup = await setUpRecordings({
    wrap: (storage) => ({
      ...storage,
      read: async (...asked) => {
        if (broken) throw new Error('The store is away.')
        return storage.read(...asked)
      },
    }),
  })
  pieces = await sample('audio.webm')
  ;[first = Buffer.of(), second = Buffer.of()] = pieces
})
afterEach(() => void vi.useRealTimers())
afterAll(() => setup.close())

const files = async (call: { organization_id: string; id: string }) =>
  setup.files.filesOf(call.organization_id, call.id)

describe('no event is sent', () => {
  it('for a call without a recording', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
  })

  it('while the call is active, although a file is ready and listed', async () => {
    const call = await setup.call()
    await setup.record(call, pieces)
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
    expect(await files(call)).toHaveLength(1)
    expect(await setup.files.countsOf([call.id, newId()])).toEqual(new Map([[call.id, 1]]))
  })

  it('while one of its recordings is still open', async () => {
    const call = await setup.call()
    await setup.record(call, pieces)
    await setup.put(call, newId(), 0, first)
    await setup.end(call)
    await setup.work()
    expect(setup.readyEvents(call)).toEqual([])
    setup.time.now += 600_001
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
    expect(setup.readyEvents(call)[0]?.recordings).toHaveLength(2)
  })

  it('and no file is listed for a call of another organization', async () => {
    const call = await setup.call()
    await setup.record(call, pieces)
    await setup.work()
    expect(await files({ ...call, organization_id: newId() })).toEqual([])
  })
})

describe('an unfinished recording', () => {
  it('stays open while its call is active, even after a long pause', async () => {
    const call = await setup.call()
    const id = newId()
    await setup.put(call, id, 0, first)
    setup.time.now += 3_600_000
    await setup.work()
    expect(await setup.put(call, id, 1, second)).toBe('200 next 2')
  })

  it('[C17] is closed ten minutes after the end of the call, with the chunks received so far', async () => {
    const call = await setup.call()
    const id = newId()
    await setup.put(call, id, 0, first)
    await setup.put(call, id, 1, second)
    call.endedAt = setup.time.now
    setup.time.now += 540_000
    await setup.work()
    expect(await files(call)).toEqual([])
    // An agent's browser that reconnects in time can still upload.
    expect(await setup.put(call, id, 2, pieces[2]!)).toBe('200 next 3')
    setup.time.now += 60_000
    await setup.work()
    expect(await files(call)).toEqual([])
    setup.time.now += 1
    await setup.work()
    expect(await files(call)).toEqual([
      expect.objectContaining({ id, mime: 'audio/webm', duration: expect.closeTo(3, 0) }),
    ])
    expect(setup.readyEvents(call)).toHaveLength(1)
    expect(await setup.put(call, id, 3, pieces[3]!)).toBe('409 recording_done')
  })

  it('is not delayed by open recordings of active calls, in any number or organization', async () => {
    const live = await Promise.all(Array.from({ length: 101 }, () => setup.call()))
    await setup.pool.query(
      `insert into recorded_call (call_id, organization_id, customer_id, provider_id, external_id, created_at)
       select id, $2, id, id, '', '2026-01-01' from unnest($1::uuid[]) as live (id)`,
      [live.map(({ id }) => id), setup.shop.organizationId],
    )
    await setup.pool.query(
      `insert into recording (id, call_id, organization_id, name, mime, last_chunk_at, created_at, delete_at)
       select id, $2, $3, '', 'audio/webm', '2026-01-01', '2026-01-01', '2126-01-01' from unnest($1::uuid[]) as open (id)`,
      [live.map(() => newId()), live[0]?.id, setup.shop.organizationId],
    )
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.put(call, newId(), 0, first)
    setup.time.now += 600_001
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
  })
})

describe('call.recording_ready', () => {
  it('[C17] has exactly the fields of the spec, once, with unsigned URLs in the log', async () => {
    const call = await setup.call()
    setup.time.now = Date.parse('2026-02-03T04:05:06.000Z')
    const id = await setup.record(call, pieces)
    await setup.end(call)
    await setup.work()
    await setup.work()
    const [data, ...more] = setup.readyEvents(call)
    expect(more).toEqual([])
    expect(data).toEqual({
      id: call.id,
      customer_id: call.customer_id,
      provider_id: call.provider_id,
      external_id: 'member-7',
      recordings: [
        {
          id,
          name: 'call-20260203-040506.webm',
          mime: 'audio/webm',
          size: Buffer.concat(pieces).length + 18,
          url: `/v1/public/recordings/${id}/call-20260203-040506.webm`,
        },
      ],
    })
    expect(Value.Check(CallRecordingReady, data)).toBe(true)
    const { rows } = await setup.pool.query<{ audience: string; actor: object }>(
      "select audience, actor from event_log where customer_id = $1 and type = 'call.recording_ready'",
      [call.customer_id],
    )
    expect(rows).toEqual([{ audience: 'agents', actor: { type: 'system' } }])
    expect(setup.ready).toContain(call.organization_id)
  })

  it('lists all files, oldest first', async () => {
    const call = await setup.call()
    const one = await setup.record(call, pieces)
    setup.time.now += 5000
    const two = await setup.record(call, await sample('video.webm'), newId(), 'video/webm')
    await setup.end(call)
    await setup.work()
    expect(setup.readyEvents(call)[0]?.recordings.map(({ id, mime }) => [id, mime])).toEqual([
      [one, 'audio/webm'],
      [two, 'video/webm'],
    ])
  })

  it('[C17] is sent once when several processes run concurrently', async () => {
    const calls = await Promise.all([1, 2, 3, 4, 5].map(() => setup.call()))
    for (const call of calls) {
      await setup.record(call, pieces)
      await setup.end(call)
    }
    await Promise.all([setup.worker()(), setup.worker()(), setup.worker()()])
    await setup.work()
    for (const call of calls) expect(setup.readyEvents(call)).toHaveLength(1)
  })

  it('of a failing call does not delay others, and is sent by the next run', async () => {
    const calls = [await setup.call(), await setup.call()]
    for (const call of calls) {
      await setup.record(call, pieces)
      await setup.end(call)
    }
    const [odd, other] = calls
    const openConversation = async (_: unknown, customerId: string) => {
      if (customerId === odd?.customer_id) throw new Error('A row that nobody can read')
      return null
    }
    await setup.worker(null, { openConversation })()
    expect([setup.readyEvents(odd!), setup.readyEvents(other!)]).toMatchObject([[], [{ id: other?.id }]])
    await setup.work()
    expect(setup.readyEvents(odd!)).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  it('after claiming a recording: another process joins it a minute later', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, pieces)
    expect(await claimClosed(setup.db, databaseNow(setup.clock), 60_000)).toBeDefined()
    await setup.work()
    expect(await files(call)).toEqual([])
    setup.time.now += 60_000 + latencyMs
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
  })

  it('after claiming a recording: another process whose clock is ahead waits as long', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, pieces)
    expect(await claimClosed(setup.db, databaseNow(setup.clock), 60_000)).toBeDefined()
    const aheadMs = 120_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
    setup.time.now += aheadMs
    await setup.work()
    expect(await files(call)).toEqual([])
    vi.useRealTimers()
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
  })

  it('gracefully, while joining: another process takes over after ten seconds', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    await setup.record(call, pieces)
    const stopping = new AbortController()
    const storage = {
      ...setup.storage,
      async read(...asked: Parameters<typeof setup.storage.read>) {
        stopping.abort()
        return setup.storage.read(...asked)
      },
    }
    await setup.worker(null, { storage, signal: stopping.signal })()
    expect(await files(call)).toEqual([])
    setup.time.now += 10_000 + latencyMs
    await setup.work()
    expect(setup.readyEvents(call)).toHaveLength(1)
  })

  it('keeps all chunks until the file is stored, and deletes them then', async () => {
    const call = await setup.call({ endedAt: setup.time.now })
    const id = await setup.record(call, pieces)
    expect((await setup.storedFiles()).filter((key) => key.includes(id))).toHaveLength(4)
    await setup.work()
    expect((await setup.storedFiles()).filter((key) => key.includes(id))).toHaveLength(1)
    const { rows } = await setup.pool.query('select from recording_chunk where recording_id = $1', [id])
    expect(rows).toEqual([])
  })
})

it('an unavailable storage is retried with backoff, and nothing is lost', async () => {
  const call = await setup.call({ endedAt: setup.time.now })
  await setup.record(call, pieces)
  broken = true
  await setup.work()
  setup.time.now += 5_000
  broken = false
  await setup.work()
  expect(await files(call)).toEqual([])
  broken = true
  setup.time.now += 5_000 + latencyMs
  await setup.work()
  setup.time.now += 10_000
  broken = false
  await setup.work()
  expect(await files(call)).toEqual([])
  setup.time.now += 10_000 + latencyMs
  await setup.work()
  expect(await files(call)).toHaveLength(1)
  expect(setup.readyEvents(call)).toHaveLength(1)
})

it('a storage that is not mounted costs no recording', async () => {
  const call = await setup.call({ endedAt: setup.time.now })
  await setup.record(call, pieces)
  const unmounted = { ...setup.storage, read: async () => undefined, isEmpty: async () => true }
  await setup.worker(null, { storage: unmounted })()
  expect(await files(call)).toEqual([])
  setup.time.now += 10_001 + latencyMs
  await setup.work()
  expect(await files(call)).toHaveLength(1)
})

it('a recording whose chunks are missing does not block the others of its call', async () => {
  const call = await setup.call()
  const lost = await setup.record(call, pieces)
  for (const key of await setup.storedFiles()) if (key.includes(lost)) await setup.storage.remove(key)
  const id = await setup.record(call, pieces)
  await setup.end(call)
  await setup.work()
  expect(setup.readyEvents(call)[0]?.recordings.map((file) => file.id)).toEqual([id])
})
