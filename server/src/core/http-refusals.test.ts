import type { ErrorCode } from '@parley/protocol/error'
import { PageQuery } from '@parley/protocol/pager'
import { closed } from '@parley/protocol/scalars'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCodes } from '@parley/protocol/error'
import { createHttp, type Http } from './http.ts'
import { createLogger } from './logger.ts'

let http: Http
let port: number
beforeAll(async () => {
  http = createHttp({ logger: createLogger('silent'), trustProxy: false, bodyTimeoutMs: 100 })
  const querystring = Type.Object({ ...PageQuery, on: Type.Optional(Type.Boolean()) }, closed)
  http.get('/list', { schema: { querystring } }, async ({ query }) => query)
  http.get('/things/:id', async () => 'one')
  http.delete('/things/:id', async () => 'gone')
  http.post('/things', async () => 'made')
  http.put('/settings', { schema: { body: Type.Object({ on: Type.Boolean() }, closed) } }, async () => 'set')
  http.post('/ends', { schema: { body: Type.Union([Type.Object({}), Type.Null()]) } }, async () => 'ended')
  http.get('/files/*', async () => 'file')
  http.get('/full', () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })))
  http.get('/away', () => Promise.reject(new Error('timeout exceeded when trying to connect')))
  await http.listen({ host: '127.0.0.1', port: 0 })
  port = (http.server.address() as AddressInfo).port
})
afterAll(() => http.close())

/** Sends raw bytes; resolves with the response once the server has closed the connection. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  // Writing the rest of an oversized head fails.
  socket.on('error', () => {})
  let came = ''
  socket.setEncoding('utf8').on('data', (text: string) => (came += text))
  socket.write(sent)
  await once(socket, 'close')
  return came
}

test.each(['true', '1e2', '1.5', ' 1', '+1', '0x1', '01', '', '1,2', 'Infinity'])(
  'max=%s is refused with its pointer',
  async (value) => {
    const answer = await http.inject({ url: '/list', query: { max: value } })
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      detail: 'querystring/max must be a whole number, written in digits alone',
      pointer: '/querystring/max',
    })
    expect(answer.statusCode).toBe(400)
  },
)

test.each(['1', 'TRUE', ''])('a boolean written as "%s" is refused', async (value) => {
  expect((await http.inject({ url: '/list', query: { on: value } })).statusCode).toBe(400)
})

test('numbers and booleans in their usual form are accepted', async () => {
  expect((await http.inject('/list?max=100&on=true')).json()).toEqual({ max: 100, on: true })
  expect((await http.inject('/list?max=101')).statusCode).toBe(400)
})

test.each([
  ['PUT', '/things/1', 'DELETE, GET, HEAD'],
  ['GET', '/things', 'POST'],
  ['POST', '/files/a/b.js', 'GET, HEAD'],
  ['DELETE', '/list?max=1', 'GET, HEAD'],
] as const)('%s %s returns 405 and the allowed methods', async (method, url, allow) => {
  const answer = await http.inject({ method, url })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
  expect(answer.json()).toMatchObject({ code: 'method_not_allowed', status: 405 })
})

test.each(['/nothing', '/things/', '/things/1/2', '/list2'])('%s has no route: 404', async (url) => {
  const answer = await http.inject({ method: 'PATCH', url })
  expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
})

test.each<[string, string, ErrorCode]>([
  ['an address', `GET /list?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'uri_too_long'],
  ['a header', `GET /list HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
])('%s of 20 KB is refused with its own status', async (_, sent, code) => {
  const came = await exchange(sent)
  expect(came).toContain(`HTTP/1.1 ${errorCodes[code].status} `)
  expect(JSON.parse(came.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code })
})

test('a path parameter of 400 characters is refused with 414', async () => {
  const answer = await http.inject(`/things/${'x'.repeat(400)}`)
  expect([answer.statusCode, answer.json().code]).toEqual([414, 'uri_too_long'])
})

test('a body that does not arrive in time returns 408 and closes the connection', async () => {
  const came = await exchange(
    'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":',
  )
  expect(came).toContain('HTTP/1.1 408 ')
  expect(JSON.parse(came.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'request_timeout' })
})

test('the connection is closed when a request is refused before its slow body has arrived', async () => {
  const came = await exchange(
    'POST /list HTTP/1.1\r\nHost: a\r\nContent-Type: application/xml\r\nContent-Length: 50\r\n\r\n{"a":',
  )
  expect(came).toContain('HTTP/1.1 405 ')
})

test('an outage has its own code, status and Retry-After', async () => {
  const away = await http.inject('/away')
  expect([away.statusCode, away.json().code, away.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  const full = await http.inject('/full')
  expect([full.statusCode, full.json().code, full.headers['retry-after']]).toEqual([
    507,
    'storage_full',
    '10',
  ])
})

test('an empty JSON body is none: only routes that need one refuse it', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const statusOf = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload = '') =>
    (await http.inject({ method, url, headers, payload })).statusCode
  expect(await statusOf('DELETE', '/things/1')).toBe(200)
  expect(await statusOf('POST', '/ends')).toBe(200)
  expect(await statusOf('PUT', '/settings')).toBe(400)
  expect(await statusOf('POST', '/ends', ' ')).toBe(400)
})

test.each(['{"__proto__":{"on":true}}', '{"constructor":{"prototype":{"on":true}}}', '{'])(
  'the body %s is refused',
  async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await http.inject({ method: 'POST', url: '/things', headers, payload })
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' })
  },
)
