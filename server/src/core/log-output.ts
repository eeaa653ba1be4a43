import { write, writeFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Of the lines that wait while the reader of a pipe does not read. */
const maxWaitingLength = 1 << 20
/** EAGAIN: a pipe is full, and not blocking, as Node makes those of `process.stdout`. */
const pipeRetryMs = 100
const newLine = 10

/**
 * Writes to a file descriptor without blocking, and drops lines that cannot be written, such as on a full disk. pino's own destination keeps them,
 * so that the process hangs at its exit.
 */
export function openLogOutput(fd: number): DestinationStream {
  let waiting = ''
  /** Rest of the lines that are being written. */
  let current = Buffer.alloc(0)
  let isBusy = false
  let isRetrying = false
  /** The last line was written in part. */
  let isCut = false

  function writeNext(): void {
    if (current.length === 0) {
      current = Buffer.from(isCut && waiting !== '' ? `\n${waiting}` : waiting)
      waiting = ''
    }
    isRetrying = false
    isBusy = current.length > 0
    if (isBusy) write(fd, current, onWritten)
  }

  function onWritten(error: NodeJS.ErrnoException | null, bytes: number): void {
    if (error?.code === 'EAGAIN') {
      isRetrying = true
      setTimeout(writeNext, pipeRetryMs)
      return
    }
    if (error === null && bytes > 0) isCut = current[bytes - 1] !== newLine
    current = current.subarray(error === null ? bytes : current.length)
    writeNext()
  }

  process.once('exit', () => {
    try {
      if (isRetrying) writeFileSync(fd, current)
      writeFileSync(fd, waiting)
    } catch {
      // Nothing can be done any more.
    }
  })

  return {
    write(line) {
      if (waiting.length > maxWaitingLength) return
      waiting += line
      if (!isBusy) writeNext()
    },
  }
}
