import { afterEach, expect, test, vi } from 'vitest'
import { browser } from './platform.ts'

afterEach(() => void vi.unstubAllGlobals())

const stubLocks = (locks: unknown) => vi.stubGlobal('navigator', { locks })
const withLock = { request: (_name: string, run: () => unknown) => Promise.resolve().then(run) }
const denied = { request: () => Promise.reject(new DOMException('Denied', 'SecurityError')) }

test.each([
  ['with a lock', withLock],
  ['without Web Locks', undefined],
  ['where Web Locks are denied', denied],
])('exclusively runs once %s', async (_title, locks) => {
  stubLocks(locks)
  const run = vi.fn(() => Promise.resolve('done'))
  await expect(browser.exclusively('name', run)).resolves.toBe('done')
  expect(run).toHaveBeenCalledTimes(1)
})

test('exclusively rejects with the error of the work, and does not repeat it', async () => {
  stubLocks(withLock)
  const run = vi.fn(() => Promise.reject(new Error('failed')))
  await expect(browser.exclusively('name', run)).rejects.toThrow('failed')
  expect(run).toHaveBeenCalledTimes(1)
})

test('without BroadcastChannel, which Firefox denies where site data is blocked, no other tab is reached', () => {
  vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const channel = browser.openChannel('name', () => {})
  channel.post('out')
  channel.close()
})
