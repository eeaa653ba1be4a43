import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { keepStored } from './keep-stored.ts'

const never = new Promise<void>(() => {})
const timing = { startTimeoutMs: 60_000, intervalMs: 60_000, retryDelayMs: 1 }

function scene(keep: () => Promise<void>, changed: Partial<typeof timing> = {}) {
  const stop = new AbortController()
  const errors: unknown[] = []
  const removeOld = vi.fn(async () => {})
  const kept = vi.fn(keep)
  const stored = keepStored({
    keep: kept,
    removeOld,
    signal: stop.signal,
    onError: (error) => errors.push(error),
    timing: { ...timing, ...changed },
  })
  return { stop, errors, removeOld, kept, stored }
}

test('the service may listen once the build is stored, before old ones are removed', async () => {
  const { promise: uploaded, resolve } = Promise.withResolvers<void>()
  const { stored, removeOld, stop } = scene(() => uploaded)
  let mayListen = false
  void stored.then(() => (mayListen = true))
  await new Promise(setImmediate)
  expect([mayListen, removeOld.mock.calls.length]).toEqual([false, 0])
  resolve()
  await stored
  await expect.poll(() => removeOld).toHaveBeenCalledOnce()
  stop.abort()
})

test('a bucket that fails delays nothing, and the build is stored once it works', async () => {
  const failures = [new Error('down'), new Error('still down')]
  const next = failures.values()
  const { stored, errors, removeOld, kept, stop } = scene(async () => {
    const { value: failure } = next.next()
    if (failure) throw failure
  })
  await stored
  await expect.poll(() => removeOld).toHaveBeenCalledOnce()
  expect(errors).toEqual(failures)
  expect(kept).toHaveBeenCalledTimes(3)
  stop.abort()
})

test('a bucket that does not respond delays the start for a limited time', async () => {
  const { stored, errors, stop } = scene(() => never, { startTimeoutMs: 5 })
  await stored
  expect(errors).toEqual([new Error('The bucket did not store the build within 0.005 s.')])
  stop.abort()
})

test('the build is stored again and again, and old ones are removed each time', async () => {
  const { kept, removeOld, stop } = scene(async () => {}, { intervalMs: 1 })
  await expect.poll(() => removeOld.mock.calls.length).toBeGreaterThan(2)
  expect(kept.mock.calls.length).toBeGreaterThan(2)
  stop.abort()
})

test('a stop ends the wait of a start', async () => {
  const { stored, errors, stop } = scene(() => never)
  const stopped = once(stop.signal, 'abort')
  stop.abort()
  await stopped
  await stored
  expect(errors).toEqual([])
})
