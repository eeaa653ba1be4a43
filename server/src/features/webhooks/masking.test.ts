import { describe, expect, test } from 'vitest'
import { maskExchange } from './masking.ts'

/** Signatures and link hashes are credentials while they are valid (spec 4.3): the log must not contain them in any encoding. */

const hash = 'q0cVtq4mCEwZ7J2zIeV5bq1rfcDf8nYhZ3d9k0m-_2s'
const signature = 'a/b+c8J5fUrGgLQh5oSSsuYyuPB1jKLjTtFUGKIBO4X='
const link = `https://parley.test/m?_expiration=1&_hash=${hash}`
const body = JSON.stringify({ data: { messages_url: link } })

/** Returns what the log keeps if the receiver echoes this text in the body and in a header. */
function kept(echo: string): string {
  const { request, response } = maskExchange(
    {
      request: { url: 'https://hooks.shop.com/', headers: { 'webhook-signature': `v1,${signature}` } },
      response: { status: 200, headers: { 'x-echo': echo }, body: echo, truncated: true },
    },
    body,
  )
  return JSON.stringify([request, response])
}

describe('link hashes are masked', () => {
  test.each([
    ['as it was sent', link],
    ['percent-encoded', encodeURIComponent(link)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(link))],
    ['escaped in JSON', link.replaceAll('=', '\\u003d')],
    ['escaped in HTML', link.replaceAll('=', '&#61;')],
    ['escaped in HTML in hexadecimal', link.replaceAll('=', '&#x3D;')],
    ['truncated in the middle', link.slice(0, -20)],
    ['truncated after a few characters', link.slice(0, -38)],
    ['of a link sent earlier', link.replace(hash, `Z${hash.slice(1)}`)],
  ])('%s', (_how, echo) => {
    const text = kept(`you said ${echo}`)
    expect(text).not.toContain('q0cVt')
    expect(text).not.toContain('0cVtq')
    expect(text).toContain('***')
  })
})

describe('signatures are masked', () => {
  test.each([
    ['as it was sent', signature],
    ['with slashes escaped in JSON', signature.replaceAll('/', '\\/')],
    ['with Unicode escapes in JSON', signature.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D')],
    ['percent-encoded', encodeURIComponent(signature)],
    ['percent-encoded in lower case', encodeURIComponent(signature).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(signature))],
    ['truncated at the end', signature.slice(0, 20)],
  ])('%s', (_how, echo) => {
    const text = kept(`v1,${echo}`)
    expect(text.toLowerCase()).not.toContain('b%2bc8j5')
    expect(text.toLowerCase()).not.toContain('c8j5f')
    expect(text).toContain('v1,***')
  })
})

test('everything else is unchanged', () => {
  const echo = 'a/b+c and _hash without one: 100 %3D, v1,'
  expect(kept(echo)).toContain(`"body":"${echo}"`)
})
