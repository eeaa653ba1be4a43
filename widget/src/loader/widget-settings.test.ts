import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSettings } from './widget-settings.ts'

/** A minimal window for the retries. */
const page = new EventTarget()
let service: Server
let base: string
let answers: number[]
let asked: string[]
const logged = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.spyOn(console, 'error').mockImplementation(logged)
  logged.mockClear()
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

test('logs an unknown provider once and does not retry', async () => {
  answers = [404]
  expect(await loadSettings(base, '../../admin?', new AbortController().signal)).toBeUndefined()
  page.dispatchEvent(new Event('online'))
  expect(asked).toEqual(['/v1/public/providers/..%2F..%2Fadmin%3F/widget'])
  expect(logged).toHaveBeenCalledOnce()
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('../../admin?'))
})

test('retries silently when the service is down or busy and the browser comes back online', async () => {
  answers = [503, 429]
  const loading = loadSettings(base, 'p', new AbortController().signal)
  for (const times of [1, 2]) {
    await expect.poll(() => asked).toHaveLength(times)
    await expect
      .poll(() => {
        page.dispatchEvent(new Event('online'))
        return asked.length
      })
      .toBeGreaterThan(times)
  }
  expect(await loading).toEqual({ id: 'p' })
  expect(logged).not.toHaveBeenCalled()
})

test('stops retrying once aborted', async () => {
  answers = [503]
  const gone = new AbortController()
  const loading = loadSettings(base, 'p', gone.signal)
  await expect.poll(() => asked).toHaveLength(1)
  gone.abort()
  expect(await loading).toBeUndefined()
  page.dispatchEvent(new Event('online'))
  expect(asked).toHaveLength(1)
})
