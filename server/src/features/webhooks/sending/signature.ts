import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/**
 * Node 24 takes 12 us to sign with the bytes of a key, 3 with a key object, and as long again to make one: it is kept.
 * @param secret `whsec_` and base64
 * @throws when there is no key in it: an empty one would sign as well, for anybody to forge
 */
export function signingKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (bytes.length === 0) throw new Error('A webhook has no usable secret')
  return createSecretKey(bytes)
}

/**
 * The headers that sign one attempt (spec 5.5, Standard Webhooks): over `{id}.{timestamp}.{body}`, byte for byte.
 * @param seconds when it is sent, Unix seconds
 */
export function signatureHeaders(
  eventId: string,
  seconds: number,
  body: Buffer,
  key: KeyObject,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signature = createHmac('sha256', key).update(`${eventId}.${seconds}.`).update(body).digest('base64')
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}
