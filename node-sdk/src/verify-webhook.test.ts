import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from './index.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = 1_772_359_200
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  return () => vi.useRealTimers()
})

const event = {
  event_id: '0198f6a0-0000-7000-8000-000000000001',
  type: 'conversation.started',
  timestamp: '2026-03-01T10:00:00.000+00:00',
  data: { customer_id: 'c', provider_id: 'p', external_id: 'e', started_at: '2026-03-01T10:00:00.000+00:00' },
}
const body = JSON.stringify(event)

/** Signs like the service, with the official library. */
function signed(text: string, options: { at?: number; with?: string } = {}): Record<string, string> {
  const at = options.at ?? now
  return {
    'webhook-id': event.event_id,
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(options.with ?? secret).sign(event.event_id, new Date(at * 1000), text),
  }
}

function codeOf(headers: WebhookHeaders, text: string | Uint8Array, key: string | string[] = secret): string {
  try {
    verifyWebhook(headers, text, key)
    return 'accepted'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

describe('the official vectors', () => {
  // Validly signed, but not events. Without a signature check the result would be body_malformed, too.
  test.each([
    {
      key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330,
      text: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    {
      key: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
      at: 1_649_367_553,
      text: '{"email":"test@example.com","username":"test_user"}',
      signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
    },
  ])('$id', ({ key, id, at, text, signature }) => {
    vi.setSystemTime(at * 1000)
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature }
    expect(codeOf(headers, text, key)).toBe('body_malformed')
    expect(codeOf(headers, text, key.slice(6))).toBe('body_malformed')
    expect(codeOf(headers, `${text} `, key)).toBe('signature_invalid')
    expect(codeOf({ ...headers, 'webhook-id': `${id}x` }, text, key)).toBe('signature_invalid')
    expect(codeOf({ ...headers, 'webhook-timestamp': String(at + 1) }, text, key)).toBe('signature_invalid')
  })
})

describe('a request is rejected', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s, with an empty one, with two',
    (name) => {
      const { [name]: value = '', ...others } = signed(body)
      expect(codeOf(others, body)).toBe('headers_missing')
      expect(codeOf({ ...others, [name]: '' }, body)).toBe('headers_missing')
      expect(codeOf({ ...others, [name]: undefined }, body)).toBe('headers_missing')
      expect(codeOf({ ...others, [name]: [value, value] }, body)).toBe('headers_missing')
      expect(codeOf({ ...others, [name]: value, [name.toUpperCase()]: value }, body)).toBe('headers_missing')
    },
  )

  test('if it was signed more than five minutes ago or ahead', () => {
    expect(codeOf(signed(body, { at: now - 301 }), body)).toBe('timestamp_too_old')
    expect(codeOf(signed(body, { at: now + 301 }), body)).toBe('timestamp_too_new')
    expect(codeOf(signed(body, { at: now - 300 }), body)).toBe('accepted')
    expect(codeOf(signed(body, { at: now + 300 }), body)).toBe('accepted')
  })

  test.each(['soon', '-1', '1e9', '1772359200.5', '1772359200x', '9'.repeat(13), '0x1', ' '])(
    'with the time %j',
    (time) => {
      expect(codeOf({ ...signed(body), 'webhook-timestamp': time }, body)).toBe('timestamp_malformed')
    },
  )

  test('if the signature is missing, truncated, or of another version, key, body or field order', () => {
    const headers = signed(body)
    const signature = headers['webhook-signature'] ?? ''
    for (const wrong of [
      'v1,',
      'v1',
      ',',
      'v1,x',
      signature.slice(0, 11),
      signature.slice(3),
      signature.replace('v1,', 'v2,'),
      signature.replace('v1,', 'v1a,'),
      signature.toLowerCase(),
      `${signature}=`,
    ]) {
      expect([wrong, codeOf({ ...headers, 'webhook-signature': wrong }, body)]).toEqual([
        wrong,
        'signature_invalid',
      ])
    }
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    expect(codeOf(signed(body, { with: other }), body)).toBe('signature_invalid')
    expect(codeOf(headers, body.replace('"c"', '"d"'))).toBe('signature_invalid')
    expect(codeOf(headers, JSON.stringify(event, null, 1))).toBe('signature_invalid')
    expect(codeOf(headers, '')).toBe('signature_invalid')
    expect(codeOf(headers, Buffer.concat([Buffer.from(body), Buffer.from([0])]))).toBe('signature_invalid')
  })

  test.each(['', 'null', '7', '[]', '{', '{}', '{"event_id":1,"type":"x","timestamp":"y","data":{}}'])(
    'with a signed body that is no event: %j',
    (text) => {
      expect(codeOf(signed(text), text)).toBe('body_malformed')
    },
  )
})

describe('a request is accepted', () => {
  test('with headers of Node or fetch, in any case, or as one-element lists', () => {
    const headers = signed(body)
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    for (const form of [headers, new Headers(headers), upper, lists, { ...headers, cookie: undefined }])
      expect(verifyWebhook(form, body, secret)).toEqual(event)
  })

  test('with the body as string, Buffer, or a slice of a larger buffer', () => {
    const around = Buffer.from(`xx${body}yy`)
    for (const form of [body, Buffer.from(body), new TextEncoder().encode(body), around.subarray(2, -2)])
      expect(verifyWebhook(signed(body), form, secret)).toEqual(event)
  })

  test.each(['Çok teşekkürler, İyi günler 🙏', 'مرحبا', 'a\u2028b\u0000c', 'x'.repeat(200_000)])(
    'with any text, byte for byte: %#',
    (text) => {
      const said = { ...event, data: { text } }
      const bytes = Buffer.from(JSON.stringify(said))
      expect(verifyWebhook(signed(bytes.toString()), bytes, secret)).toEqual(said)
    },
  )

  test('if one of several signatures or secrets matches', () => {
    const next = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    const headers = signed(body)
    const old = signed(body, { with: next })['webhook-signature']
    const both = { ...headers, 'webhook-signature': `v1a,xyz ${old} ${headers['webhook-signature']}` }
    expect(codeOf(both, body)).toBe('accepted')
    expect(codeOf(headers, body, [next, secret])).toBe('accepted')
    expect(codeOf(headers, body, [next])).toBe('signature_invalid')
    expect(codeOf(headers, body, `${secret}\n`)).toBe('accepted')
  })

  test('with an unknown event type', () => {
    const text = JSON.stringify({ ...event, type: 'call.ended' })
    expect(verifyWebhook(signed(text), text, secret).type).toBe('call.ended')
  })
})

test('a parsed body, a missing secret and an invalid secret throw a TypeError', () => {
  const parsed = event as unknown as string
  expect(() => verifyWebhook(signed(body), parsed, secret)).toThrow(TypeError)
  for (const key of ['', 'whsec_', 'whsec_%%%', []])
    expect(() => verifyWebhook(signed(body), body, key)).toThrow(TypeError)
  expect(() => verifyWebhook(signed(body), body, 'whsec_not?base64!')).not.toThrow(/not\?base64/)
})
