import type { Connection } from './connections.ts'
import type { Deadline } from './deadline.ts'
import type { ResponseHead } from './response-head.ts'
import { createResponseReader, type Progress } from './response-reader.ts'
import type { StartTimer } from './timer.ts'

export type Exchanged =
  | {
      kind: 'answered'
      head: ResponseHead
      /** At most 16 KiB of it, as it came. */
      body: Buffer
      truncated: boolean
      /** `performance.now()` when the head of the answer was complete. */
      at: number
      /** Another request may follow on the connection; else it is closed. */
      reusable: boolean
    }
  | { kind: 'invalid' | 'too_large' }
  | { kind: 'given_up' }
  /** `silent`: not one byte of an answer had come. */
  | { kind: 'closed'; error: Error | null; silent: boolean }

/** For the log only. */
const bodyMilliseconds = 1000

/**
 * Writes one request and reads its answer (spec 4.4). The status decides, if the head is complete before the deadline. After it
 * the body is read for 1 s and 16 KiB at most, and never decompressed. A connection with anything left on it is closed.
 */
export function exchange(
  connection: Connection,
  request: Buffer,
  deadline: Deadline,
  timer: StartTimer,
): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>()
  const { socket } = connection
  const reader = createResponseReader()
  let silent = true
  let at = 0
  let stopBodyTimer: (() => void) | null = null

  function finish(result: Exchanged): void {
    connection.user = null
    stopBodyTimer?.()
    if (result.kind !== 'answered' || !result.reusable) socket.destroy()
    resolve(result)
  }

  function finishBody(end: { broken: boolean; reusable: boolean }): void {
    const { head, truncated } = reader
    if (head === null) return
    const { broken, reusable } = end
    finish({ kind: 'answered', head, body: reader.body(), truncated: truncated || broken, at, reusable })
  }

  const breakOff = () => finishBody({ broken: true, reusable: false })

  function follow(progress: Progress): void {
    if (reader.head !== null && at === 0) {
      at = performance.now()
      deadline.whenOver = () => {}
    }
    if (progress.state === 'done') finishBody({ broken: false, reusable: progress.clean })
    else if (progress.state === 'body') stopBodyTimer ??= timer(bodyMilliseconds, breakOff)
    else if (progress.state !== 'head') finish({ kind: progress.state })
  }

  connection.user = {
    data(chunk) {
      silent = false
      follow(reader.read(chunk))
    },
    end() {
      if (reader.head === null) finish({ kind: 'closed', error: null, silent })
      else follow(reader.end())
    },
    close(error) {
      if (reader.head === null) finish({ kind: 'closed', error, silent })
      else breakOff()
    },
  }
  deadline.whenOver = () => finish({ kind: 'given_up' })
  if (deadline.over) finish({ kind: 'given_up' })
  else socket.write(request)
  return promise
}
