export interface ResponseHead {
  status: number
  /** Lower-case names, in order of arrival; repeated fields are joined by a comma. */
  headers: Map<string, string>
  /** Body length in bytes, or how the body is delimited. */
  body: number | 'none' | 'chunked' | 'until_end'
  /** The connection can be used for another request. */
  keepAlive: boolean
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/
const fieldName = /^[!#$%&'*+.^_`|~\w-]+$/

/** Parses a status line without its line ending. Returns null if it is invalid. */
export function readStatusLine(line: string): { status: number; minor: string } | null {
  const [, minor, code] = statusLine.exec(line) ?? []
  return minor === undefined || code === undefined ? null : { status: Number(code), minor }
}

/** Parses a response head without the empty line at its end. Returns null if it is not valid HTTP/1.1 (RFC 9112). */
export function readHead(text: string): ResponseHead | null {
  const [first = '', ...lines] = text.split('\r\n')
  const { status, minor } = readStatusLine(first) ?? {}
  if (status === undefined) return null
  const headers = new Map<string, string>()
  if (!lines.every((line) => addField(headers, line))) return null
  const body = readFraming(status, headers)
  if (body === null) return null
  const keepAlive =
    minor === '1' && body !== 'until_end' && !has(headers, 'connection', 'close') && !ambiguous(headers)
  return { status, headers, body, keepAlive }
}

/**
 * Parses an incomplete or invalid head: its status and the fields before the error. Returns null without a complete status line
 * of a final response (200 or above).
 */
export function readBrokenHead(text: string): ResponseHead | null {
  // The text after the last line ending may be an incomplete field.
  const [first = '', ...lines] = text.split('\r\n').slice(0, -1)
  const { status } = readStatusLine(first) ?? {}
  if (status === undefined || status < 200) return null
  const headers = new Map<string, string>()
  for (const line of lines) {
    if (!addField(headers, line)) break
  }
  return { status, headers, body: 'none', keepAlive: false }
}

/** Returns false if the line is not a field. Takes linear time: a receiver chooses the line. */
function addField(headers: Map<string, string>, line: string): boolean {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0))
  if (!fieldName.test(name) || /[\r\n]/.test(line)) return false
  const value = withoutBlanks(line, colon + 1)
  const key = name.toLowerCase()
  const known = headers.get(key)
  headers.set(key, known === undefined ? value : `${known}, ${value}`)
  return true
}

/** Returns the line from an index on, without the spaces and tabs around it. */
function withoutBlanks(line: string, from: number): string {
  let end = line.length
  while (from < end && isBlank(line[from])) from += 1
  while (from < end && isBlank(line[end - 1])) end -= 1
  return line.slice(from, end)
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** Message body length (RFC 9112, section 6.3). Returns null if the length is invalid or there are several. */
function readFraming(status: number, headers: Map<string, string>): ResponseHead['body'] | null {
  if (status < 200 || status === 204 || status === 304) return 'none'
  const encoding = headers.get('transfer-encoding')
  if (encoding !== undefined) return encoding.toLowerCase() === 'chunked' ? 'chunked' : 'until_end'
  const length = headers.get('content-length')
  if (length === undefined) return 'until_end'
  const values = new Set(length.split(',').map((value) => value.trim()))
  const [value = ''] = values
  return values.size === 1 && /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** Both fields at once are a sign of request smuggling: the response is read, but the connection is not reused. */
const ambiguous = (headers: Map<string, string>): boolean =>
  headers.has('transfer-encoding') && headers.has('content-length')

function has(headers: Map<string, string>, name: string, token: string): boolean {
  const value = headers.get(name)
  return (
    value !== undefined &&
    value
      .toLowerCase()
      .split(/[\s,]+/)
      .includes(token)
  )
}

/** Returns the peer's idle timeout in milliseconds (`Keep-Alive: timeout=5`), null if absent. */
export function keepAliveHint(headers: Map<string, string>): number | null {
  const seconds = /timeout=(\d{1,6})/i.exec(headers.get('keep-alive') ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds) * 1000
}
