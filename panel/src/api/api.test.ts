import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { api, organizationPath } from './api.ts'

const answering = (response: Response | Error) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

const problemOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiProblem ? error.code : error),
  )

test('a failed request is a network problem', async () => {
  answering(new TypeError('Failed to fetch'))
  expect(await problemOf(api.get('/v1/me'))).toBe('network')
})

test('a response that is not JSON is a problem, whatever its status', async () => {
  answering(new Response('<html>502</html>', { status: 502 }))
  expect(await problemOf(api.get('/v1/me'))).toBe('unavailable')
  answering(new Response('<html>404</html>', { status: 404 }))
  expect(await problemOf(api.put('/v1/x', {}))).toBe('unavailable')
  answering(new Response('{broken', { status: 502 }))
  expect(await problemOf(api.get('/v1/me'))).toBe('unavailable')
  answering(new Response('<html>welcome</html>', { status: 200 }))
  expect(await problemOf(api.get('/v1/me'))).toBe('unexpected')
})

/** The first requests are refused, the others succeed. Returns the number of requests. */
function refuseSession(times: number) {
  let sent = 0
  vi.stubGlobal('fetch', async () => {
    sent += 1
    return sent <= times ? new Response(null, { status: 401 }) : Response.json({ id: 1 })
  })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  return () => sent
}

test('a read whose session is refused twice is signed out', async () => {
  const sent = refuseSession(2)
  const problem = problemOf(api.get('/v1/x'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await problem).toBe('unauthenticated')
  expect(sent()).toBe(2)
})

test('a read that a password change has refused is repeated', async () => {
  refuseSession(1)
  const loaded = api.get('/v1/x')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toEqual({ id: 1 })
})

test('a write, and the check whether somebody is signed in, are refused at once', async () => {
  const sent = refuseSession(2)
  expect(await problemOf(api.post('/v1/x'))).toBe('unauthenticated')
  expect(await problemOf(api.get('/v1/me', { checksSession: true }))).toBe('unauthenticated')
  expect(sent()).toBe(2)
})

test('an aborted request stays an abort', async () => {
  const abort = new DOMException('gone', 'AbortError')
  answering(abort)
  expect(await problemOf(api.get('/v1/me', { signal: AbortSignal.abort() }))).toBe(abort)
})

test('a request that exceeds its time is a network problem', async () => {
  const stalled: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', ({ target }) => reject((target as AbortSignal).reason as Error))
    })
  vi.stubGlobal('fetch', stalled)
  expect(await problemOf(api.post('/v1/x', {}, { timeoutMs: 1 }))).toBe('network')
})

test('an empty response is null', async () => {
  answering(new Response(null, { status: 204 }))
  expect(await api.delete('/v1/x')).toBeNull()
})

test('a query leaves out what is not set, and encodes what is', async () => {
  const fetch = answering(Response.json({}))
  await api.get('/v1/x', { query: { q: 'a&b=c', cursor: undefined, view: '', max: 5 } })
  expect(fetch.mock.calls[0]?.[0]).toBe('/v1/x?q=a%26b%3Dc&max=5')
})

test('an id cannot escape its path segment', () => {
  expect(organizationPath('../me', '/agents')).toBe('/v1/organizations/..%2Fme/agents')
})

test('a body is sent as JSON with its type', async () => {
  const fetch = answering(Response.json({ id: 1 }))
  await api.patch('/v1/x', { name: 'é' })
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    method: 'PATCH',
    body: '{"name":"é"}',
    headers: { 'content-type': 'application/json' },
  })
})
