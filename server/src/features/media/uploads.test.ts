import type { ClientRequest, IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Media } from '@parley/protocol/media'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findMedia } from './media-store.ts'
import { openUpload, setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
import { compoundFile, gif, jpegTurned, linuxProgram, png } from '../../testing/sample-files.ts'

let setup: MediaSetup
beforeAll(async () => {
  setup = await setUpMedia()
})
afterAll(() => setup.close())

async function refusalOf(response: Response): Promise<string> {
  const problem: unknown = await response.json()
  return `${response.status} ${Value.Check(Refusal, problem) ? problem.code : 'without a code'}`
}
const Refusal = Type.Object({ code: Type.String() })

const mediaOf = async (response: Response): Promise<Media> => Value.Parse(Media, await response.json())

async function answerOf(upload: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const [response]: IncomingMessage[] = await once(upload, 'response')
  if (!response) throw new Error('No answer came.')
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

describe('a ticket', () => {
  it('is refused for a file over the limit and for an executable', () => {
    expect(() => setup.ticket('film.mp4', 1024 * 1024 + 1)).toThrow(/media_too_large/)
    expect(() => setup.ticket('setup.exe', 10)).toThrow(/media_type_not_allowed/)
    expect(() => setup.ticket('setup.exe. .', 10)).toThrow(/media_type_not_allowed/)
  })

  it('creates no row and is opaque', async () => {
    const ticket = setup.ticket('secret plans.pdf', 10)
    expect(ticket.expires_in).toBe(600)
    expect(ticket.upload_url).toBe(`${setup.baseUrl}/v1/public/media/${ticket.media_id}`)
    expect(await findMedia(setup.db, ticket.media_id)).toBeUndefined()
    const decoded = Buffer.from(ticket.ticket.replace(/^s1\./, ''), 'base64url').toString('latin1')
    expect(decoded).not.toMatch(/secret plans|visitor|thumbprint/)
  })
})

describe('an upload is refused', () => {
  afterEach(async () => {
    expect(await setup.files()).toEqual([])
  })

  it('without a ticket, and with one that was changed, of another installation or of another upload', async () => {
    const ticket = setup.ticket('a.txt', 5)
    const middle = Math.floor(ticket.ticket.length / 2)
    const touched =
      ticket.ticket.slice(0, middle) +
      (ticket.ticket[middle] === 'A' ? 'B' : 'A') +
      ticket.ticket.slice(middle + 1)
    const foreign = setup.foreign.createTicket({ ...setup.visitor, name: 'a.txt', size: 5 }).ticket
    const others = setup.ticket('a.txt', 5).ticket
    for (const wrong of ['', 's1.', 's1.AAAA', 'nonsense', touched, foreign, others]) {
      const response = await setup.put(ticket.upload_url, wrong, 'hello')
      expect(await refusalOf(response)).toBe('403 link_invalid')
    }
  })

  it('above the hourly allowance of a network of visitors; an agent in the same network is not limited', async () => {
    const own = await setUpMedia({ maxBytes: 5 })
    const upload = async (owner: string) => {
      const ticket = own.media.createTicket({ ...own.visitor, owner, name: 'a.txt', size: 5 })
      return own.put(ticket.upload_url, ticket.ticket, 'hello')
    }
    for (let file = 0; file < 40; file++) expect((await upload(`visitor:${file}`)).status).toBe(201)
    const refused = await upload('visitor:another')
    expect(refused.headers.get('retry-after')).toBe('90')
    expect(await refusalOf(refused)).toBe('429 rate_limited')
    expect((await upload('agent:someone')).status).toBe(201)
    await own.close()
  })

  it('ten minutes after the ticket was issued', async () => {
    const ticket = setup.ticket('a.txt', 5)
    setup.time.now += 600_000
    const response = await setup.put(ticket.upload_url, ticket.ticket, 'hello')
    expect(await refusalOf(response)).toBe('410 link_expired')
  })

  it('when Content-Length differs from the ticket', async () => {
    const ticket = setup.ticket('a.txt', 5)
    for (const body of ['hell', 'hello!', '']) {
      const response = await setup.put(ticket.upload_url, ticket.ticket, body)
      expect(await refusalOf(response)).toBe('422 media_size_mismatch')
    }
  })

  it('when it is shorter or longer than the ticket', async () => {
    for (const body of ['hell', 'hello!']) {
      const upload = openUpload(setup.ticket('a.txt', 5), { 'transfer-encoding': 'chunked' })
      upload.end(body)
      expect(await answerOf(upload)).toMatchObject({ status: 422, body: { code: 'media_size_mismatch' } })
    }
  })

  it('at the first byte too many, and disconnected when it continues', async () => {
    const upload = openUpload(setup.ticket('a.bin', 300_000), { 'transfer-encoding': 'chunked' })
    const answer = answerOf(upload)
    const closed = once(upload, 'close')
    upload.on('error', () => {})
    upload.write(Buffer.alloc(300_001))
    expect(await answer).toMatchObject({ status: 422, body: { code: 'media_size_mismatch' } })
    // The rest is discarded, up to the largest allowed upload (1 MiB here).
    upload.write(Buffer.alloc(2 * 1024 * 1024))
    await closed
    expect(upload.writableFinished).toBe(false)
  })

  it('when it is an executable, whatever its name', async () => {
    for (const program of [linuxProgram, Buffer.from('#!/bin/bash\n'), compoundFile('installer', 700)]) {
      const ticket = setup.ticket('holiday.jpg', program.length)
      const response = await setup.put(ticket.upload_url, ticket.ticket, program)
      expect(await refusalOf(response)).toBe('415 media_type_not_allowed')
      expect(await findMedia(setup.db, ticket.media_id)).toBeUndefined()
    }
  })

  it('and its rest is discarded: the next request on the connection is answered', async () => {
    const body = Buffer.concat([linuxProgram, Buffer.alloc(900_000)])
    const { upload_url: url, ticket } = setup.ticket('holiday.jpg', body.length)
    const { hostname, port, pathname } = new URL(url)
    // A raw socket: Node's client closes a connection whose response came early. The body has no final line end, so the next
    // status is on its last line.
    const socket = connect(Number(port), hostname)
    const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
    const nextStatus = async () => {
      for (;;) {
        const line = await answers.next()
        if (line.done || line.value.includes('HTTP/1.1 ')) return line.value
      }
    }
    socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nParley-Upload: ${ticket}\r\n`)
    socket.write(`Content-Length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, 200_000))
    expect(await nextStatus()).toContain('415')
    socket.write(body.subarray(200_000))
    socket.write(`OPTIONS ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    expect(await nextStatus()).toContain('204')
    socket.destroy()
  })

  it('with a malformed id', async () => {
    const response = await setup.put(`${setup.baseUrl}/v1/public/media/..%2F..%2Fetc`, 'x', 'hello')
    expect(await refusalOf(response)).toBe('400 invalid_request')
  })
})

describe('a completed upload', () => {
  it('returns the detected type and a link, and is counted', async () => {
    const bytes = jpegTurned('II')
    const ticket = setup.ticket('C:\\fakepath\\<b>me</b>.html', bytes.length)
    const response = await setup.put(ticket.upload_url, ticket.ticket, bytes)
    expect(response.status).toBe(201)
    const media = await mediaOf(response)
    expect(media).toEqual({
      id: ticket.media_id,
      name: 'b_.html',
      mime: 'image/jpeg',
      size: bytes.length,
      width: 2,
      height: 3,
      url: expect.stringContaining(
        `${setup.baseUrl}/v1/public/media/${ticket.media_id}/b_.html?_expiration=`,
      ),
    })
    expect(setup.stored.at(-1)).toBe(bytes.length)
    expect(await findMedia(setup.db, ticket.media_id)).toMatchObject({
      owner: setup.visitor.owner,
      organization_id: setup.visitor.organizationId,
      customer_id: null,
      message_id: null,
      created_at: new Date(setup.time.now).toISOString().replace('Z', '+00:00'),
    })
    expect(Buffer.from(await (await fetch(media.url)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('ignores the type that the sender claims', async () => {
    const ticket = setup.ticket('picture.png', 30)
    const response = await fetch(ticket.upload_url, {
      method: 'PUT',
      headers: { 'Parley-Upload': ticket.ticket, 'content-type': 'image/svg+xml' },
      body: '<svg onload="alert(1)"></svg>\n',
    })
    expect(await response.json()).toMatchObject({ mime: 'text/plain', width: null, height: null })
  })

  it('can be repeated after a lost response, and returns the same Media', async () => {
    const ticket = setup.ticket('a.png', png.length)
    const first = await mediaOf(await setup.put(ticket.upload_url, ticket.ticket, png))
    const files = await setup.files()
    const repeat = await setup.put(ticket.upload_url, ticket.ticket, Buffer.alloc(png.length, 'x'))
    expect(repeat.status).toBe(200)
    expect(await repeat.json()).toEqual(first)
    expect(await setup.files()).toEqual(files)
  })

  it('is stored once when it is sent twice at the same time', async () => {
    const ticket = setup.ticket('a.gif', gif().length)
    const before = (await setup.files()).length
    const uploads = [openUpload(ticket), openUpload(ticket), openUpload(ticket)]
    const answers = Promise.all(uploads.map(answerOf))
    for (const upload of uploads) upload.write(gif().subarray(0, 5))
    for (const upload of uploads) upload.end(gif().subarray(5))
    expect((await answers).map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201'])
    expect(await setup.files()).toHaveLength(before + 1)
  })

  it('cannot be repeated once it was attached', async () => {
    const ticket = setup.ticket('a.txt', 5)
    await setup.put(ticket.upload_url, ticket.ticket, 'hello')
    await setup.db.transaction().execute((tx) =>
      setup.media.attach(tx, {
        ...setup.visitor,
        mediaIds: [ticket.media_id],
        customerId: setup.visitor.providerId,
        messageId: setup.visitor.providerId,
      }),
    )
    const response = await setup.put(ticket.upload_url, ticket.ticket, 'hello')
    expect(await refusalOf(response)).toBe('409 upload_done')
  })
})

it('any page can upload, with one preflight every two hours', async () => {
  const preflight = await fetch(setup.ticket('a', 1).upload_url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'parley-upload,content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'parley-upload, content-type',
    'access-control-max-age': '7200',
  })
  const refused = await setup.put(setup.ticket('a', 1).upload_url, 'wrong', 'x')
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})
