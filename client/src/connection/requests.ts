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

/** What nobody answers. */
export type Notify = <M extends Exclude<keyof Params, keyof Results>>(method: M, params: Params[M]) => void

export interface Requests {
  request: Request
  notify: Notify
  /** An answer that came. Unknown ids belong to requests that timed out. */
  settle: (frame: Success | RpcFailure) => void
  /** The socket is gone: everything open is answered with `disconnected`. */
  end: () => void
}

const defaultTimeoutMs = 10_000

/** The open requests of one socket. */
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

/** What the server says by itself. */
export type ServerNotification = {
  [M in DownstreamMethod]: { method: M; params: Downstream[M] }
}[DownstreamMethod]

/** `result` is whatever the request of this id asked for. */
export interface Success {
  id: number
  result: never
}

/** A frame of the server; undefined when it is none. */
export function parseFrame(data: unknown): ServerNotification | Success | RpcFailure | undefined {
  try {
    const frame: unknown = JSON.parse(String(data))
    // The server is ours: beyond being an object, a frame is taken for what the protocol says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return typeof frame === 'object' && frame !== null ? (frame as ServerNotification) : undefined
  } catch {
    return undefined
  }
}
