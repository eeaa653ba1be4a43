import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acquireAlertLock } from './alert-lock.ts'

type Run = () => Promise<void>
interface Request {
  run: Run
  reject: (reason: Error) => void
}

/** Web Locks of one browser. Callbacks run asynchronously, as in browsers. */
function createLocks() {
  const holders = new Map<string, Request>()
  const queues = new Map<string, Request[]>()
  const queueOf = (name: string) => queues.get(name) ?? queues.set(name, []).get(name)!

  function grant(name: string, request: Request, resolve: () => void) {
    holders.set(name, request)
    queueMicrotask(() => void hold(name, request, resolve))
  }
  async function hold(name: string, request: Request, resolve: () => void) {
    await request.run()
    if (holders.get(name) !== request) return
    holders.delete(name)
    resolve()
    next(name)
  }
  function next(name: string) {
    const request = holders.has(name) ? undefined : queueOf(name).shift()
    if (request) grant(name, request, () => undefined)
  }
  return {
    request: (name: string, options: { steal?: boolean; signal?: AbortSignal }, run: Run) =>
      new Promise<void>((resolve, reject) => {
        const request = { run, reject }
        if (options.steal === true) {
          holders.get(name)?.reject(new DOMException('stolen', 'AbortError'))
          return grant(name, request, resolve)
        }
        options.signal?.addEventListener('abort', () => {
          queues.set(
            name,
            queueOf(name).filter((one) => one !== request),
          )
          if (holders.get(name) !== request) reject(new DOMException('aborted', 'AbortError'))
        })
        queueOf(name).push(request)
        next(name)
      }),
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

interface Tab {
  isHeld: () => boolean
  release: () => void
  focus: () => Promise<unknown>
}

async function openTab(organizationId: string, hasFocus = false): Promise<Tab> {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { hasFocus: () => hasFocus })
  let held = false
  const release = acquireAlertLock(organizationId, (isHeld) => (held = isHeld))
  await settle()
  return {
    isHeld: () => held,
    release,
    focus() {
      window.dispatchEvent(new Event('focus'))
      return settle()
    },
  }
}

const held = (...tabs: Tab[]) => tabs.map(({ isHeld }) => isHeld())

beforeEach(() => vi.stubGlobal('navigator', { locks: createLocks() }))
afterEach(() => vi.unstubAllGlobals())

test('one tab of each organization alerts', async () => {
  const first = await openTab('one')
  const second = await openTab('one')
  const other = await openTab('other')
  expect(held(first, second, other)).toEqual([true, false, true])
})

test('the tab in use alerts, and another one after it closes', async () => {
  const first = await openTab('one')
  const second = await openTab('one', true)
  expect(held(first, second)).toEqual([false, true])
  await first.focus()
  expect(held(first, second)).toEqual([true, false])
  await first.focus()
  await second.focus()
  expect(held(first, second)).toEqual([false, true])
  second.release()
  await settle()
  expect(held(first, second)).toEqual([true, false])
})

test('a closed tab takes no lock', async () => {
  const closed = await openTab('one')
  const second = await openTab('one')
  closed.release()
  await settle()
  await closed.focus()
  expect(held(closed, second)).toEqual([false, true])
})

test('every tab alerts where locks are denied', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('denied')) } })
  expect(held(await openTab('one'), await openTab('one', true))).toEqual([true, true])
})
