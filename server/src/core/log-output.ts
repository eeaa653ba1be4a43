import { write, writeFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Of the lines that wait while the reader of a pipe does not read. */
const maxWaitingLength = 1 << 20
/** EAGAIN: a pipe is full, and not blocking, as Node makes those of `process.stdout`. */
const pipeRetryMs = 100
/** Before the process ends. */
const flushRetryMs = 10
/** A reader that has stopped must not keep the process from ending. */
const flushTimeoutMs = 2_000
const newLine = 10

export interface LogOutput extends DestinationStream {
  /** Calls back once all lines are written or dropped, or their reader has not read them for 2 s. For pino's `flush`. */
  flush(done: () => void): void
}

/**
 * Writes to a file descriptor without blocking, and drops lines that cannot be written, such as on a full disk; a line tells how many.
 * pino's own destination keeps them, so that the process hangs at its exit.
 */
export function openLogOutput(fd: number): LogOutput {
  let waiting = ''
  /** Rest of the lines that are being written. */
  let current = Buffer.alloc(0)
  let isBusy = false
  let isRetrying = false
  /** The last line was written in part. */
  let isCut = false
  /** Lines that were dropped since the last one that tells how many. */
  let dropped = 0
  /** The count in `current`. */
  let announced = 0
  const flushing = new Map<() => void, NodeJS.Timeout>()

  function takeWaiting(): Buffer<ArrayBuffer> {
    if (waiting === '') return Buffer.alloc(0)
    const lines = `${isCut ? '\n' : ''}${waiting}${dropped > 0 ? describeDropped(dropped) : ''}`
    waiting = ''
    announced = dropped
    dropped = 0
    return Buffer.from(lines)
  }

  function writeNext(): void {
    if (current.length === 0) current = takeWaiting()
    isRetrying = false
    isBusy = current.length > 0
    if (isBusy) write(fd, current, onWritten)
    else for (const done of flushing.keys()) done()
  }

  function onWritten(error: NodeJS.ErrnoException | null, bytes: number): void {
    if (error?.code === 'EAGAIN') {
      isRetrying = true
      setTimeout(writeNext, flushing.size > 0 ? flushRetryMs : pipeRetryMs)
      return
    }
    if (error === null) {
      if (bytes > 0) {
        isCut = current[bytes - 1] !== newLine
        for (const timer of flushing.values()) timer.refresh()
      }
      current = current.subarray(bytes)
    } else {
      const lines = current.reduce((sum, byte) => (byte === newLine ? sum + 1 : sum), 0)
      dropped += announced > 0 ? announced + lines - 1 : lines
      current = current.subarray(current.length)
    }
    if (current.length === 0) announced = 0
    writeNext()
  }

  process.once('exit', () => {
    try {
      if (isRetrying) writeFileSync(fd, current)
      writeFileSync(fd, takeWaiting())
    } catch {
      // Nothing can be done any more.
    }
  })

  return {
    write(line) {
      if (waiting.length > maxWaitingLength) {
        dropped += 1
        return
      }
      waiting += line
      if (!isBusy) writeNext()
    },
    flush(callback) {
      if (!isBusy) return callback()
      const done = () => {
        clearTimeout(flushing.get(done))
        flushing.delete(done)
        callback()
      }
      flushing.set(done, setTimeout(done, flushTimeoutMs))
    },
  }
}

/** In the format of the logger. */
const describeDropped = (lines: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'log lines could not be written' })}\n`
