import { errorCodes, type ErrorCode } from '@parley/protocol/error'

/** Seconds after which a caller may try again. Clients extend it by their own backoff. */
const retryAfterByCode: Partial<Record<ErrorCode, number>> = { unavailable: 2, storage_full: 10 }

/**
 * An expected refusal. Mapped to a problem (HTTP) or a JSON-RPC error (socket) at the edge.
 * `detail` is sent to the caller: no secrets and no text of other people.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly pointer: string | undefined
  /** Seconds. Set with rate_limited, unavailable and storage_full. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { detail?: string; pointer?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(`${code}: ${options.detail ?? errorCodes[code].title}`, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = options.detail
    this.pointer = options.pointer
    this.retryAfter = options.retryAfter ?? retryAfterByCode[code]
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}
