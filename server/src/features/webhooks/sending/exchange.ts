import type { Dispatcher } from 'undici'
import type { IncomingHttpHeaders } from 'node:http'
import { maxHeadBytes, type Connection } from './connections.ts'
import { systemTimer, type StartTimer } from './timer.ts'

export interface Post {
  path: string
  headers: Record<string, string>
  body: Buffer
}

export type Exchanged =
  | {
      kind: 'answered'
      status: number
      headers: IncomingHttpHeaders
      /** At most 16 KiB of it, as it came. */
      body: Buffer
      truncated: boolean
      /** `performance.now()` when the head of the answer was complete. */
      at: number
    }
  /** `silent`: not one byte of an answer had come. */
  | { kind: 'failed'; error: Error; silent: boolean }
  | { kind: 'given_up' }

/** For the log only. */
const maxBodyBytes = 16_384
const bodyMilliseconds = 1000
/** Whatever comes before the head of the answer is complete: it itself, 1xx answers, a status line without an end. */
const maxBytesUntilHead = 2 * maxHeadBytes

/**
 * One POST and its answer (spec 4.4). The status decides, if the head is complete before the signal comes. After it the
 * body is read for 1 s and 16 KiB at most, and never decompressed. A connection with anything left on it is closed.
 */
export function exchange(
  { client, socket }: Connection,
  post: Post,
  signal: AbortSignal,
  timer: StartTimer = systemTimer,
): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>()
  const bytesBefore = socket.bytesRead
  let head: { status: number; headers: IncomingHttpHeaders; at: number } | null = null
  const chunks: Buffer[] = []
  let bytes = 0
  let stopBodyTimer = () => {}

  /** `reusable`: the answer ended in good order, so another request may follow on the same connection. */
  function finish(result: Exchanged, reusable = false): void {
    signal.removeEventListener('abort', giveUp)
    socket.removeListener('readable', countBytes)
    stopBodyTimer()
    resolve(result)
    if (!reusable) socket.destroy()
  }

  function finishBody(truncated: boolean): void {
    if (head) finish({ kind: 'answered', ...head, body: Buffer.concat(chunks), truncated }, !truncated)
  }

  function giveUp(): void {
    if (head === null) finish({ kind: 'given_up' })
  }

  function countBytes(): void {
    if (head === null && socket.bytesRead - bytesBefore > maxBytesUntilHead) {
      finish({ kind: 'failed', error: new Error('head too large'), silent: false })
    }
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      // Behind undici's own listener: by then it has read what came.
      socket.on('readable', countBytes)
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200) return
      head = { status, headers, at: performance.now() }
      stopBodyTimer = timer(bodyMilliseconds, () => finishBody(true))
    },
    onResponseData(_controller, chunk) {
      const room = maxBodyBytes - bytes
      bytes += chunk.length
      // A copy: the chunk is a window on a buffer of up to 64 KiB.
      if (room > 0) chunks.push(Buffer.from(chunk.subarray(0, room)))
      if (bytes > maxBodyBytes) finishBody(true)
    },
    onResponseEnd() {
      finishBody(false)
    },
    onResponseError(_controller, error) {
      if (head === null) finish({ kind: 'failed', error, silent: socket.bytesRead === bytesBefore })
      else finishBody(true)
    },
  }

  if (signal.aborted) giveUp()
  else {
    signal.addEventListener('abort', giveUp)
    client.dispatch({ method: 'POST', ...post }, handler)
  }
  return promise
}
