import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { newId } from '../../core/ids.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createSignedLinks } from '../../core/signed-links.ts'
import { Media } from '@parley/protocol/media'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMedia } from './media-store.ts'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
import { gif, mp4, pdf, png } from '../../testing/sample-files.ts'

let setup: MediaSetup
const opened: Readable[] = []
/** While it is set, files end after their first byte. */
let held: Promise<void> | null = null
const start = Date.parse('2026-01-31T10:20:30.000Z')
beforeAll(async () => {
  setup = await setUpMedia({
    maxDownloads: 3,
    wrap: (storage) => ({
      ...storage,
      async read(...asked) {
        const stream = await storage.read(...asked)
        if (stream) opened.push(stream)
        return stream && held ? Readable.from(firstByteUntil(held, stream)) : stream
      },
    }),
  })
})
async function* firstByteUntil(released: Promise<void>, stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, 1)
    await released
    yield chunk.subarray(1)
  }
}
beforeEach(() => {
  setup.time.now = start
})
afterAll(() => setup.close())

async function stored(name: string, bytes: Buffer | string): Promise<Media> {
  const ticket = setup.ticket(name, Buffer.byteLength(bytes))
  const response = await setup.put(ticket.upload_url, ticket.ticket, bytes)
  return Value.Parse(Media, await response.json())
}

async function refusalOf(url: string): Promise<string> {
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  // The page can read a refusal too.
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return `${response.status} ${/"code":"(\w+)"/.exec(await response.text())?.[1]}`
}

describe('a link', () => {
  it('is refused when any part was changed or is missing', async () => {
    const { url, id } = await stored('a.png', png)
    const other = await stored('a.png', png)
    const touched = [
      url.replace('a.png', 'b.png'),
      url.replace(id, other.id),
      url.replace(/_expiration=(\d+)/, (_, seconds) => `_expiration=${Number(seconds) + 1}`),
      url.replace(/_hash=./, (start) => (start === '_hash=A' ? '_hash=B' : '_hash=A')),
      url.replace(/&_hash=.*/, ''),
      url.replace(/_expiration=\d+&/, ''),
      url.replace(/\?.*/, ''),
      `${url}&_hash=again`,
      url.replace(/_hash=.*/, '_hash='),
    ]
    for (const link of touched) {
      expect(link).not.toBe(url)
      expect(await refusalOf(link)).toMatch(/^(403 link_invalid|400 invalid_request)$/)
    }
    expect((await fetch(url)).status).toBe(200)
  })

  it('of another installation is refused', async () => {
    const { url: _, ...record } = await stored('a.png', png)
    const [foreign] = setup.foreign.withLinks([record])
    expect(await refusalOf(foreign?.url ?? '')).toBe('403 link_invalid')
  })

  it('is valid for one hour (spec 2.3), and is renewed', async () => {
    const { url, ...record } = await stored('a.png', png)
    setup.time.now = start + 3_599_000
    const last = await fetch(url)
    expect(last.status).toBe(200)
    expect(last.headers.get('cache-control')).toBe('private, max-age=1, immutable')
    const [renewed] = setup.media.withLinks([record])
    setup.time.now = start + 3_600_000
    expect(await refusalOf(url)).toBe('410 link_expired')
    expect((await fetch(renewed?.url ?? '')).status).toBe(200)
  })

  it('to a missing file answers 404', async () => {
    const { url: _, ...record } = await stored('a.png', png)
    const [link] = setup.media.withLinks([{ ...record, id: newId() }])
    expect(await refusalOf(link?.url ?? '')).toBe('404 not_found')

    const gone = await stored('c.png', png)
    await setup.storage.remove((await findMedia(setup.db, gone.id))?.storage_key ?? '')
    expect(await refusalOf(gone.url)).toBe('404 not_found')
  })

  it('works with the longest name in three-byte characters', async () => {
    const { url, name } = await stored(`${'请'.repeat(100)}.txt`, 'hello')
    expect(name).toHaveLength(69)
    expect((await fetch(url)).status).toBe(200)
  })

  it('works with any encoding of the name, and with appended parameters', async () => {
    const { url } = await stored('Grüße & mehr (1).txt', 'hello')
    expect((await fetch(url.replace('(1)', '%281%29'))).status).toBe(200)
    expect((await fetch(`${url}&utm_source=mail`)).status).toBe(200)
  })
})

