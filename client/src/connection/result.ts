import type { ErrorCode } from '@parley/protocol/error'

/** `disconnected`: no socket, or lost before the response. `timeout`: no response within 10 s. */
export type FailureCode = ErrorCode | 'disconnected' | 'timeout'

export interface Failure {
  ok: false
  code: FailureCode
  /** The service's description in English, for developers. */
  title?: string
  /** Retry delay requested by the server (ms). */
  retryAfter?: number
}

/** Outcome of a request. Failures are returned, never thrown. */
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

/** Whether the same request may succeed later. */
export const isTransient = (code: FailureCode): code is (typeof transientCodes)[number] =>
  transientCodes.some((one) => one === code)
