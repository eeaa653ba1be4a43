import { errorCodes } from '@parley/protocol/error'
import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import { Agent, request } from 'node:http'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import {
  baseUrl,
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import type { TestSocket } from './testing/test-socket.ts'

/** Whatever comes in is answered with a 4xx problem or a JSON-RPC error with a code, and the service stays up. */

let service: TestService
let shop: TestOrganization
/** Gets everything thrown at it over HTTP, signing out included. */
let victim: TestOrganization

beforeAll(async () => {
  service = await startTestService()
  shop = await foundOrganization(service, 'Shop')
  victim = await foundOrganization(service, 'Victim')
})
afterAll(async () => {
  keepAlive.destroy()
  await service.stop()
})

const keepAlive = new Agent({ keepAlive: true, maxSockets: 4 })

const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  "'; drop table message; --",
  [],
  [[]],
  {},
  { __proto__: null, toString: 1 },
  newId(),
]

describe('HTTP', () => {
  const routes = () => {
    const { paths = {} } = service.app.http.swagger() as OpenAPIV3_1.Document
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item ?? {}).map((method) => ({ method: method.toUpperCase(), path })),
    )
  }

  /** Over a real connection, with the address exactly as it is given. */
  function over(
    method: string,
    path: string,
    payload: string | Buffer | undefined,
    headers: Record<string, string>,
  ) {
    const { hostname, port } = new URL(service.address)
    return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
      const outgoing = request({ hostname, port, method, path, headers, agent: keepAlive }, (answer) => {
        let body = ''
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  async function expectRefusal(
    method: string,
    url: string,
    payload?: string | Buffer,
    type = 'application/json',
  ) {
    const answer = await over(method, url, payload, {
      origin: baseUrl,
      cookie: victim.cookie,
      ...(payload !== undefined && {
        'content-type': type,
        'content-length': String(Buffer.byteLength(payload)),
      }),
    })
    const what = `${method} ${url} ${String(payload).slice(0, 60)}`
    expect(answer.status, what).toBeLessThan(500)
    if (answer.status < 400) return
    expect(answer.type, what).toContain('application/problem+json')
    if (method === 'HEAD') return
    const problem = JSON.parse(answer.body) as { code: keyof typeof errorCodes; status: number }
    expect(errorCodes[problem.code]?.status, what).toBe(problem.status)
    expect(problem.status).toBe(answer.status)
  }

  const fill = (path: string, value: string) =>
    path.replace('{organization_id}', victim.id).replace(/\{[a-z_]+\}/g, encodeURIComponent(value))

  test('every route with odd path parameters answers a problem', async () => {
    for (const { method, path } of routes()) {
      for (const value of ['x', '..', '%', '\u0000', '1'.repeat(250), newId()])
        await expectRefusal(method, fill(path, value))
      for (const value of ['x', newId()]) await expectRefusal(method, path.replace(/\{[a-z_]+\}/g, value))
    }
  })

  test('every route with odd bodies answers a problem', async () => {
    for (const { method, path } of routes()) {
      if (method === 'GET') continue
      const url = fill(path, newId())
      for (const value of oddValues) await expectRefusal(method, url, JSON.stringify(value) ?? 'null')
      for (const broken of ['', '{', '{"a":', '\u00ff\u00fe']) await expectRefusal(method, url, broken)
      await expectRefusal(method, url, Buffer.from([0, 255, 254, 1]))
      await expectRefusal(method, url, 'a=1', 'application/x-www-form-urlencoded')
      await expectRefusal(method, url, '<x/>', 'application/xml')
      await expectRefusal(method, url, JSON.stringify({ x: 'x'.repeat(70_000) }))
    }
  })

  test('every member of every body, wrong in every way, answers a problem', async () => {
    const { paths = {} } = service.app.http.swagger() as OpenAPIV3_1.Document
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item ?? {}) as [
        string,
        OpenAPIV3_1.OperationObject,
      ][]) {
        const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
        const schema = body?.content['application/json']?.schema
        const properties = schema && 'properties' in schema ? schema.properties : undefined
        for (const name of Object.keys(properties ?? {})) {
          for (const value of oddValues) {
            await expectRefusal(method.toUpperCase(), fill(path, newId()), JSON.stringify({ [name]: value }))
          }
        }
      }
    }
  })

  test('odd query strings answer a problem', async () => {
    const list = `/v1/organizations/${victim.id}/conversations`
    for (const query of [
      '',
      '?view=nothing',
      '?view=open&max=0',
      '?view=open&max=1e9',
      '?view=open&max=x',
      '?view=open&view=closed',
      '?view=open&cursor=%00',
      `?view=open&q=${'x'.repeat(500)}`,
      '?view=open&q=%00',
      '?view=open&q=%26%7C!()',
      '?a[b]=c',
    ]) {
      await expectRefusal('GET', list + query)
    }
  })

  test('unknown addresses and methods answer a problem', async () => {
    for (const [method, url] of [
      ['GET', '/v1/nothing'],
      ['PUT', '/v1/me'],
      ['DELETE', '/v1/public/setup'],
      ['GET', '/v1/organizations//x'],
      ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ] as const) {
      await expectRefusal(method, url)
    }
  })
})