describe('a download', () => {
  it('is inline only for image, audio and video types that are safe to display', async () => {
    const served = async (name: string, bytes: Buffer | string) => {
      const { headers } = await fetch((await stored(name, bytes)).url)
      return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]
    }
    expect(await served('a.png', png)).toEqual(['image/png', 'inline'])
    expect(await served('a.mp4', mp4)).toEqual(['video/mp4', 'inline'])
    expect(await served('a.pdf', pdf)).toEqual(['application/pdf', 'attachment'])
    expect(await served('a.html', '<script>alert(1)</script>')).toEqual([
      'text/plain; charset=utf-8',
      'attachment',
    ])
    expect(await served('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([
      'text/plain; charset=utf-8',
      'attachment',
    ])
    expect(await served('a.png', Buffer.from([0, 1, 2, 3]))).toEqual([
      'application/octet-stream',
      'attachment',
    ])
    expect(await served('page.html', gif('<html><script>alert(1)</script>'))).toEqual(['image/gif', 'inline'])
  })

  it('has headers that prevent content sniffing', async () => {
    const { headers } = await fetch((await stored('a.gif', gif('<script>alert(1)</script>'))).url)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private, max-age=3600, immutable')
  })

  it('has its cleaned name, in any script', async () => {
    const { url, name } = await stored('../"فاتورة"\r\nX-Evil: 1.txt', 'hello')
    const { headers } = await fetch(url)
    expect(headers.get('x-evil')).toBeNull()
    const [, encoded] = /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded ?? '')).toBe(name)
    expect(name).toBe('_فاتورة_X-Evil_ 1.txt')
  })
})

describe('ranges and caching', () => {
  it('a single range is served, several or an invalid one as the whole file', async () => {
    const { url } = await stored('a.txt', '0123456789')
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(url, { headers })
      return [response.status, await response.text(), response.headers.get('content-range')]
    }
    expect(await ask({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await ask({ range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await ask({ range: 'bytes=0-1,4-5' })).toEqual([200, '0123456789', null])
    expect(await ask({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"another"' })).toEqual([200, '0123456789', null])
  })

  it('a client that has the file gets 304', async () => {
    const { url } = await stored('a.png', png)
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetch(url, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  })

  it('HEAD has the length and does not read the file', async () => {
    const { url, id } = await stored('a.png', png)
    await setup.storage.remove((await findMedia(setup.db, id))?.storage_key ?? '')
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(png.length)])
  })

  it('a client that disconnects releases the file', async () => {
    const { url } = await stored('a.bin', Buffer.alloc(900_000))
    const request = get(url, { agent: false })
    await once(request, 'response')
    const stream = opened.at(-1)
    expect(stream?.closed).toBe(false)
    request.destroy()
    await expect.poll(() => stream?.closed).toBe(true)
  })
})

it('one network address has a limited number of downloads at the same time', async () => {
  const { url } = await stored('a.txt', 'hello')
  const released = Promise.withResolvers<void>()
  held = released.promise
  const slow = await Promise.all(Array.from({ length: 3 }, () => fetch(url)))
  const further = await fetch(url)
  held = null
  released.resolve()
  expect([further.status, (await further.text()).includes('rate_limited')]).toEqual([429, true])
  expect(await Promise.all(slow.map((response) => response.text()))).toEqual(['hello', 'hello', 'hello'])
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
})

it('links depend on the secret alone: another process accepts them', async () => {
  const { url, id, name } = await stored('a.png', png)
  const links = createSignedLinks(createSecrets('the secret of this installation'))
  const parsed = new URL(url)
  const query = Object.fromEntries(parsed.searchParams)
  expect(links.verify(`/v1/public/media/${id}/${name}`, query, setup.time.now)).toBe('valid')
})
