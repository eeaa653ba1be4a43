import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSettings } from './widget-settings.ts'

/** A minimal window for the retries. */
const page = new EventTarget()
let service: Server
let base: string
let answers: number[]
/** Of responses with an error. */
let problem: string
let asked: string[]
const logged = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.spyOn(console, 'error').mockImplementation(logged)
  logged.mockClear()
  asked = []
  problem = JSON.stringify({ code: 'provider_unknown' })
  service = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.statusCode = answers.shift() ?? 200
    response.end(response.statusCode === 200 ? JSON.stringify({ id: 'p' }) : problem)
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

test.each([
  ['the service is down or busy', [503, 429], '{"code":"rate_limited"}'],
  ['a proxy refuses the request', [404, 407], '<html>Sign in to the network</html>'],
  ['a proxy refuses the request as JSON', [403, 401], '{"error":"forbidden"}'],
])('retries silently when %s and the browser comes back online', async (_, statuses, body) => {
  answers = statuses
  problem = body
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
