import { toJson } from '../browser/to-json.ts'
import type { Params, Results } from '@parley/protocol/upstream'
import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { RpcFailure } from '@parley/protocol/rpc'
import type { Result } from './result.ts'
import type { Platform } from '../browser/platform.ts'

export type Request = <M extends keyof Results>(
  method: M,
  params: Params[M],
  timeout?: number,
) => Promise<Result<Results[M]>>

/** Sends a notification, which has no response. */
export type Notify = <M extends Exclude<keyof Params, keyof Results>>(method: M, params: Params[M]) => void

export interface Requests {
  request: Request
  notify: Notify
  /** Handles a response. Unknown ids belong to requests that timed out. */
  settle: (frame: Success | RpcFailure) => void
  /** Resolves all pending requests with `disconnected`. */
  end: () => void
}

const defaultTimeoutMs = 10_000

/** The pending requests of one socket. */
export function createRequests(platform: Platform, send: (frame: string) => void): Requests {
  const open = new Map<number, (answer: Result<never>) => void>()
  let last = 0
  let ended = false

  return {
    request: (method, params, timeout = defaultTimeoutMs) =>
      new Promise((resolve) => {
        if (ended) return resolve({ ok: false, code: 'disconnected' })
        const id = ++last
        const cancel = platform.after(timeout, () => answer({ ok: false, code: 'timeout' }))
        const answer = (value: Result<never>) => {
          cancel()
          open.delete(id)
          resolve(value)
        }
        open.set(id, answer)
        send(toJson({ jsonrpc: '2.0', id, method, params }))
      }),
    notify(method, params) {
      if (!ended) send(toJson({ jsonrpc: '2.0', method, params }))
    },
    settle(frame) {
      const answer = frame.id === null ? undefined : open.get(frame.id)
      if ('error' in frame) answer?.(failure(frame))
      else answer?.({ ok: true, value: frame.result })
    },
    end() {
      ended = true
      for (const answer of open.values()) answer({ ok: false, code: 'disconnected' })
    },
  }
}

function failure(frame: RpcFailure): Result<never> {
  const { message: title, data } = frame.error
  const { code, retry_after } = data
  return { ok: false, code, title, ...(retry_after !== undefined && { retryAfter: retry_after }) }
}

/** A notification of the server. */
export type ServerNotification = {
  [M in DownstreamMethod]: { method: M; params: Downstream[M] }
}[DownstreamMethod]

/** A response. The method of the request determines the type of `result`. */
export interface Success {
  id: number
  result: never
}

/** Parses a frame of the server; undefined if it is not a JSON object. */
export function parseFrame(data: unknown): ServerNotification | Success | RpcFailure | undefined {
  try {
    const frame: unknown = JSON.parse(String(data))
    // Not validated further: the server is trusted to follow the protocol.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return typeof frame === 'object' && frame !== null ? (frame as ServerNotification) : undefined
  } catch {
    return undefined
  }
}
