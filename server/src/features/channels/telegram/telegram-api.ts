import { errorCode } from '../../../core/error-code.ts'

/** Requests to the Bot API (https://core.telegram.org/bots/api#making-requests). */
export type ApiResult<T> =
  | { outcome: 'ok'; result: T }
  | { outcome: 'refused'; code: number; description: string; retryAfter: number | null }
  /** Not sent. */
  | { outcome: 'unreachable' }
  /** No usable response: it may have had an effect. */
  | { outcome: 'doubtful' }

export interface TelegramApi {
  call<T>(token: string, method: string, body: object, options?: CallOptions): Promise<ApiResult<T>>
  /**
   * The response of a file, or the status of a refusal.
   * @param options.timeoutMs for the response's head and body together
   */
  download(
    token: string,
    path: string,
    options?: Pick<CallOptions, 'timeoutMs'>,
  ): Promise<Response | { status: number | null }>
}

interface CallOptions {
  timeoutMs?: number
  signal?: AbortSignal
}

const requestTimeoutMs = 30_000
const downloadTimeoutMs = 120_000
/** The slowest connection for large files: 500 kB/s. */
const downloadBytesPerMs = 500
/** `123456:ABC…`: nothing that could change the path of a URL. */
const tokenForm = /^\d{1,20}:[A-Za-z0-9_-]{20,200}$/

export const isToken = (text: string): boolean => tokenForm.test(text)

export const downloadMs = (bytes: number): number => downloadTimeoutMs + Math.ceil(bytes / downloadBytesPerMs)

/**
 * @param baseUrl `https://api.telegram.org`, or the operator's own Bot API server. It is not a user's address, so the guard of
 * webhooks does not apply; redirects are refused, because URLs contain the token.
 */
export function createTelegramApi(options: {
  baseUrl: string
  environment: 'production' | 'test'
}): TelegramApi {
  const { baseUrl, environment } = options
  // https://core.telegram.org/bots/webapps#using-bots-in-the-test-environment
  const pathOf = (token: string) => `bot${token}${environment === 'test' ? '/test' : ''}`
  return {
    async call<T>(
      token: string,
      method: string,
      body: object,
      options: CallOptions = {},
    ): Promise<ApiResult<T>> {
      const deadline = AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs)
      try {
        const response = await fetch(`${baseUrl}/${pathOf(token)}/${method}`, {
          method: 'POST',
          redirect: 'error',
          signal: options.signal ? AbortSignal.any([deadline, options.signal]) : deadline,
          ...(body instanceof FormData
            ? { body }
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        return resultOf(response.status, (await response.json()) as ApiResponse<T>)
      } catch (error) {
        return { outcome: wasNotSent(error) ? 'unreachable' : 'doubtful' }
      }
    },

    async download(token, path, { timeoutMs = downloadTimeoutMs } = {}) {
      const isSafe = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
      if (!isSafe) return { status: 404 }
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      try {
        const response = await fetch(`${baseUrl}/file/${pathOf(token)}/${encoded}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (response.ok) return response
        await response.body?.cancel()
        return { status: response.status }
      } catch {
        return { status: null }
      }
    },
  }
}

interface ApiResponse<T> {
  ok?: unknown
  result?: T
  description?: unknown
  error_code?: unknown
  parameters?: { retry_after?: unknown }
}

function resultOf<T>(status: number, response: ApiResponse<T>): ApiResult<T> {
  if (response.ok === true) return { outcome: 'ok', result: response.result as T }
  // Telegram answers 5xx while it is overloaded; whether the request had an effect is unknown.
  if (status >= 500) return { outcome: 'doubtful' }
  const retryAfter = response.parameters?.retry_after
  return {
    outcome: 'refused',
    code: typeof response.error_code === 'number' ? response.error_code : status,
    description: typeof response.description === 'string' ? response.description.toLowerCase() : '',
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  }
}

const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && notSent.has(errorCode(error.cause) ?? '')
