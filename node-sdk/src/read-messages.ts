import { setTimeout as wait } from 'node:timers/promises'
import type { MessagesPage, MessagesSort } from './events.ts'

/**
 * expired: the 24 hours are over, resend the delivery. invalid: the link was changed. not_found: the conversation
 * was deleted. unavailable: the service is busy or stopping, try again later (`retryAfter`). network: no response.
 * unexpected: anything else, such as a link to another service.
 */
export type MessagesErrorCode = 'expired' | 'invalid' | 'not_found' | 'unavailable' | 'network' | 'unexpected'

/** The message never contains the link, which is a credential. */
export class MessagesError extends Error {
  readonly code: MessagesErrorCode
  /** null: no response. */
  readonly status: number | null
  /** Seconds, if the service sent `Retry-After`. */
  readonly retryAfter: number | null

  constructor(
    code: MessagesErrorCode,
    message: string,
    more: { status?: number; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'MessagesError'
    this.code = code
    this.status = more.status ?? null
    this.retryAfter = more.retryAfter ?? null
  }
}

export interface ReadMessagesOptions {
  /** Default: DESC, newest first. */
  sort?: MessagesSort
  /** Messages per page, 1 to 100; default 50. */
  max?: number
  /** Aborts the iteration. A page times out after 30 seconds in any case. */
  signal?: AbortSignal
  /** Replaces the global fetch, for example to use a proxy. */
  fetch?: typeof globalThis.fetch
}

const pageTimeoutMs = 30_000
/** Maximum wait before the retry of a rate-limited page, in seconds. Fast readers usually wait one. */
const maxRetryDelaySeconds = 5

/**
 * Iterates over the pages of `messages_url` of conversation.ended. A rate-limited page (429) is retried once if `Retry-After` is
 * at most 5 s; other errors end the iteration, and a new one starts at the first page. If the conversation was reopened
 * meanwhile, later messages are included: identify messages by id.
 * @throws {MessagesError}
 */
export async function* readMessages(
  messagesUrl: string,
  options: ReadMessagesOptions = {},
): AsyncGenerator<MessagesPage, void, undefined> {
  const { sort, max } = options
  if (!/^https?:\/\/[^?#]+\?[^#]+$/.test(messagesUrl))
    throw new MessagesError(
      'invalid',
      'This is not a messages_url. Pass the link exactly as it was delivered.',
    )
  const asked = [sort && `sort=${sort}`, max !== undefined && `max=${max}`].filter(Boolean)
  // Appended as text: the link is signed and must not be changed.
  const link = [messagesUrl, ...asked].join('&')
  const cursors = new Set<string>()
  let page = await fetchPage(link, options)
  yield page
  while (page.pager.next !== null) {
    const { next } = page.pager
    if (cursors.has(next))
      throw new MessagesError('unexpected', 'The service returned the same cursor twice.')
    cursors.add(next)
    page = await fetchPage(`${link}&cursor=${encodeURIComponent(next)}`, options)
    yield page
  }
}

async function fetchPage(url: string, options: ReadMessagesOptions): Promise<MessagesPage> {
  try {
    return await fetchOnce(url, options)
  } catch (error) {
    const seconds = error instanceof MessagesError && error.status === 429 ? error.retryAfter : null
    if (seconds === null || seconds < 0 || seconds > maxRetryDelaySeconds) throw error
    const { signal } = options
    await wait(seconds * 1000, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
    return fetchOnce(url, options)
  }
}

async function fetchOnce(url: string, options: ReadMessagesOptions): Promise<MessagesPage> {
  const { fetch = globalThis.fetch } = options
  const timeout = AbortSignal.timeout(pageTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let response: Response
  let text: string
  try {
    // Never send the link to another host.
    response = await fetch(url, { redirect: 'error', signal, headers: { accept: 'application/json' } })
    text = await response.text()
  } catch (error) {
    // An abort by the caller keeps the caller's reason.
    if (options.signal?.aborted) throw options.signal.reason
    throw new MessagesError('network', 'No complete response from the service.', { cause: error })
  }
  if (!response.ok) throw refusal(response)
  const page = parse(text)
  if (!isPage(page))
    throw new MessagesError('unexpected', 'The response is not a page of messages.', {
      status: response.status,
    })
  return page
}

function refusal({ status, headers }: Response): MessagesError {
  const code = codeOf(status)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  return new MessagesError(code, `The service responded with ${status} (${words[code]}).`, {
    status,
    retryAfter,
  })
}

function codeOf(status: number): MessagesErrorCode {
  if (status === 410) return 'expired'
  if (status === 403) return 'invalid'
  if (status === 404) return 'not_found'
  return status === 429 || status >= 500 ? 'unavailable' : 'unexpected'
}

const words: Record<MessagesErrorCode, string> = {
  expired: 'the link has expired',
  invalid: 'the link was changed',
  not_found: 'the conversation was deleted',
  unavailable: 'try again later',
  network: 'no response',
  unexpected: 'unexpected',
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPage(value: unknown): value is MessagesPage {
  if (typeof value !== 'object' || value === null) return false
  const { data, pager } = value as { data?: unknown; pager?: { next?: unknown } | null }
  return Array.isArray(data) && (pager?.next === null || typeof pager?.next === 'string')
}
