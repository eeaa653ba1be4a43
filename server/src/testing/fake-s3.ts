import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../core/free-port.ts'

/** In-memory S3 server with one bucket and path-style URLs. Implements the operations that we use. */
export async function startFakeS3(bucket: string) {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const stalling = new Set<string>()
  const breaking = new Map<string, number>()
  const requests: string[] = []
  const failing = new Set<string>()
  const forbidden = new Set<string>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://store')
    const [name, ...rest] = decodeURIComponent(url.pathname).slice(1).split('/')
    const key = rest.join('/')
    requests.push(key === '' ? `LIST ${url.searchParams.get('prefix')}` : `${request.method} ${key}`)
    if (failing.has(request.method ?? '')) return fail(response, 503, 'SlowDown')
    if (forbidden.has(request.method ?? '')) return fail(response, 403, 'AccessDenied')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/'))
      return fail(response, 403, 'InvalidAccessKeyId')
    if (name !== bucket) return fail(response, 404, 'NoSuchBucket')
    if (key === '') return request.method === 'HEAD' ? done(response, 200) : list(url, response)
    if (request.method === 'PUT') return put(key, request, response)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return done(response, 204)
    }
    return get(key, request, response)
  }

  async function put(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const announced = request.headers['content-length']
    // Amazon requires Content-Length, and most other stores reject chunked signatures.
    if (announced === undefined || request.headers['content-encoding'] !== undefined) {
      refused.push(key)
      return fail(response, 411, 'MissingContentLength')
    }
    // Rejects when the connection ends early, before anything is stored.
    const content = await buffer(request)
    objects.set(key, content)
    return done(response, 200)
  }

  function get(key: string, request: IncomingMessage, response: ServerResponse): void {
    const object = objects.get(key)
    if (!object) return fail(response, 404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length })
    const half = part.subarray(0, part.length / 2)
    const breaks = breaking.get(key) ?? 0
    if (breaks > 0) {
      breaking.set(key, breaks - 1)
      response.write(half, () => response.destroy())
    } else if (stalling.has(key)) response.write(half)
    else response.end(part)
  }

  /** Two entries per page, to exercise pagination. */
  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = Number(url.searchParams.get('continuation-token') ?? 0)
    const delimiter = url.searchParams.get('delimiter')
    const entries = new Set<string>()
    for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).sort()) {
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
      entries.add(
        end === -1
          ? `<Contents><Key>${key}</Key></Contents>`
          : `<CommonPrefixes><Prefix>${key.slice(0, end + 1)}</Prefix></CommonPrefixes>`,
      )
    }
    const next = from + 2 < entries.size ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    const contents = [...entries].slice(from, from + 2)
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const port = await freePort(0)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    config: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-test-1',
      keyId: 'KEY',
      secret: 'hush',
    },
    objects,
    refused,
    /** Keys whose content stops halfway, without an end of the connection. */
    stalling,
    /** By key, how many of the next downloads lose their connection halfway. */
    breaking,
    /** Method and key, or `LIST` and the prefix. */
    requests,
    /** Methods that the store is too busy for. */
    failing,
    /** Methods that the key may not use. */
    forbidden,
    connections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const done = (response: ServerResponse, status: number) => void response.writeHead(status).end()

const fail = (response: ServerResponse, status: number, code: string) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
