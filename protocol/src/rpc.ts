import Type, { type Static } from 'typebox'
import type { RpcErrorData } from './error.ts'
import { closed } from './scalars.ts'

/** The socket speaks JSON-RPC 2.0, one JSON object per text frame, no batches. */
export const subprotocol = 'parley.v1'
export const maxFrameBytes = 64 * 1024

export const RpcRequest = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    /** Omitted: a notification without a response. */
    id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    method: Type.String({ minLength: 1, maxLength: 64 }),
    params: Type.Optional(Type.Object({})),
  },
  closed,
)
export type RpcRequest = Static<typeof RpcRequest>

export interface RpcResult {
  jsonrpc: '2.0'
  id: number
  result: unknown
}

export interface RpcFailure {
  jsonrpc: '2.0'
  /** null if the request id could not be read. */
  id: number | null
  error: { code: number; message: string; data: RpcErrorData }
}

export interface RpcNotification {
  jsonrpc: '2.0'
  method: string
  params: unknown
}

/** Standard JSON-RPC codes; all other errors are `refused`, with a code in `data.code`. */
export const rpcErrorNumbers = {
  parse: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal: -32603,
  refused: -32000,
} as const
