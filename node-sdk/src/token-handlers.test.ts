import express from 'express'
import fastify from 'fastify'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import jwt from 'jsonwebtoken'
import { createExpressTokenHandler, createFastifyTokenHandler, createTokenHandler } from './token-handlers.ts'
import { checkRequest } from './token-request.ts'

const secretKey = `prv_sk_${Buffer.alloc(32, 7).toString('base64url')}`
const providerId = '01890000-0000-7000-8000-000000000001'
const jkt = Buffer.alloc(32, 3).toString('base64url')

/** The shop's session: a cookie with the name of the member. */
const userOf = (cookie: string | null | undefined) => {
  if (cookie === 'broken') throw new Error('The session store is down')
  return cookie ? { id: cookie, name: 'Mara' } : null
}
const settings = { secretKey, providerId, origins: ['https://pages.test'] }
const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

type Ask = (init: RequestInit) => Promise<Response>

async function listen(listener: RequestListener): Promise<Ask> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return (init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/chat-token`, init)
}

const expressHandler = () =>
  createExpressTokenHandler<express.Request>({
    ...settings,
    user: (request) => userOf(request.get('cookie')),
  })
/** Like Express's error handler, without console output. */
const quietly: express.ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  response.status(error.status ?? 500).end()
}

/** Like body-parser 1 for a type that it does not parse. */
const withEmptyBody: express.RequestHandler = (request, _response, next) => {
  request.body = {}
  next()
}

const hosts: Record<string, () => Promise<Ask>> = {
  async 'plain fetch, and a Next route handler'() {
    const POST = (request: Request) =>
      createTokenHandler({
        ...settings,
        user: async ({ headers }) => userOf(headers.get('cookie')),
      })(request)
    return async (init) => {
      const request = new Request('https://shop.test/chat-token', init)
      // A real request can carry headers that a program cannot set on a Request.
      if ('cookie' in (init.headers ?? {}))
        Object.defineProperty(request, 'headers', { value: new Map(Object.entries(init.headers as object)) })
      try {
        return await POST(request)
      } catch {
        return new Response(null, { status: 500 })
      }
    }
  },
  'Express with express.json()': () =>
    listen(express().use(express.json()).all('/chat-token', expressHandler()).use(quietly)),
  'Express with express.raw()': () =>
    listen(
      express()
        .use(express.raw({ type: '*/*' }))
        .all('/chat-token', expressHandler())
        .use(quietly),
    ),
  'Express with express.text()': () =>
    listen(
      express()
        .use(express.text({ type: '*/*' }))
        .all('/chat-token', expressHandler())
        .use(quietly),
    ),
  'Express 4 with a parser of another type': () =>
    listen(express().use(withEmptyBody).all('/chat-token', expressHandler()).use(quietly)),
  'Express alone': () => listen(express().all('/chat-token', expressHandler()).use(quietly)),
  'node:http': () => {
    const handle = createExpressTokenHandler({
      ...settings,
      user: (request) => userOf(request.headers.cookie),
    })
    return listen((request, response) => {
      handle(request, response).catch(() => response.writeHead(500).end())
    })
  },
  async Fastify() {
    const app = fastify()
    app.route({
      method: ['GET', 'OPTIONS', 'POST'],
      url: '/chat-token',
      handler: createFastifyTokenHandler({
        ...settings,
        user: (request) => userOf(request.headers['cookie'] as string),
      }),
    })
    closing.push(() => app.close())
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return (init) => fetch(`${address}/chat-token`, init)
  },
}

test('missing settings throw when the handler is created', () => {
  const noKey = { secretKey: '', providerId, user: () => null }
  expect(() => createTokenHandler(noKey)).toThrow(/secretKey is missing/)
  expect(() => createExpressTokenHandler(noKey)).toThrow(/secretKey is missing/)
  expect(() => createFastifyTokenHandler(noKey)).toThrow(/secretKey is missing/)
  expect(() => createTokenHandler({ ...noKey, secretKey, providerId: undefined as never })).toThrow(
    /providerId/,
  )
})

test.each([
  ['https://kiln.test', 'kiln.test'],
  ['https://kiln.test', 'kiln.test:443'],
  ['http://kiln.test', 'kiln.test:80'],
  ['http://localhost:4100', 'localhost:4100'],
])('a page of %s is accepted at the host %s', (origin, host) => {
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' }
  expect(checkRequest({ method: 'POST', host }, (name) => headers[name], [])).toBeNull()
})

test.each([
  ['https://kiln.test', 'pages.kiln.test'],
  ['https://kiln.test:8443', 'kiln.test'],
  ['http://localhost:4100', 'localhost:4101'],
  ['https://kiln.test', undefined],
])('a page of %s is rejected at the host %s', (origin, host) => {
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' }
  const refusal = checkRequest({ method: 'POST', host }, (name) => headers[name], [])
  expect(refusal).toMatchObject({ status: 403 })
})

test('an origin that is not a URL throws when the handler is created', () => {
  expect(() => createTokenHandler({ ...settings, origins: ['shop'], user: () => null })).toThrow(TypeError)
})

describe.each(Object.entries(hosts))('%s', (_name, start) => {
  const json = { 'content-type': 'application/json' }
  const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { ...json, ...headers },
    body,
  })

  test('rejects requests that the chat on this page cannot have sent', async () => {
    const ask = await start()
    const statusOf = async (init: RequestInit) => {
      const answer = await ask(init)
      expect(await answer.text()).not.toContain('eyJ')
      return answer.status
    }
    expect(await statusOf({ method: 'GET', headers: { cookie: 'mara' } })).toBeGreaterThanOrEqual(404)
    const body = JSON.stringify({ jkt })
    expect(await statusOf(post(body, { cookie: 'mara', 'sec-fetch-site': 'cross-site' }))).toBe(403)
    expect(await statusOf(post(body, { cookie: 'mara', 'content-type': 'text/plain' }))).toBe(415)
    for (const bad of ['{', '[]', '{}', '{"jkt":""}', '{"jkt":5}', `{"jkt":"${jkt}="}`])
      expect(await statusOf(post(bad, { cookie: 'mara' }))).toBe(400)
    expect(
      await statusOf(post(JSON.stringify({ jkt: 'x'.repeat(2_000_000) }), { cookie: 'mara' })),
    ).toBeGreaterThanOrEqual(400)
  })

  test('rejects another Origin, even with JSON', async () => {
    const ask = await start()
    const body = JSON.stringify({ jkt })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://shop.test.evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'not an origin' },
    ]) {
      const answer = await ask(post(body, { cookie: 'mara', ...headers }))
      expect([headers, answer.status]).toEqual([headers, 403])
      expect(await answer.text()).not.toContain('eyJ')
    }
  })

  test('accepts a listed origin, and requests that the browser marks as same-origin', async () => {
    const ask = await start()
    const body = JSON.stringify({ jkt })
    const listed = { origin: 'https://pages.test', 'sec-fetch-site': 'same-site' }
    const behindProxy = { origin: 'https://public.test', 'sec-fetch-site': 'same-origin' }
    for (const headers of [listed, behindProxy]) {
      const answer = await ask(post(body, { cookie: 'mara', ...headers }))
      expect([headers, answer.status]).toEqual([headers, 200])
    }
  })

  const corsOf = ({ headers }: Response) =>
    ['origin', 'credentials', 'headers'].map((name) => headers.get(`access-control-allow-${name}`))
  const preflight = (origin: string): RequestInit => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })

  test('pages of a listed origin may send the request with cookies and read the response', async () => {
    const ask = await start()
    const origin = 'https://pages.test'
    const permitted = [origin, 'true', 'content-type']
    const allowed = await ask(preflight(origin))
    expect([allowed.status, await allowed.text(), corsOf(allowed)]).toEqual([204, '', permitted])
    for (const body of [JSON.stringify({ jkt }), '{}']) {
      const answer = await ask(post(body, { cookie: 'mara', origin, 'sec-fetch-site': 'cross-site' }))
      expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([
        body === '{}' ? 400 : 200,
        permitted,
        'Origin',
      ])
    }
  })

  test('pages of other origins may not', async () => {
    const ask = await start()
    for (const origin of ['https://evil.example', 'null', 'https://pages.test.evil.example', '*']) {
      const body = JSON.stringify({ jkt })
      for (const init of [preflight(origin), post(body, { cookie: 'mara', origin })]) {
        const answer = await ask(init)
        expect([answer.status, corsOf(answer)]).toEqual([
          init.method === 'POST' ? 403 : 405,
          [null, null, null],
        ])
      }
    }
  })

  test('returns null when nobody is signed in', async () => {
    const answer = await (await start())(post(JSON.stringify({ jkt })))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ token: null })
  })

  test('passes errors of the shop’s session to the framework', async () => {
    const answer = await (await start())(post(JSON.stringify({ jkt }), { cookie: 'broken' }))
    expect(answer.status).toBe(500)
  })

  test('returns an uncacheable token for the signed-in member, bound to the jkt', async () => {
    const answer = await (
      await start()
    )(post(JSON.stringify({ jkt }), { cookie: 'mara', 'sec-fetch-site': 'same-origin' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('application/json')
    const { token } = (await answer.json()) as { token: string }
    expect(jwt.verify(token, secretKey)).toMatchObject({
      pid: providerId,
      uid: 'mara',
      name: 'Mara',
      cnf: { jkt },
    })
  })
})
