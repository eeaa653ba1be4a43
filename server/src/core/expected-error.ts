import { AppError } from './app-error.ts'
import { postgresCode, isUnstorableText } from './database.ts'
import { errorCode } from './error-code.ts'

/**
 * Maps what a request threw to the error that is returned to its caller; undefined for a bug. Both edges (HTTP, sockets) use
 * it, so a database outage has the same error everywhere.
 */
export function expectedError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (isUnstorableText(error)) {
    return new AppError('invalid_request', {
      detail: 'A text has a character that cannot be stored (U+0000).',
      cause: error,
    })
  }
  const outage = outageOf(error)
  return outage && new AppError(outage, { cause: error })
}

export type Outage = 'unavailable' | 'storage_full'

/** Returns the outage that an error indicates: the database or network is unreachable, the machine lacks resources, or a disk is full. */
export function outageOf(error: unknown): Outage | undefined {
  const state = postgresCode(error)
  if (state === diskFull) return 'storage_full'
  if (state !== undefined) return unavailableStates.test(state) ? 'unavailable' : undefined
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'storage_full'
  if (code !== undefined && unavailableCodes.has(code)) return 'unavailable'
  return error instanceof Error && lostConnection.test(error.message) ? 'unavailable' : undefined
}

const diskFull = '53100'

/**
 * Connection exceptions (08), shutdown, crash recovery and idle timeouts (57P), insufficient resources (53; 53100 is handled
 * above), statement, lock and transaction timeouts, deadlocks, a statement that a replica ended because it delayed recovery
 * (40001), and a standby after a failover (25006).
 */
const unavailableStates = /^(08...|57P0[1235]|53...|57014|55P03|40001|40P01|25P0[34]|25006)$/

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  // This process or machine lacks file descriptors, buffers or memory.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
])

/** Messages of pg errors without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/
