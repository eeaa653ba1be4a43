import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepAliveHint, readHead } from './response-head.ts'
import { createResponseReader, type Progress } from './response-reader.ts'

/** Reads a response in pieces and returns the final state. */
function readAll(pieces: readonly (string | Buffer)[], end = false) {
  const reader = createResponseReader()
  let progress: Progress = { state: 'head' }
  for (const piece of pieces) progress = reader.read(Buffer.from(piece))
  if (end) progress = reader.end()
  return {
    ...progress,
    status: reader.head?.status,
    headers: reader.head && Object.fromEntries(reader.head.headers),
    body: reader.body().toString('latin1'),
    truncated: reader.truncated,
  }
}

/** Splits bytes at these positions. */
function cutAt(bytes: Buffer, places: number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b)
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length))
}

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`

describe('a complete response', () => {
  const places = fc.array(fc.nat(5000), { maxLength: 20 })
  const bodies = fc.uint8Array({ maxLength: 300 })

  test('with a length reads the same in any pieces', () => {
    fc.assert(
      fc.property(bodies, places, (body, cuts) => {
        const bytes = Buffer.concat([Buffer.from(head(`Content-Length: ${body.length}`)), body])
        expect(readAll(cutAt(bytes, cuts))).toMatchObject({
          state: 'done',
          clean: true,
          status: 200,
          body: Buffer.from(body).toString('latin1'),
          truncated: false,
        })
      }),
    )
  })

  test('in chunks reads the same in any pieces', () => {
    const extension = fc.constantFrom('', ';a', ';a="b"', ' ')
    const chunk = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 100 }), extension)
    const trailers = fc.constantFrom('', 'x-sum: 1\r\n', 'a: b\r\nc: d\r\n')
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 8 }), trailers, places, (chunks, trailer, cuts) => {
        const bytes = Buffer.concat([
          Buffer.from(head('Transfer-Encoding: chunked')),
          ...chunks.map(([data, ext]) =>
            Buffer.concat([Buffer.from(`${data.length.toString(16)}${ext}\r\n`), data, Buffer.from('\r\n')]),
          ),
          Buffer.from(`0\r\n${trailer}\r\n`),
        ])
        const body = Buffer.concat(chunks.map(([data]) => data)).toString('latin1')
        expect(readAll(cutAt(bytes, cuts))).toMatchObject({
          state: 'done',
          clean: true,
          body,
          truncated: false,
        })
      }),
    )
  })

  test('after 1xx responses reads the same in any pieces', () => {
    const bytes = Buffer.from(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head('Content-Length: 2')}ok`,
    )
    fc.assert(
      fc.property(places, (cuts) => {
        expect(readAll(cutAt(bytes, cuts))).toMatchObject({
          state: 'done',
          clean: true,
          status: 200,
          headers: { 'content-length': '2' },
          body: 'ok',
        })
      }),
    )
  })

  test('without a length ends with the connection, which is not reused', () => {
    expect(readAll([head(), 'abc'])).toMatchObject({ state: 'body' })
    expect(readAll([head(), 'abc'], true)).toMatchObject({
      state: 'done',
      clean: false,
      body: 'abc',
      truncated: false,
    })
  })

  test.each([204, 304])('with status %i has no body, even with a content length', (status) => {
    const answer = `HTTP/1.1 ${status} \r\nContent-Length: 10\r\n\r\n`
    expect(readAll([answer])).toMatchObject({ state: 'done', clean: true, body: '' })
  })
})