describe('the socket', () => {
  const id = newId()
  const validParams: Record<string, Record<string, unknown>> = {
    'session.challenge': {},
    connect: {
      provider_id: id,
      proof: 'a.b.c',
      token: 'a.b.c',
      resume: { seq: 1, customer_id: id },
      language: 'de',
      chosen_language: 'de',
    },
    'session.authenticate': { proof: 'a.b.c', token: 'a.b.c', resume: { seq: 1 } },
    'session.logout': {},
    'login.start': { social: 'google' },
    'login.redeem': { code: 'x', resume: { seq: 1 } },
    'account.close': {},
    'customer.language': { language: 'de' },
    'agent.connect': { organization_id: id },
    pong: {},
    ping: {},
    'inbox.follow': {},
    'inbox.unfollow': {},
    'chat.clear': {},
    'message.send': { client_id: id, content: 'x', reply_to_id: id, media_ids: [id], customer_id: id },
    'message.history': { before: 1, max: 1, customer_id: id },
    'log.read': { after: 0, max: 1, customer_id: id },
    receipt: { read: 0, delivered: 0, customer_id: id },
    typing: { active: true, customer_id: id },
    'media.ticket': { name: 'a.png', size: 1, customer_id: id },
    'media.links': { ids: [id], customer_id: id },
    'customer.follow': { customer_id: id, after: 0 },
    'customer.unfollow': { customer_id: id },
  }

  /** The 20th broken frame closes a socket (SPEC F3), so each bad thing gets to use a fresh one when needed. */
  async function throwAt(
    open: () => Promise<TestSocket>,
    methods: string[],
    namesCustomer: boolean,
  ): Promise<void> {
    let socket = await open()
    let thrown = 0
    for (const method of methods) {
      const { customer_id: customerId, ...own } = validParams[method] ?? {}
      const params = namesCustomer && customerId !== undefined ? { ...own, customer_id: customerId } : own
      expect(validParams[method], `bad-input.test.ts does not know ${method}`).toBeDefined()
      const cases: unknown[] = [
        ...oddValues.filter((value) => typeof value !== 'string' || value.length < 100),
        { surprise: 1 },
      ]
      for (const name of Object.keys(params)) {
        cases.push(Object.fromEntries(Object.entries(params).filter(([other]) => other !== name)))
        for (const value of oddValues) cases.push({ ...params, [name]: value })
      }
      for (const bad of cases) {
        if (++thrown % 15 === 0) {
          await socket.leave()
          socket = await open()
        }
        const frame = JSON.stringify({ jsonrpc: '2.0', id: 1_000_000 + thrown, method, params: bad })
        const answer = await Promise.race([
          socket.raw(frame, 1_000_000 + thrown),
          socket.closed.then(({ code }) => ({ closed: code }) as never),
        ])
        if ('closed' in answer) {
          socket = await open()
          continue
        }
        if (answer.error) {
          expect(errorCodes[answer.error.data.code], frame.slice(0, 120)).toBeDefined()
          expect(answer.error.data.code, frame.slice(0, 120)).not.toBe('internal')
        }
      }
    }
    await socket.leave()
  }

  test('[F3] [F4] every widget command with every odd parameter answers a code', async () => {
    await throwAt(
      async () => (await connectVisitor(service, shop.providerId)).socket,
      Object.keys(widgetCommands),
      false,
    )
  })

  test('[F3] [F4] every agent command with every odd parameter answers a code', async () => {
    await throwAt(() => connectAgent(service, shop.id, shop.cookie), Object.keys(agentCommands), true)
  })

  test('[F3] text that is no request is answered by its kind, and the 20th closes the socket', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    const numberOf = async (text: string, id: number | null) => (await socket.raw(text, id)).error?.code
    expect(await numberOf('{', null)).toBe(-32700)
    expect(await numberOf('[]', null)).toBe(-32600)
    expect(await numberOf('{"jsonrpc":"1.0","id":5,"method":"ping"}', 5)).toBe(-32600)
    expect(await numberOf('{"jsonrpc":"2.0","id":6,"method":"fly"}', 6)).toBe(-32601)
    expect(await numberOf('{"jsonrpc":"2.0","id":7,"method":"log.read","params":{"after":"x"}}', 7)).toBe(
      -32602,
    )
    await socket.request('ping')
    for (let i = 0; i < 15; i++) socket.ws.send('{')
    expect((await socket.closed).code).toBe(4400)
  })

  test('[F1] a binary frame closes the socket', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    socket.ws.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'), { binary: true })
    expect((await socket.closed).code).toBe(4400)
  })

  test('[F2] a frame over 64 KiB closes the socket', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    socket.ws.send(`"${'x'.repeat(64 * 1024)}"`)
    expect((await socket.closed).code).toBe(1009)
  })

  test('[F5] a flood is refused with the time to wait, then closed', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    const answers = await Promise.all(Array.from({ length: 180 }, () => socket.exchange('ping', {})))
    const refused = answers.filter((answer) => answer.error?.data.code === 'rate_limited')
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]?.error?.data.retry_after).toBeGreaterThan(0)
    for (let i = 0; i < 400; i++) socket.notify('pong', {})
    expect((await socket.closed).code).toBe(4429)
  })
})

test('after all that the service is up', async () => {
  expect((await service.call('GET', '/readyz')).status).toBe(200)
})
