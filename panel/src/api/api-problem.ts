import { errorCodes, type ErrorCode, type Problem } from '@parley/protocol/error'
import type { Messages } from '../messages/en.ts'

/**
 * `network`: no response. `unavailable`: also a proxy's error page. `unexpected`: a success that is not JSON, or a problem of a newer
 * service.
 */
export type ProblemCode = ErrorCode | 'network' | 'unexpected'

/** A failed request. Callers decide by `code`; the text comes from the message catalogue. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly code: ProblemCode
  readonly status: number
  /** The invalid part of the request, as a JSON pointer. */
  readonly pointer: string | undefined
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    options: { status?: number; title?: string; pointer?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(options.title ?? code, { cause: options.cause })
    this.code = code
    this.status = options.status ?? 0
    this.pointer = options.pointer
    this.retryAfter = options.retryAfter
  }
}

/** The code for a response without one that is known here. */
const statusCodes: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  429: 'rate_limited',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** Statuses whose meaning does not depend on who responds. With others, a proxy also responds while the service restarts behind it. */
const proxyStatuses: ReadonlySet<number> = new Set([401, 413, 429, 500])

/** Maps any response with status 400 or above to one problem. `body` is the parsed JSON, or undefined. */
export function problemFrom(status: number, body: unknown, retryAfter: string | null): ApiProblem {
  const seconds = Number(retryAfter)
  const wait = retryAfter !== null && Number.isFinite(seconds) ? { retryAfter: seconds } : {}
  const problem = typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {}
  const named = typeof problem.code === 'string' ? problem.code : ''
  // With a code that is unknown here: of a newer service.
  const isProblem = typeof problem.type === 'string' && named !== ''
  const isReliable = isProblem || proxyStatuses.has(status)
  const byStatus = isReliable ? (statusCodes[status] ?? 'unexpected') : 'unavailable'
  const code = isErrorCode(named) ? named : byStatus
  return new ApiProblem(code, {
    status,
    ...(typeof problem.title === 'string' ? { title: problem.title } : {}),
    ...(typeof problem.pointer === 'string' ? { pointer: problem.pointer } : {}),
    ...wait,
  })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** The text shown for an error. */
export function problemText(texts: Messages, error: unknown): string {
  if (!(error instanceof ApiProblem)) return texts.problems.unexpected
  if (error.code === 'rate_limited' && error.retryAfter !== undefined) {
    return texts.problems.rateLimitedFor(error.retryAfter)
  }
  const known: Partial<Record<ProblemCode, string>> = texts.problems.byCode
  return known[error.code] ?? texts.problems.unexpected
}

/** As `problemText`, with the texts of a feature by code first. */
export const ownProblemText = (
  texts: Messages,
  own: Partial<Record<string, string>>,
  error: unknown,
): string => own[error instanceof ApiProblem ? error.code : ''] ?? problemText(texts, error)
