import { readBrokenHead, readHead, readStatusLine, type ResponseHead } from './response-head.ts'

/**
 * Incremental parser of one HTTP/1.1 response (RFC 9112), for callers that need its status and a little of the rest for a log. A
 * complete status line counts, whatever follows it. Ambiguous input ends the parsing instead of being guessed at: a connection is
 * reused only after an unambiguous response.
 */
export type Progress =
  | { state: 'head' | 'body' }
  /** `clean`: the response ended where its head said, with nothing after it. */
  | { state: 'done'; clean: boolean }
  /** No status line was read. */
  | { state: 'invalid' | 'too_large' }

export interface ResponseReader {
  /** Status of the final response (200 or above), set once the status line is complete. */
  readonly status: number | null
  /** Head of the final response, set once it is complete or no more of it is read. */
  readonly head: ResponseHead | null
  /** Raw bytes of the body so far, up to the limit. */
  body(): Buffer
  /** The response has more data than `head` and `body` contain. */
  readonly truncated: boolean
  read(chunk: Buffer): Progress
  /** Call when the connection ended or the time is up. */
  end(): Progress
}

/** Limit per head. */
const maxHeadBytes = 16_384
/** Limit for everything except the body: 1xx responses, the head, chunk sizes, trailers. */
const maxFrameBytes = 2 * maxHeadBytes
/** Of a body that is only logged. */
export const maxLoggedBytes = 16_384
/** Limit for a chunk size line with its extensions, and for a trailer line. */
const maxLineBytes = 1024

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const empty = Buffer.alloc(0)

export function createResponseReader(maxBodyBytes = maxLoggedBytes): ResponseReader {
  let status: number | null = null
  let head: ResponseHead | null = null
  let frameBytes = 0
  /** Received but not parsed yet. */
  let buffered: Buffer = empty
  const parts: Buffer[] = []
  let bodyBytes = 0
  let truncated = false
  let step: () => Progress | null = readHeads
  let finished = false
  /** Bytes of the body or chunk still to come. */
  let remaining = 0
  let progress: Progress = { state: 'head' }

  /** Steps return null to continue with the next step. */
  function readHeads(): Progress | null {
    if (!looksLikeHttp(buffered)) return { state: 'invalid' }
    const at = buffered.indexOf(headEnd)
    const size = at === -1 ? buffered.length : at + headEnd.length
    if (size > maxHeadBytes || frameBytes + size > maxFrameBytes) return finishBrokenHead('too_large')
    status ??= peekStatus()
    if (at === -1) return { state: 'head' }
    frameBytes += size
    const found = readHead(buffered.toString('latin1', 0, at))
    // 101: no protocol upgrade was requested.
    if (found === null || found.status === 101) return finishBrokenHead('invalid')
    buffered = buffered.subarray(size)
    if (found.status < 200) return null
    head = found
    if (found.body === 'none' || found.body === 0) return complete()
    if (found.body === 'chunked') step = readChunkSize
    else {
      step = readPlain
      remaining = found.body === 'until_end' ? Number.POSITIVE_INFINITY : found.body
    }
    return null
  }

  /** Returns null if the status line is incomplete or of a 1xx response. */
  function peekStatus(): number | null {
    const at = buffered.indexOf(lineEnd)
    const found = at === -1 ? null : readStatusLine(buffered.toString('latin1', 0, at))
    return found !== null && found.status >= 200 ? found.status : null
  }

  /** Stops reading the head; the part received counts if it contains a status line. */
  function finishBrokenHead(otherwise: 'invalid' | 'too_large'): Progress {
    head = readBrokenHead(buffered.toString('latin1', 0, maxHeadBytes))
    status = head?.status ?? null
    return head === null ? { state: otherwise } : truncate()
  }

  function readPlain(): Progress | null {
    takeBody()
    return remaining === 0 ? complete() : { state: 'body' }
  }

  function readChunkSize(): Progress | null {
    const line = readLine()
    if (line === null) return waitForLine()
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1]
    if (size === undefined) return truncate()
    remaining = Number.parseInt(size, 16)
    step = remaining === 0 ? readTrailer : readChunk
    return null
  }

  function readChunk(): Progress | null {
    takeBody()
    if (remaining > 0) return { state: 'body' }
    if (buffered.length < lineEnd.length) return { state: 'body' }
    if (!buffered.subarray(0, lineEnd.length).equals(lineEnd)) return truncate()
    buffered = buffered.subarray(lineEnd.length)
    step = readChunkSize
    return null
  }

  function readTrailer(): Progress | null {
    const line = readLine()
    if (line === null) return waitForLine()
    return line === '' ? complete() : null
  }

  function readLine(): string | null {
    const at = buffered.indexOf(lineEnd)
    if (at === -1 || at > maxLineBytes) return null
    const line = buffered.toString('latin1', 0, at)
    buffered = buffered.subarray(at + lineEnd.length)
    frameBytes += at + lineEnd.length
    return line
  }

  const waitForLine = (): Progress => (buffered.length > maxLineBytes ? truncate() : { state: 'body' })

  /** Moves body bytes from `buffered` to `parts`. */
  function takeBody(): void {
    const part = remaining < buffered.length ? buffered.subarray(0, remaining) : buffered
    buffered = buffered.subarray(part.length)
    remaining -= part.length
    const room = maxBodyBytes - bodyBytes
    // Copied, because the chunk is a view of a buffer of up to 64 KiB.
    if (room > 0 && part.length > 0) parts.push(Buffer.from(part.subarray(0, room)))
    bodyBytes += part.length
    if (bodyBytes > maxBodyBytes) truncated = true
  }

  /** The second limit stops endless trailers and tiny chunks, with which the body does not grow. */
  const limitReached = (): boolean => truncated || (head !== null && frameBytes > maxFrameBytes)

  function truncate(): Progress {
    truncated = true
    return { state: 'done', clean: false }
  }

  const complete = (): Progress => ({
    state: 'done',
    clean: buffered.length === 0 && !truncated && head?.keepAlive === true,
  })

  return {
    get status() {
      return status
    },
    get head() {
      return head
    },
    get truncated() {
      return truncated
    },
    body: () => (parts.length === 1 ? (parts[0] ?? empty) : Buffer.concat(parts)),
    read(chunk) {
      if (finished) return progress
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      let next: Progress | null = null
      while (next === null && !limitReached()) next = step()
      progress = next === null || (next.state === 'body' && limitReached()) ? truncate() : next
      finished = progress.state !== 'head' && progress.state !== 'body'
      return progress
    },
    end() {
      if (finished) return progress
      finished = true
      if (head === null) progress = finishBrokenHead('invalid')
      else {
        truncated ||= head.body !== 'until_end'
        progress = { state: 'done', clean: false }
      }
      return progress
    },
  }
}

const start = Buffer.from('HTTP/1.')

/** Checks the first bytes, so that other protocols are rejected without waiting for more data. */
function looksLikeHttp(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, start.length)
  return bytes.subarray(0, length).equals(start.subarray(0, length))
}
