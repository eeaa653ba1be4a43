import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browser } from './platform.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => void vi.unstubAllGlobals())

const stubLocks = (locks: unknown) => vi.stubGlobal('navigator', { locks })
const withLock = {
  request: (_name: string, _options: unknown, run: () => unknown) => Promise.resolve().then(run),
}
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

describe('a page that the browser keeps for its back button', () => {
  test('releases its lock, and finishes what it has begun', async () => {
    const work = Promise.withResolvers<string>()
    const run = vi.fn(() => work.promise)
    const kept = browser.exclusively('name', run)
    await expect.poll(() => run).toHaveBeenCalled()
    page.dispatchEvent(new Event('pagehide'))
    await expect(browser.exclusively('name', async () => 'next page')).resolves.toBe('next page')
    work.resolve('kept page')
    await expect(kept).resolves.toBe('kept page')
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is not granted a lock until it is shown again', async () => {
    const release = await holdLock()
    const run = vi.fn(async () => 'shown again')
    const kept = browser.exclusively('name', run)
    page.dispatchEvent(new Event('pagehide'))
    release()
    await expect(browser.exclusively('name', async () => 'next page')).resolves.toBe('next page')
    expect(run).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('pageshow'))
    await expect(kept).resolves.toBe('shown again')
  })
})

test('exclusively runs without the lock after the longest wait', async () => {
  const release = await holdLock()
  await expect(browser.exclusively('name', async () => 'done', 10)).resolves.toBe('done')
  release()
})

/** Another page's lock. */
async function holdLock(): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await new Promise<void>((granted) => {
    void navigator.locks.request('name', () => {
      granted()
      return held.promise
    })
  })
  return held.resolve
}

test('without BroadcastChannel, which Firefox denies where site data is blocked, no other tab is reached', () => {
  vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const channel = browser.openChannel('name', () => {})
  channel.post('out')
  channel.close()
})
