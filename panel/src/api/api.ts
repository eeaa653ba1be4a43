import { ApiProblem, problemFrom } from './api-problem.ts'

type Options = {
  body?: unknown
  query?: Record<string, string | number | undefined>
  signal?: AbortSignal
  /** Of the whole request, instead of `signal`. Without it, a stalled network lasts until the browser gives up: minutes. */
  timeoutMs?: number
}
type Sent = Pick<Options, 'timeoutMs'>
type Read = Pick<Options, 'query' | 'signal'> & {
  /** The request finds out whether somebody is signed in: it is not retried if the session is refused. */
  checksSession?: boolean
}

/** A password change replaces the session. A request that is sent before the new cookie arrives is refused. */
const newCookieMs = 1_000

/**
 * The service's HTTP API, same origin, with the session cookie. Returns the parsed JSON, null for 204.
 * @throws {ApiProblem} for every response outside 2xx; `network` after `timeoutMs`; an aborted request throws its AbortError
 */
async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const { body, query, signal, timeoutMs } = options
  const end = timeoutMs === undefined ? signal : AbortSignal.timeout(timeoutMs)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(withQuery(path, query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(end === undefined ? {} : { signal: end }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiProblem('network', { cause: error })
  })
  const text = await response.text().catch((error: unknown) => {
    throw new ApiProblem('network', { cause: error })
  })
  if (!response.ok) {
    throw problemFrom(response.status, tryParse(text), response.headers.get('retry-after'))
  }
  try {
    return JSON.parse(text === '' ? 'null' : text)
  } catch (error) {
    throw new ApiProblem('unexpected', { status: response.status, cause: error })
  }
}

/** Retries a read once if its session is refused. A query's own retry would wait until its page is visible. */
async function read<T>(path: string, { checksSession = false, ...options }: Read): Promise<T> {
  try {
    return await request<T>('GET', path, options)
  } catch (error) {
    if (checksSession || !isSessionRefused(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, newCookieMs))
  return request<T>('GET', path, options)
}

const isSessionRefused = (error: unknown) => error instanceof ApiProblem && error.code === 'unauthenticated'

/** Undefined where a proxy replaced the JSON body. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withQuery(path: string, query: Options['query']): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`
}

export const api = {
  get: <T>(path: string, options: Read = {}) => read<T>(path, options),
  post: <T>(path: string, body: unknown = {}, options: Sent = {}) =>
    request<T>('POST', path, { body, ...options }),
  put: <T>(path: string, body?: unknown, options: Sent = {}) => request<T>('PUT', path, { body, ...options }),
  patch: <T>(path: string, body: unknown) => request<T>('PATCH', path, { body }),
  delete: <T = void>(path: string, options: Sent = {}) => request<T>('DELETE', path, options),
}

/** `/v1/organizations/<id>` and everything below it. */
export const organizationPath = (organizationId: string, rest = '') =>
  `/v1/organizations/${encodeURIComponent(organizationId)}${rest}`
