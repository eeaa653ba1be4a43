import { readBrokenHead, readHead, readStatusLine, type ResponseHead } from './response-head.ts'

/**
 * Reads one HTTP/1.1 answer (RFC 9112) as it comes in, for who wants its status, and a little of the rest for a log. A whole status
 * line stands, whatever comes behind it. What is unclear there ends the reading instead of being guessed at: a connection is used
 * again only after an answer without a doubt.
 */
export type Progress =
  | { state: 'head' | 'body' }
  /** `clean`: it ended where its head said, with nothing behind it. */
  | { state: 'done'; clean: boolean }
  /** Without a status line. */
  | { state: 'invalid' | 'too_large' }

export interface ResponseReader {
  /** The final one, 200 or above, as soon as its line is whole. */
  readonly status: number | null
  /** Of the same answer, when it is whole, or when nothing more of it is read. */
  readonly head: ResponseHead | null
  /** What came of the body, as it came, at most 16 KiB. */
  body(): Buffer
  /** There is more of the answer than `head` and `body` give. */
  readonly truncated: boolean
  read(chunk: Buffer): Progress
  /** Nothing more comes, or is waited for. */
  end(): Progress
}

/** Of one head. */
const maxHeadBytes = 16_384
/** Of all that is no body: 1xx answers, the head, sizes of chunks, trailers. */
const maxFrameBytes = 2 * maxHeadBytes
const maxBodyBytes = 16_384
/** The size of a chunk with whatever is written behind it, and a line of a trailer. */
const maxLineBytes = 1024

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const none = Buffer.alloc(0)

export function createResponseReader(): ResponseReader {
  let status: number | null = null
  let head: ResponseHead | null = null
  let frameBytes = 0
  /** Came, and is not understood yet. */
  let rest: Buffer = none
  const parts: Buffer[] = []
  let bodyBytes = 0
  let truncated = false
  let step: () => Progress | null = readHeads
  let finished = false
  /** Of the body or of the chunk, still to come. */
  let left = 0
  let progress: Progress = { state: 'head' }

  /** null: on to the next step. */
  function readHeads(): Progress | null {
    if (!looksLikeHttp(rest)) return { state: 'invalid' }
    const at = rest.indexOf(headEnd)
    const size = at === -1 ? rest.length : at + headEnd.length
    if (size > maxHeadBytes || frameBytes + size > maxFrameBytes) return breakHead('too_large')
    status ??= peekStatus()
    if (at === -1) return { state: 'head' }
    frameBytes += size
    const found = readHead(rest.toString('latin1', 0, at))
    // Nobody asked for another protocol.
    if (found === null || found.status === 101) return breakHead('invalid')
    rest = rest.subarray(size)
    if (found.status < 200) return null
    head = found
    if (found.body === 'none' || found.body === 0) return over()
    if (found.body === 'chunked') step = readChunkSize
    else {
      step = readPlain
      left = found.body === 'until_end' ? Number.POSITIVE_INFINITY : found.body
    }
    return null
  }

  /** null: its line is not whole, or announces another one. */
  function peekStatus(): number | null {
    const at = rest.indexOf(lineEnd)
    const found = at === -1 ? null : readStatusLine(rest.toString('latin1', 0, at))
    return found !== null && found.status >= 200 ? found.status : null
  }

  /** Nothing more of the head is read: what there is of it counts if it has a status line. */
  function breakHead(otherwise: 'invalid' | 'too_large'): Progress {
    head = readBrokenHead(rest.toString('latin1', 0, maxHeadBytes))
    status = head?.status ?? null
    return head === null ? { state: otherwise } : cut()
  }

  function readPlain(): Progress | null {
    take()
    return left === 0 ? over() : { state: 'body' }
  }

  function readChunkSize(): Progress | null {
    const line = readLine()
    if (line === null) return waitForLine()
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1]
    if (size === undefined) return cut()
    left = Number.parseInt(size, 16)
    step = left === 0 ? readTrailer : readChunk
    return null
  }

  function readChunk(): Progress | null {
    take()
    if (left > 0) return { state: 'body' }
    if (rest.length < lineEnd.length) return { state: 'body' }
    if (!rest.subarray(0, lineEnd.length).equals(lineEnd)) return cut()
    rest = rest.subarray(lineEnd.length)
    step = readChunkSize
    return null
  }

  function readTrailer(): Progress | null {
    const line = readLine()
    if (line === null) return waitForLine()
    return line === '' ? over() : null
  }

  function readLine(): string | null {
    const at = rest.indexOf(lineEnd)
    if (at === -1 || at > maxLineBytes) return null
    const line = rest.toString('latin1', 0, at)
    rest = rest.subarray(at + lineEnd.length)
    frameBytes += at + lineEnd.length
    return line
  }

  const waitForLine = (): Progress => (rest.length > maxLineBytes ? cut() : { state: 'body' })

  /** Moves what belongs to the body out of `rest`. */
  function take(): void {
    const part = left < rest.length ? rest.subarray(0, left) : rest
    rest = rest.subarray(part.length)
    left -= part.length
    const room = maxBodyBytes - bodyBytes
    // A copy: what is read is a window on a buffer of up to 64 KiB.
    if (room > 0 && part.length > 0) parts.push(Buffer.from(part.subarray(0, room)))
    bodyBytes += part.length
    if (bodyBytes > maxBodyBytes) truncated = true
  }

  /** Trailers and tiny chunks could go on for ever beside a body that does not grow. */
  const enough = (): boolean => truncated || (head !== null && frameBytes > maxFrameBytes)

  function cut(): Progress {
    truncated = true
    return { state: 'done', clean: false }
  }

  const over = (): Progress => ({
    state: 'done',
    clean: rest.length === 0 && !truncated && head?.keepAlive === true,
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
    body: () => (parts.length === 1 ? (parts[0] ?? none) : Buffer.concat(parts)),
    read(chunk) {
      if (finished) return progress
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let next: Progress | null = null
      while (next === null && !enough()) next = step()
      progress = next === null || (next.state === 'body' && enough()) ? cut() : next
      finished = progress.state !== 'head' && progress.state !== 'body'
      return progress
    },
    end() {
      if (finished) return progress
      finished = true
      if (head === null) progress = breakHead('invalid')
      else {
        truncated ||= head.body !== 'until_end'
        progress = { state: 'done', clean: false }
      }
      return progress
    },
  }
}

const start = Buffer.from('HTTP/1.')

/** As soon as it can be told: what is no HTTP is not waited for. */
function looksLikeHttp(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, start.length)
  return bytes.subarray(0, length).equals(start.subarray(0, length))
}
