import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './events.ts'

/**
 * Why a request is rejected: respond with 401. `body_malformed` is signed but not an event: respond with 400, and tell
 * the operator of the service.
 */
export type VerificationCode =
  | 'headers_missing'
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_invalid'
  | 'body_malformed'

export class WebhookVerificationError extends Error {
  readonly code: VerificationCode

  constructor(code: VerificationCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'WebhookVerificationError'
    this.code = code
  }
}

/** `request.headers` of Node or Express, `Headers` of fetch, or any object of names and values. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** Maximum clock difference, in both directions, as recommended by Standard Webhooks. */
const toleranceSeconds = 5 * 60

/**
 * Returns the event if the request was signed with the webhook's secret within the last five minutes.
 * @param rawBody the unmodified body: parsing and serializing the JSON again invalidates the signature
 * @param secret `whsec_...` from the webhook's page; a list if several webhooks have this URL
 * @throws {WebhookVerificationError} if the request is not authentic
 * @throws {TypeError} if the body is not raw or a secret is invalid: a mistake in your program
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string | readonly string[],
): WebhookEvent {
  const body = textOf(rawBody)
  const keys = keysOf(secret)
  const signed = {
    'webhook-id': headerOf(headers, 'webhook-id'),
    'webhook-timestamp': headerOf(headers, 'webhook-timestamp'),
    'webhook-signature': headerOf(headers, 'webhook-signature'),
  }
  checkTimestamp(signed['webhook-timestamp'])
  if (!keys.some((key) => isSignedWith(key, body, signed)))
    throw new WebhookVerificationError('signature_invalid', 'No signature matches this body and secret.')
  return eventOf(body)
}

function textOf(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody
  if (rawBody instanceof Uint8Array)
    return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength).toString()
  throw new TypeError(
    'rawBody must be the bytes of the request, as a string or Buffer. Disable JSON parsing for this route.',
  )
}

function keysOf(secret: string | readonly string[]): Webhook[] {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0) throw new TypeError('The list of webhook secrets is empty.')
  return secrets.map((one) => {
    try {
      return new Webhook(one.trim())
    } catch (error) {
      // Without the value, which could end up in a log.
      throw new TypeError('A webhook secret consists of whsec_ and base64.', { cause: error })
    }
  })
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers.get as (name: string) => unknown)(name)
      : fieldOf(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('headers_missing', `The request needs the header ${name}, once.`)
}

function fieldOf(headers: object, name: string): unknown {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value as unknown)
  return values.length === 1 ? values[0] : undefined
}

function checkTimestamp(text: string): void {
  if (!/^\d{1,12}$/.test(text))
    throw new WebhookVerificationError('timestamp_malformed', 'webhook-timestamp is not in Unix seconds.')
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(text)
  if (ageSeconds > toleranceSeconds)
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `The request was signed ${ageSeconds} seconds ago.`,
    )
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `The request was signed ${-ageSeconds} seconds ahead of this clock.`,
    )
}

function isSignedWith(key: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    key.verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

function eventOf(body: string): WebhookEvent {
  const malformed = (cause?: unknown) =>
    new WebhookVerificationError('body_malformed', 'The body is signed, but it is not an event.', { cause })
  let event: unknown
  try {
    event = JSON.parse(body)
  } catch (error) {
    throw malformed(error)
  }
  if (!isEvent(event)) throw malformed()
  return event
}

/** Checks only the envelope: the data is signed by the service. */
function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  const { event_id: id, type, timestamp, data } = value as Record<string, unknown>
  const texts = [id, type, timestamp].every((text) => typeof text === 'string' && text !== '')
  return texts && typeof data === 'object' && data !== null
}
