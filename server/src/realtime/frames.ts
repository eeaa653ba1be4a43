import { errorCodes, type RpcErrorData } from '@parley/protocol/error'
import { RpcRequest, rpcErrorNumbers, type RpcFailure } from '@parley/protocol/rpc'
import { Compile } from 'typebox/compile'
import { isUnstorableText } from '../core/database.ts'
import { expectedError } from '../core/expected-error.ts'
import { lazy } from '../core/lazy.ts'

const request = lazy(() => Compile(RpcRequest))

export type ParsedFrame =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'broken'; number: number; id: number | null }

/** Returns the request in a frame, or the JSON-RPC error number (SPEC F3). */
export function parseFrame(text: string): ParsedFrame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'broken', number: rpcErrorNumbers.parse, id: null }
  }
  if (request().Check(value)) return { kind: 'request', request: value }
  const id = (value as { id?: unknown } | null)?.id
  return {
    kind: 'broken',
    number: rpcErrorNumbers.invalid_request,
    id: Number.isSafeInteger(id) ? (id as number) : null,
  }
}

export const resultFrame = (id: number, result: unknown): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`

export const notificationFrame = (method: string, params: unknown): string =>
  `{"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`

export function failureFrame(id: number | null, number: number, data: RpcErrorData): string {
  const failure: RpcFailure = {
    jsonrpc: '2.0',
    id,
    error: { code: number, message: errorCodes[data.code].title, data },
  }
  return JSON.stringify(failure)
}

/**
 * Maps what a command threw to a JSON-RPC error. Unexpected errors become `internal` without details (SPEC F4).
 * `cause`: a bug or an outage to log; null for expected errors.
 */
export function failureOf(error: unknown): { number: number; data: RpcErrorData; cause: unknown } {
  if (isUnstorableText(error)) {
    return { number: rpcErrorNumbers.invalid_params, data: { code: 'invalid_request' }, cause: null }
  }
  const expected = expectedError(error)
  if (!expected) return { number: rpcErrorNumbers.internal, data: { code: 'internal' }, cause: error }
  const data: RpcErrorData = { code: expected.code }
  if (expected.detail !== undefined) data.detail = expected.detail
  if (expected.retryAfter !== undefined) data.retry_after = Math.ceil(expected.retryAfter * 1000)
  return { number: rpcErrorNumbers.refused, data, cause: expected === error ? null : error }
}
