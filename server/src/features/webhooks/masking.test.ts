import { describe, expect, test } from 'vitest'
import { maskExchange } from './masking.ts'

/** Signatures and hashes of links are passwords for a while (spec 4.3): no spelling of them may stand in the log. */

const hash = 'q0cVtq4mCEwZ7J2zIeV5bq1rfcDf8nYhZ3d9k0m-_2s'
const signature = 'a/b+c8J5fUrGgLQh5oSSsuYyuPB1jKLjTtFUGKIBO4X='
const link = `https://parley.test/m?_expiration=1&_hash=${hash}`
const body = JSON.stringify({ data: { messages_url: link } })

/** What the log would keep when the receiver answers with this, in the body and in a header. */
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

describe('of the hash of a link nothing is kept', () => {
  test.each([
    ['as it was sent', link],
    ['percent-encoded', encodeURIComponent(link)],
    ['cut off in the middle', link.slice(0, -20)],
    ['cut off after a few', link.slice(0, -38)],
    ['of a link that was sent before', link.replace(hash, `Z${hash.slice(1)}`)],
  ])('%s', (_how, echo) => {
    const text = kept(`you said ${echo}`)
    expect(text).not.toContain('q0cVt')
    expect(text).not.toContain('0cVtq')
    expect(text).toContain('***')
  })
})

describe('of the signature nothing is kept', () => {
  test.each([
    ['as it was sent', signature],
    ['with slashes as JSON may write them', signature.replaceAll('/', '\\/')],
    ['with escapes as JSON may write them', signature.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D')],
    ['percent-encoded', encodeURIComponent(signature)],
    ['percent-encoded in small letters', encodeURIComponent(signature).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(signature))],
    ['cut off at the end', signature.slice(0, 20)],
  ])('%s', (_how, echo) => {
    const text = kept(`v1,${echo}`)
    expect(text.toLowerCase()).not.toContain('b%2bc8j5')
    expect(text.toLowerCase()).not.toContain('c8j5f')
    expect(text).toContain('v1,***')
  })
})

test('all else is kept as it is', () => {
  const echo = 'a/b+c and _hash without one: 100 %3D, v1,'
  expect(kept(echo)).toContain(`"body":"${echo}"`)
})
