import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSettings } from './widget-settings.ts'

/** The page's window, as far as the waiting uses it. */
const page = new EventTarget()
let service: Server
let base: string
let answers: number[]
let asked: string[]
const complaints = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.spyOn(console, 'error').mockImplementation(complaints)
  complaints.mockClear()
  asked = []
  service = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.statusCode = answers.shift() ?? 200
    response.end(JSON.stringify({ id: 'p' }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
})
afterEach(() => {
  service.closeAllConnections()
  service.close()
})

test('a provider that nobody knows is said once, and not asked for again', async () => {
  answers = [404]
  expect(await loadSettings(base, '../../admin?', new AbortController().signal)).toBeUndefined()
  page.dispatchEvent(new Event('online'))
  expect(asked).toEqual(['/v1/public/providers/..%2F..%2Fadmin%3F/widget'])
  expect(complaints).toHaveBeenCalledOnce()
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('../../admin?'))
})

test('a service that is down or busy is asked again when the browser is back online, in silence', async () => {
  answers = [503, 429]
  const loading = loadSettings(base, 'p', new AbortController().signal)
  for (const times of [1, 2]) {
    await vi.waitFor(() => expect(asked).toHaveLength(times))
    await vi.waitFor(() => {
      page.dispatchEvent(new Event('online'))
      expect(asked.length).toBeGreaterThan(times)
    })
  }
  expect(await loading).toEqual({ id: 'p' })
  expect(complaints).not.toHaveBeenCalled()
})

test('a widget that is taken away stops asking', async () => {
  answers = [503]
  const gone = new AbortController()
  const loading = loadSettings(base, 'p', gone.signal)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  gone.abort()
  expect(await loading).toBeUndefined()
  page.dispatchEvent(new Event('online'))
  expect(asked).toHaveLength(1)
})
