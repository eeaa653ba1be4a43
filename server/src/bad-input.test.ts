import { errorCodes } from '@parley/protocol/error'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { snapshotFile } from './openapi-snapshot.ts'
import {
  baseUrl,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import { oddValues } from './testing/odd-values.ts'

/** Invalid requests get a 4xx problem with a code, and the service stays up. bad-frames.test.ts covers sockets. */

let service: TestService
/** Target of all requests, including sign-out. */
let victim: TestOrganization
let requests = 0

beforeAll(async () => {
  // Each request is half a second after the previous one: a session may make 30 per second.
  service = await startTestService({ clock: () => Date.now() + requests * 500 })
  victim = await foundOrganization(service, 'Victim')
})
afterAll(async () => {
  keepAlive.destroy()
  await service.stop()
})

const description = JSON.parse(readFileSync(snapshotFile, 'utf8')) as OpenAPIV3_1.Document
const signOut = '/v1/auth/sign-out'
/** Sign-out is last, so that all other requests have a session. */
const routes = Object.entries(description.paths ?? {})
  .flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      properties: propertiesOf(operation),
      statuses: Object.keys(operation.responses ?? {}).map(Number),
      pages: pagesOf(operation),
    })),
  )
  .sort((a, b) => Number(a.path === signOut) - Number(b.path === signOut))

/** Refusals that are pages instead of problems: people open the links of mails. */
function pagesOf({ responses = {} }: OpenAPIV3_1.OperationObject): number[] {
  return Object.entries(responses)
    .filter(
      ([status, response]) => Number(status) >= 400 && !JSON.stringify(response).includes('problem+json'),
    )
    .map(([status]) => Number(status))
}

function propertiesOf({ requestBody }: OpenAPIV3_1.OperationObject): string[] {
  const body = requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  const schema = body?.content['application/json']?.schema
  return Object.keys((schema && 'properties' in schema && schema.properties) || {})
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 4 })

describe('HTTP', () => {
  /** Sends a request over a real connection, with the path unchanged. */
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

  test.each([
    ['not HTTP', 'hello\r\n\r\n', 'invalid_request'],
    [
      'a line end in a header',
      'GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\nb\r\n\r\n',
      'invalid_request',
    ],
    [
      'two lengths',
      'POST /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'invalid_request',
    ],
    ['a head of 20 KB', `GET /v1/me HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
  ] as const)(
    '%s, over a raw connection, gets a problem, and the connection is closed',
    async (_, sent, code) => {
      const { hostname, port } = new URL(service.address)
      const socket = connect({ host: hostname, port: Number(port) })
      // Writing the rest of a header that is too large fails.
      socket.on('error', () => {})
      let came = ''
      socket.setEncoding('utf8').on('data', (text: string) => (came += text))
      socket.write(sent)
      await once(socket, 'close')
      expect(came).toContain(`HTTP/1.1 ${errorCodes[code].status} `)
      expect(came).toContain('content-type: application/problem+json\r\n')
      expect(JSON.parse(came.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code })
    },
  )

  async function expectRefusal(
    method: string,
    url: string,
    payload?: string | Buffer,
    type = 'application/json',
    pages: readonly number[] = [],
  ): Promise<number> {
    requests += 1
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
    if (answer.status < 400) return answer.status
    if (pages.includes(answer.status)) {
      expect(answer.type, what).toContain('text/html')
      return answer.status
    }
    expect(answer.type, what).toContain('application/problem+json')
    if (method === 'HEAD') return answer.status
    const problem = JSON.parse(answer.body) as { code: keyof typeof errorCodes; status: number }
    expect(errorCodes[problem.code]?.status, what).toBe(problem.status)
    expect(problem.status).toBe(answer.status)
    return answer.status
  }

  const fill = (path: string, value: string) =>
    path.replace('{organization_id}', victim.id).replace(/\{[a-z_]+\}/g, encodeURIComponent(value))

  test('the snapshot that provides the routes below matches the API of this service', async () => {
    const served = await service.app.description()
    expect(Object.keys(served.paths ?? {}).sort()).toEqual(Object.keys(description.paths ?? {}).sort())
  })

  describe.each(routes)('$method $path', ({ method, path, properties, statuses, pages }) => {
    /** Expects a status that the API description lists. */
    async function expectListed(url: string, payload?: string | Buffer, type?: string): Promise<void> {
      const status = await expectRefusal(method, url, payload, type, pages)
      expect(statuses, `${method} ${url} answers ${status}`).toContain(status)
    }

    test('returns a problem for unexpected path parameters', async () => {
      for (const value of ['x', '..', '%', '\u0000', '1'.repeat(250), newId()])
        await expectListed(fill(path, value))
      for (const value of ['x', newId()]) await expectListed(path.replace(/\{[a-z_]+\}/g, value))
    })

    if (method === 'GET') return

    test('returns a problem for unexpected bodies', async () => {
      const url = fill(path, newId())
      for (const value of oddValues) await expectListed(url, JSON.stringify(value) ?? 'null')
      for (const broken of ['', '{', '{"a":', '\u00ff\u00fe']) await expectListed(url, broken)
      await expectListed(url, Buffer.from([0, 255, 254, 1]))
      await expectListed(url, 'a=1', 'application/x-www-form-urlencoded')
      await expectListed(url, '<x/>', 'application/xml')
      await expectListed(url, JSON.stringify({ x: 'x'.repeat(70_000) }))
    })

    test.each(properties)('returns a problem for an unexpected %s', async (name) => {
      for (const value of oddValues)
        await expectListed(fill(path, newId()), JSON.stringify({ [name]: value }))
    })
  })

  test('unexpected query strings return a problem', async () => {
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

  test('unknown paths and methods return a problem', async () => {
    for (const [method, url] of [
      ['GET', '/v1/nothing'],
      ['PUT', '/v1/me'],
      ['DELETE', '/v1/public/setup'],
      ['PATCH', `/v1/organizations/${victim.id}/webhooks`],
      ['GET', '/v1/organizations//x'],
      ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ] as const) {
      await expectRefusal(method, url)
    }
  })
})

test('the service is still up afterwards', async () => {
  expect((await service.call('GET', '/readyz')).status).toBe(200)
})
