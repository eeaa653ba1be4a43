import type { ErrorCode } from '@parley/protocol/error'

/** `disconnected`: no socket, or lost before the answer. `timeout`: no answer within 10 s. */
export type FailureCode = ErrorCode | 'disconnected' | 'timeout'

export interface Failure {
  ok: false
  code: FailureCode
  /** What the service says about it, in English, to the developer of a page. */
  title?: string
  /** Milliseconds to wait, when the server says so. */
  retryAfter?: number
}

/** What became of a request. Refusals are values: nothing here throws. */
export type Result<T> = { ok: true; value: T } | Failure

const transientCodes = [
  'disconnected',
  'timeout',
  'rate_limited',
  'unavailable',
  'storage_full',
  'internal',
  'not_connected',
] as const

/** Failures that the same request may not meet a moment later. */
export const isTransient = (code: FailureCode): code is (typeof transientCodes)[number] =>
  transientCodes.some((one) => one === code)
