import { numbered, setUpPages, type PageSetup } from '@parley/server/testing/messages-page-setup'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MessagesError, readMessages, type MessagesPage, type ReadMessagesOptions } from './index.ts'

async function pagesOf(url: string, options?: ReadMessagesOptions): Promise<MessagesPage[]> {
  const pages: MessagesPage[] = []
  for await (const page of readMessages(url, options)) pages.push(page)
  return pages
}
const textsOf = (pages: MessagesPage[]) =>
  pages.flatMap((page) => page.data.map((message) => message.content))

async function failure(url: string, options?: ReadMessagesOptions): Promise<MessagesError> {
  const error: unknown = await pagesOf(url, options).catch((error: unknown) => error)
  if (!(error instanceof MessagesError)) throw new Error(`Not refused: ${JSON.stringify(error)}`)
  return error
}

describe('from the service', () => {
  let setup: PageSetup
  beforeAll(async () => {
    setup = await setUpPages()
  })
  afterAll(() => setup.close())
  const linkOf = (id: string) => setup.service.address + setup.linkOf(id)

  test('expired, modified and truncated links have their own error codes, and errors never contain the link', async () => {
    const { id } = await setup.closedConversation('Hello')
    const link = linkOf(id)
    expect(await failure(`${link}x`)).toMatchObject({ code: 'invalid', status: 403 })
    expect(await failure(link.replace(/&_hash.*/, ''))).toMatchObject({ code: 'invalid', status: 403 })
    expect(await failure(link.replace(/\?.*/, ''))).toMatchObject({ code: 'invalid', status: null })
    expect(await failure('')).toMatchObject({ code: 'invalid', status: null })
    expect(await failure(link, { max: 101 })).toMatchObject({ code: 'unexpected', status: 400 })
    setup.advance(24 * 3600 * 1000)
    const expired = await failure(link)
    expect(expired).toMatchObject({ code: 'expired', status: 410 })
    expect(`${expired.message} ${JSON.stringify(expired)}`).not.toContain(id)
  })

  test('a link to an unknown conversation is not_found', async () => {
    const { id } = await setup.closedConversation('Hello')
    const gone = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await failure(linkOf(gone))).toMatchObject({ code: 'not_found', status: 404 })
  })

  test('returns every message once, in the requested order and page size', async () => {
    const { id } = await setup.closedConversation(...numbered(7))
    const oldest = await pagesOf(linkOf(id), { sort: 'ASC', max: 3 })
    expect(oldest.map((page) => page.data.length)).toEqual([3, 3, 1])
    expect(oldest.at(-1)?.pager).toEqual({ max: 3, next: null, sort: 'ASC' })
    expect(textsOf(oldest)).toEqual(numbered(7))
    const newest = await pagesOf(linkOf(id))
    expect(newest).toHaveLength(1)
    expect(textsOf(newest)).toEqual(numbered(7).toReversed())
    expect(textsOf(await pagesOf(linkOf(id), { max: 1 }))).toEqual(numbered(7).toReversed())
  })

  test('fetches a page only after the previous one was consumed, and stops when the loop ends', async () => {
    const { id } = await setup.closedConversation(...numbered(4))
    const asked: string[] = []
    const counting: typeof fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : input.toString())
      return fetch(input, init)
    }
    for await (const page of readMessages(linkOf(id), { max: 1, fetch: counting })) {
      expect([asked.length, page.data.length]).toEqual([1, 1])
      break
    }
    expect(asked).toHaveLength(1)
    expect(asked[0]?.startsWith(`${linkOf(id)}&`)).toBe(true)
  })
})

describe('from a broken server', () => {
  let server: Server | undefined
  const link = async (listener: RequestListener) => {
    server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/m?_expiration=1&_hash=x`
  }
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })
  const json =
    (body: unknown): RequestListener =>
    (_request, response) =>
      response.end(JSON.stringify(body))

  test.each([429, 500, 502, 503])(
    '%i: unavailable, with the time to wait, and asked once',
    async (status) => {
      let asked = 0
      const url = await link((_request, response) => {
        asked += 1
        response.writeHead(status, { 'retry-after': '7' }).end('{}')
      })
      expect(await failure(url)).toMatchObject({ code: 'unavailable', status, retryAfter: 7 })
      expect(asked).toBe(1)
    },
  )

  test('a rate-limited page is retried once', async () => {
    const page = JSON.stringify({ data: [], pager: { max: 50, next: null, sort: 'DESC' } })
    const answers: [number, string][] = [
      [429, '{}'],
      [429, '{}'],
      [429, '{}'],
      [200, page],
    ]
    const url = await link((_request, response) => {
      const [status, body] = answers.shift() ?? [500, '{}']
      response.writeHead(status, { 'retry-after': '0' }).end(body)
    })
    expect(await failure(url)).toMatchObject({ code: 'unavailable', status: 429 })
    expect(answers).toHaveLength(2)
    expect(await pagesOf(url)).toHaveLength(1)
    expect(answers).toHaveLength(0)
  })

  test('an abort ends the wait for a rate-limited page', async () => {
    const stop = new AbortController()
    const url = await link((_request, response) => {
      response.writeHead(429, { 'retry-after': '5' }).end('{}', () => stop.abort(new Error('enough')))
    })
    await expect(pagesOf(url, { signal: stop.signal })).rejects.toThrow('enough')
  })

  test('refused connections, broken connections and redirects are network errors; redirects are not followed', async () => {
    expect(await failure('http://127.0.0.1:9/m?_hash=x')).toMatchObject({ code: 'network', status: null })
    const broken = await link((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{"data":')
      response.destroy()
    })
    expect(await failure(broken)).toMatchObject({ code: 'network' })
    server?.close()
    const seen: string[] = []
    const elsewhere = await link((request, response) => {
      seen.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await failure(elsewhere)).toMatchObject({ code: 'network' })
    expect(seen).toHaveLength(1)
  })

  test.each([
    'text',
    null,
    [],
    {},
    { data: [] },
    { data: [], pager: null },
    { data: {}, pager: { next: null } },
    { data: [], pager: { next: 7 } },
  ])('what is no page is unexpected: %j', async (body) => {
    expect(await failure(await link(json(body)))).toMatchObject({ code: 'unexpected', status: 200 })
  })

  test('a cursor that repeats is an unexpected error', async () => {
    const url = await link(json({ data: [], pager: { max: 1, next: 'again', sort: 'ASC' } }))
    expect(await failure(url)).toMatchObject({ code: 'unexpected' })
  })

  test('a page times out, also if the caller passes a signal', async () => {
    const url = await link(() => {})
    const elapsed = AbortSignal.abort(new DOMException('Timeout', 'TimeoutError'))
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(elapsed)
    const { signal } = new AbortController()
    try {
      expect(await failure(url, { signal })).toMatchObject({ code: 'network', status: null })
    } finally {
      timeout.mockRestore()
    }
  })

  test('an abort during a request throws the reason of the signal', async () => {
    const url = await link(() => controller.abort(new Error('Enough')))
    const controller = new AbortController()
    await expect(pagesOf(url, { signal: controller.signal })).rejects.toThrow('Enough')
  })
})
