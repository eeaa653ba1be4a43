import { expect, test } from 'vitest'
import { requestBytes } from './request-bytes.ts'

const url = new URL('https://shop.com:8443/hook path?a=b c#')

test('a request consists of a head and the exact bytes of its body', () => {
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  const bytes = requestBytes(url, { 'webhook-id': 'evt_1' }, body)
  const head =
    'POST /hook%20path?a=b%20c HTTP/1.1\r\nHost: shop.com:8443\r\nConnection: keep-alive\r\n' +
    'webhook-id: evt_1\r\nContent-Length: 4\r\n\r\n'
  expect(bytes).toEqual(Buffer.concat([Buffer.from(head), body]))
})

test.each(['a\r\nb: c', 'a\nb', 'a\u0000', 'ü'])('a header with %j is rejected', (value) => {
  expect(() => requestBytes(url, { 'webhook-id': value }, Buffer.from('{}'))).toThrow(/cannot be sent/)
})
