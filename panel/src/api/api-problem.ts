import { errorCodes, type ErrorCode, type Problem } from '@parley/protocol/error'
import type { Messages } from '../messages/en.ts'

/** `network`: no answer came at all. `unexpected`: an answer that is no problem of ours, say a proxy's page. */
export type ProblemCode = ErrorCode | 'network' | 'unexpected'

/** An answer that says no, or none. `code` is what callers decide on; texts come from the catalogue. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly code: ProblemCode
  readonly status: number
  /** Where in the request it is wrong, as a JSON pointer. */
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

/** What an answer means that carries no code of ours: a proxy's, say. */
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

/** Maps whatever came with a status of 400 or more to one problem. `body` is the parsed JSON, or undefined. */
export function problemFrom(status: number, body: unknown, retryAfter: string | null): ApiProblem {
  const seconds = Number(retryAfter)
  const wait = retryAfter !== null && Number.isFinite(seconds) ? { retryAfter: seconds } : {}
  const problem = typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {}
  const named = typeof problem.code === 'string' ? problem.code : ''
  const code = isErrorCode(named) ? named : (statusCodes[status] ?? 'unexpected')
  return new ApiProblem(code, {
    status,
    ...(typeof problem.title === 'string' ? { title: problem.title } : {}),
    ...(typeof problem.pointer === 'string' ? { pointer: problem.pointer } : {}),
    ...wait,
  })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** The sentence that a person reads for anything that went wrong. */
export function problemText(texts: Messages, error: unknown): string {
  if (!(error instanceof ApiProblem)) return texts.problems.unexpected
  if (error.code === 'rate_limited' && error.retryAfter !== undefined) {
    return texts.problems.rateLimitedFor(error.retryAfter)
  }
  const known: Partial<Record<ProblemCode, string>> = texts.problems.byCode
  return known[error.code] ?? texts.problems.unexpected
}
