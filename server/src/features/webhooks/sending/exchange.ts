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
      /** There was, or would have been, more of the answer. */
      truncated: boolean
      /** `performance.now()` when the status line of the answer was whole. */
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
 * Writes one request and reads its answer (spec 4.4). Its status line decides, if it comes before the deadline; whatever follows is
 * for the log. For the rest of the head there is time until the deadline, for the body another second; at most 16 KiB of each
 * are read, and nothing is decompressed. A connection with anything left on it is closed.
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

  function breakOff(otherwise: Exchanged): void {
    reader.end()
    if (reader.head === null) finish(otherwise)
    else finishBody({ broken: true, reusable: false })
  }

  const giveUp = () => breakOff({ kind: 'given_up' })

  function follow(progress: Progress): void {
    if (reader.status !== null && at === 0) at = performance.now()
    if (reader.head !== null) deadline.whenOver = () => {}
    if (progress.state === 'done') finishBody({ broken: false, reusable: progress.clean })
    else if (progress.state === 'body') stopBodyTimer ??= timer(bodyMilliseconds, giveUp)
    else if (progress.state !== 'head') finish({ kind: progress.state })
  }

  connection.user = {
    data(chunk) {
      silent = false
      follow(reader.read(chunk))
    },
    end() {
      const progress = reader.end()
      if (reader.head === null) finish({ kind: 'closed', error: null, silent })
      else follow(progress)
    },
    close: (error) => breakOff({ kind: 'closed', error, silent }),
  }
  deadline.whenOver = giveUp
  if (deadline.over) giveUp()
  else socket.write(request)
  return promise
}
