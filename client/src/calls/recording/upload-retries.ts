import type { ErrorCode } from '@parley/protocol/error'
import { backoffDelayMs } from '../../connection/backoff.ts'
import type { Platform } from '../../browser/platform.ts'
import type { Unavailable } from './chunk-storage.ts'

/** The requests and reads of an uploader, repeated with growing delays until it is closed. */
export interface UploadRetries {
  /** Returns null on success, or when closed. */
  send: (
    path: string,
    request: RequestInit,
    isFinal: (code: ErrorCode) => boolean,
  ) => Promise<ErrorCode | null>
  /** Returns undefined when closed, or after `maxReads` without storage if it `mayGiveUp` by then. */
  read: <T>(read: () => Promise<T | Unavailable>, mayGiveUp: () => boolean) => Promise<T | undefined>
  isClosed: () => boolean
  /** Cancels delays and requests. */
  close: () => void
}

/** Enough for the largest chunk at 300 kbit/s. Dead connections are not always reported. */
const requestTimeoutMs = 120_000
/** An invalid request may be one that was cut off in transit, so it is tried this often. */
const maxInvalidAttempts = 3
/** One to two minutes. Browsers restart their storage process within seconds; some I/O errors last until they are restarted. */
const maxReads = 10

export function createUploadRetries(platform: Platform): UploadRetries {
  const lifecycle = { isClosed: false }
  /** Cancels pending delays and requests. */
  const cancellations = new Set<() => void>()

  const sleep = (attempts: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        cancellations.delete(wake)
        resolve()
      }
      const cancel = platform.after(backoffDelayMs(attempts, platform.random()), wake)
      cancellations.add(wake)
    })

  /** Returns null on success; `internal` without a response of the API: proxy error page, network error, timeout. */
  async function sendOnce(path: string, request: RequestInit): Promise<ErrorCode | null> {
    const controller = new AbortController()
    const stop = () => controller.abort()
    const cancel = platform.after(requestTimeoutMs, stop)
    cancellations.add(stop)
    try {
      const response = await fetch(path, {
        credentials: 'same-origin',
        signal: controller.signal,
        ...request,
      })
      const body: { code?: ErrorCode; complete?: boolean } = await response.json()
      if (response.ok) return body.complete === false ? 'call_live' : null
      return body.code ?? 'internal'
    } catch {
      return 'internal'
    } finally {
      cancel()
      cancellations.delete(stop)
    }
  }

  /** Repeats `attempt`, which returns whether it is done. */
  async function repeat(attempt: (attempts: number) => Promise<boolean>): Promise<void> {
    for (let attempts = 1; !lifecycle.isClosed && !(await attempt(attempts)); attempts++) {
      if (!lifecycle.isClosed) await sleep(attempts)
    }
  }

  return {
    async send(path, request, isFinal) {
      let result: ErrorCode | null = null
      await repeat(async (attempts) => {
        const code = await sendOnce(path, request)
        const isDone =
          code === null || (isFinal(code) && (code !== 'invalid_request' || attempts >= maxInvalidAttempts))
        if (isDone) result = code
        return isDone
      })
      return result
    },
    async read<T>(read: () => Promise<T | Unavailable>, mayGiveUp: () => boolean) {
      let result: T | undefined
      await repeat(async (attempts) => {
        const found = await read()
        if (found === 'unavailable') return attempts >= maxReads && mayGiveUp()
        result = found
        return true
      })
      return result
    },
    isClosed: () => lifecycle.isClosed,
    close() {
      lifecycle.isClosed = true
      for (const stop of cancellations) stop()
    },
  }
}
