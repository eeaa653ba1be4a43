import type { Connection } from './connections.ts'
import type { Deadline } from './deadline.ts'
import type { ResponseHead } from './response-head.ts'
import { createResponseReader, maxLoggedBytes, type Progress } from './response-reader.ts'
import type { StartTimer } from './timer.ts'

export type Exchanged =
  | {
      kind: 'answered'
      head: ResponseHead
      /** Raw bytes, up to the limit. */
      body: Buffer
      /** The response was longer, or would have been. */
      truncated: boolean
      /** `performance.now()` when the status line was complete. */
      statusAt: number
      /** The connection can be used for another request; otherwise it is closed. */
      reusable: boolean
    }
  | { kind: 'invalid' | 'too_large' }
  | { kind: 'timed_out' }
  /** `noResponse`: closed before the first byte of a response. */
  | { kind: 'closed'; error: Error | null; noResponse: boolean }

export interface BodyLimits {
  bytes: number
  timeoutMs: number
}

/** Of a body that is only logged. */
const loggedBody: BodyLimits = { bytes: maxLoggedBytes, timeoutMs: 1000 }

/**
 * Writes one request and reads its response (spec 4.4). Only the status line decides the outcome, if it arrives before the
 * deadline; the rest is for the log. The deadline also covers the rest of the head; the body has another second, or its own limits.
 * At most 16 KiB of each are read, and nothing is decompressed. A connection with unread data is closed.
 */
export function exchange(
  connection: Connection,
  request: Buffer,
  deadline: Deadline,
  timer: StartTimer,
  limits: BodyLimits = loggedBody,
): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>()
  const { socket } = connection
  const reader = createResponseReader(limits.bytes)
  let noResponse = true
  let statusAt = 0
  let stopBodyTimer: (() => void) | null = null

  function finish(result: Exchanged): void {
    connection.handler = null
    stopBodyTimer?.()
    if (result.kind !== 'answered' || !result.reusable) socket.destroy()
    resolve(result)
  }

  function finishBody(end: { broken: boolean; reusable: boolean }): void {
    const { head, truncated } = reader
    if (head === null) return
    const { broken, reusable } = end
    finish({
      kind: 'answered',
      head,
      body: reader.body(),
      truncated: truncated || broken,
      statusAt,
      reusable,
    })
  }

  function abort(otherwise: Exchanged): void {
    reader.end()
    if (reader.head === null) finish(otherwise)
    else finishBody({ broken: true, reusable: false })
  }

  const onTimeout = () => abort({ kind: 'timed_out' })

  function handleProgress(progress: Progress): void {
    if (reader.status !== null && statusAt === 0) statusAt = performance.now()
    if (reader.head !== null) deadline.onExpired = () => {}
    if (progress.state === 'done') finishBody({ broken: false, reusable: progress.clean })
    else if (progress.state === 'body') stopBodyTimer ??= timer(limits.timeoutMs, onTimeout)
    else if (progress.state !== 'head') finish({ kind: progress.state })
  }

  connection.handler = {
    data(chunk) {
      noResponse = false
      handleProgress(reader.read(chunk))
    },
    end() {
      const progress = reader.end()
      if (reader.head === null) finish({ kind: 'closed', error: null, noResponse })
      else handleProgress(progress)
    },
    close: (error) => abort({ kind: 'closed', error, noResponse }),
  }
  deadline.onExpired = onTimeout
  if (deadline.expired) onTimeout()
  else socket.write(request)
  return promise
}