describe('a connection is not reused', () => {
  test.each([
    ['after HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok'],
    ['after "close"', `${head('Content-Length: 2', 'Connection: Close')}ok`],
    ['after "close" in a list', `${head('Content-Length: 2', 'Connection: x, close')}ok`],
    ['with data after the response', `${head('Content-Length: 2')}okHTTP`],
    [
      'with both length and transfer encoding',
      `${head('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    ['with an unknown transfer encoding', `${head('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`],
  ])('%s', (_, answer) => {
    expect(readAll([answer], true)).toMatchObject({ state: 'done', clean: false, status: 200 })
  })
})

describe('an incomplete or invalid body keeps the status and the data received', () => {
  test.each([
    ['short of its length', `${head('Content-Length: 10')}abc`],
    ['in the middle of a chunk', `${head('Transfer-Encoding: chunked')}a\r\nabc`],
    ['before the last chunk', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\n`],
    ['with a chunk longer than its size', `${head('Transfer-Encoding: chunked')}3\r\nabcdef\r\n`],
    ['with a size that is not a number', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\nzz\r\n`],
    ['with a size that is too large', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\nfffffffff\r\n`],
    ['with an endless size line', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\n1${';'.repeat(2000)}`],
  ])('%s', (_, answer) => {
    expect(readAll([answer], true)).toMatchObject({
      state: 'done',
      clean: false,
      status: 200,
      body: 'abc',
      truncated: true,
    })
  })

  test('with endless trailers or one-byte chunks', () => {
    const trailers = [`${head('Transfer-Encoding: chunked')}0\r\n`, ...Array<string>(5000).fill('x-a: b\r\n')]
    expect(readAll(trailers)).toMatchObject({ state: 'done', clean: false, truncated: true })
    const chunks = [head('Transfer-Encoding: chunked'), ...Array<string>(12_000).fill('1;x\r\na\r\n')]
    expect(readAll(chunks)).toMatchObject({ state: 'done', clean: false, truncated: true })
  })

  test('beyond 16 KiB', () => {
    const long = readAll([`${head('Content-Length: 100000')}${'x'.repeat(16_384)}`])
    expect(long).toMatchObject({ state: 'body' })
    const longer = readAll([`${head('Content-Length: 100000')}${'x'.repeat(20_000)}`])
    expect(longer).toMatchObject({ state: 'done', clean: false, truncated: true })
    expect(longer.body).toHaveLength(16_384)
  })
})

describe('an incomplete or invalid head keeps the status and prevents reuse', () => {
  test.each([
    head('no colon'),
    head(': no name'),
    head('space before : x'),
    head('a: b', ' folded'),
    head('Content-Length: 1', 'Content-Length: 2'),
    head('Content-Length: -1'),
    head('Content-Length: 1e3'),
    head('Content-Length: 0x10'),
    head('Content-Length: '),
    head('a: b\nc: d'),
    // Would take minutes with a pattern that tries each division of the spaces.
    head(`a:${' '.repeat(16_000)}\nb`),
    head(`x: ${'y'.repeat(16_384)}`),
    `${head(`x: ${'y'.repeat(16_384)}`)}ab`,
  ])('case %#', (answer) => {
    const broken = { state: 'done', clean: false, status: 200, body: '', truncated: true }
    expect(readAll([answer])).toMatchObject(broken)
    expect(readAll(cutAt(Buffer.from(answer), [1, 9, 16, 17, 18, 25]))).toMatchObject(broken)
  })

  test('with the fields before the error', () => {
    expect(readAll([head('a: b', ' folded', 'c: d')])).toMatchObject({ headers: { a: 'b' } })
    expect(readAll(['HTTP/1.1 404 No\r\na: b\r\nc: d'], true)).toMatchObject({
      status: 404,
      headers: { a: 'b' },
      truncated: true,
    })
  })

  test('as soon as the status line is complete', () => {
    const reader = createResponseReader()
    reader.read(Buffer.from('HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 200 OK\r'))
    expect(reader.status).toBeNull()
    reader.read(Buffer.from('\n'))
    expect({ status: reader.status, head: reader.head }).toEqual({ status: 200, head: null })
  })
})

describe('invalid input', () => {
  test.each([
    'HTTP/0.9 200 OK\r\n\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 99 Low\r\n\r\n',
    'HTTP/1.1 2000 High\r\n\r\n',
    'HTTP/1.1  200 OK\r\n\r\n',
    'HTTP/1.1 200OK\r\n\r\n',
    'http/1.1 200 OK\r\n\r\n',
    '\r\nHTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 101 Switching\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nno colon\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  ])('like %j', (answer) => {
    expect(readAll([answer])).toMatchObject({ state: 'invalid' })
  })

  test.each(['<', 'HTTP/2', 'I'])('is detected from its first bytes: %j', (begin) => {
    expect(readAll([begin])).toMatchObject({ state: 'invalid' })
  })

  test('includes overlong status lines and too many 1xx responses', () => {
    expect(readAll(['HTTP/1.1 200 ', 'x'.repeat(16_384)])).toMatchObject({ state: 'too_large' })
    const hints = Array<string>(1000).fill('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n')
    expect(readAll(hints)).toMatchObject({ state: 'too_large' })
    expect(readAll([hints.join('')])).toMatchObject({ state: 'too_large' })
  })

  test('never throws, and any split reads the same as the whole', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom(
            'HTTP/1.1 200 OK\r\n',
            '\r\n',
            'Content-Length: 5\r\n',
            'Transfer-Encoding: chunked\r\n',
            '5\r\n',
          )
          .map((text) => Buffer.from(text)),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(pieces, fc.boolean(), (chunks, end) => {
        const read = readAll(chunks, end)
        const whole = readAll([Buffer.concat(chunks)], end)
        expect(['head', 'body', 'done', 'invalid', 'too_large']).toContain(read.state)
        expect({ status: read.status, state: read.state }).toEqual({
          status: whole.status,
          state: whole.state,
        })
        if (read.state === 'done') expect(read.body).toBe(whole.body)
      }),
      { numRuns: 2000 },
    )
  })
})

test('field names are lower case, and repeated fields are joined by a comma', () => {
  const read = readHead(
    'HTTP/1.1 200\r\nX-A:b\r\nSet-Cookie: c=1\t\r\nset-cookie:  d=2\r\nEmpty:\r\nL: caf\u00E9',
  )
  expect(read && Object.fromEntries(read.headers)).toEqual({
    'x-a': 'b',
    'set-cookie': 'c=1, d=2',
    empty: '',
    l: 'caf\u00E9',
  })
})

test.each([
  ['timeout=5', 5000],
  ['timeout=5, max=100', 5000],
  ['max=100', null],
  ['timeout=soon', null],
])('Keep-Alive: %s gives %s ms', (value, milliseconds) => {
  expect(keepAliveHint(new Map([['keep-alive', value]]))).toBe(milliseconds)
})
