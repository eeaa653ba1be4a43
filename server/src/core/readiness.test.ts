import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createReadiness } from './readiness.ts'

const roomyDisk = 1024 ** 3

function setUp(overrides: Partial<Parameters<typeof createReadiness>[0]> = {}) {
  const state = { time: 0, uptime: 0, stopping: false }
  const readiness = createReadiness({
    askDatabase: async () => {},
    directory: '/data',
    isStopping: () => state.stopping,
    clock: () => state.time,
    now: () => state.uptime,
    freeBytes: async () => roomyDisk,
    ...overrides,
  })
  return { state, readiness, codeOf: (asker = 'lb') => codeOf(readiness.check(asker)) }
}

const codeOf = (check: Promise<void>) =>
  check.then(
    () => 'ready',
    (error: { code?: string }) => error.code,
  )

test('a database that hangs makes the service unready within 2 s, and concurrent checks share one query', async () => {
  vi.useFakeTimers()
  try {
    const askDatabase = vi.fn(() => new Promise<void>(() => {}))
    const { codeOf } = setUp({ askDatabase })
    const answers = Promise.all([codeOf(), codeOf()])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answers).toEqual(['unavailable', 'unavailable'])
    expect(askDatabase).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a disk with less free space than one WAL segment is reported as storage_full', async () => {
  expect(await setUp({ freeBytes: async () => 16 * 1024 * 1024 - 1 }).codeOf()).toBe('storage_full')
  expect(await setUp({ freeBytes: async () => 0, directory: null }).codeOf()).toBe('ready')
  expect(await setUp({ freeBytes: () => Promise.reject(new Error('ENOENT')) }).codeOf()).toBe('ready')
})

test('a write that failed on a full disk is reported for a minute', async () => {
  const { state, readiness, codeOf } = setUp()
  readiness.note(Object.assign(new Error('write failed'), { code: 'ENOSPC' }))
  expect(await codeOf()).toBe('storage_full')
  state.time = 60_000
  expect(await codeOf()).toBe('ready')
})

test('a clock that is set back does not keep a full disk reported', async () => {
  const { state, readiness, codeOf } = setUp()
  readiness.note(Object.assign(new Error('write failed'), { code: 'ENOSPC' }))
  state.time = -3_600_000
  expect(await codeOf()).toBe('ready')
})

test('a stop waits until every client with a recent check has received a 503', async () => {
  const { state, readiness, codeOf } = setUp()
  await codeOf('gone')
  state.uptime = 20_000
  await codeOf('lb-1')
  await codeOf('lb-2')
  state.uptime = 31_000
  state.stopping = true
  let announced = false
  const stopAnnounced = readiness.stopAnnounced().then(() => (announced = true))
  expect(await codeOf('lb-1')).toBe('unavailable')
  expect(announced).toBe(false)
  expect(await codeOf('lb-2')).toBe('unavailable')
  await stopAnnounced
})

test.each([-3_600_000, 3_600_000])(
  'a stop waits for recent checks although the clock was set by %i ms',
  async (step) => {
    const { state, readiness, codeOf } = setUp()
    await codeOf()
    state.time += step
    state.stopping = true
    let announced = false
    const stopAnnounced = readiness.stopAnnounced().then(() => (announced = true))
    await setImmediate()
    expect(announced).toBe(false)
    expect(await codeOf()).toBe('unavailable')
    await stopAnnounced
  },
)

test('only the clients with the latest checks are remembered, because anyone may check', async () => {
  const { state, readiness, codeOf } = setUp()
  const clients = Array.from({ length: 1000 }, (_, index) => `client ${index}`)
  for (const client of clients) await codeOf(client)
  state.stopping = true
  let announced = false
  void readiness.stopAnnounced().then(() => (announced = true))
  for (const client of clients.slice(-256)) await codeOf(client)
  await setImmediate()
  expect(announced).toBe(true)
})

test('a stop does not wait without recent checks, and at most 5 s for a client that does not check again', async () => {
  vi.useFakeTimers()
  try {
    await setUp().readiness.stopAnnounced()
    const { readiness, codeOf } = setUp()
    await codeOf()
    const stopAnnounced = readiness.stopAnnounced()
    await vi.advanceTimersByTimeAsync(5_000)
    await stopAnnounced
  } finally {
    vi.useRealTimers()
  }
})
