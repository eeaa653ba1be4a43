import { DatabaseError } from 'pg'
import { AppError } from '../app-error.ts'
import { postgresCode } from '../database.ts'
import { errorCode } from '../error-code.ts'

/**
 * What may be stored and logged of an error: messages of the database and of the runtime quote what they failed on, which may
 * be a customer's text. Returns a code or name, and for an unexpected error the line of our code that threw.
 */
export function failureReason(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (error instanceof DatabaseError)
    return `PostgreSQL ${error.code ?? 'error'}${error.constraint === undefined ? '' : ` (${error.constraint})`}`
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  const code = errorCode(error)
  const line = throwingLine(error)
  return [error.name, code, line && `at ${line}`].filter(Boolean).join(' ')
}

/**
 * Whether a statement (57014) or transaction (25P03, 25P04) took too long. An outage if many meet it, but an entry that meets it alone may be
 * the cause.
 */
export const isTimeout = (error: unknown): boolean => /^(57014|25P0[34])$/.test(postgresCode(error) ?? '')

function throwingLine({ stack = '', message }: Error): string | undefined {
  // The stack begins with the message, which may have lines that look like frames.
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return /^\s+at .*?([\w.-]+\.[cm]?[jt]s:\d+):\d+\)?$/m.exec(frames)?.[1]
}
