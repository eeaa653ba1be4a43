import { AppError } from '../../core/app-error.ts'
import { errorCode } from '../../core/error-code.ts'

/** The part of an error that is stored and logged: never its message, which may quote a contact. */
export const failureReason = (error: unknown): string =>
  error instanceof AppError
    ? error.code
    : (errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'))
