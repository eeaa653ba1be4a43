export interface ResponseHead {
  status: number
  /** Names in lower case, in the order in which they came; several of a name are joined by a comma. */
  headers: Map<string, string>
  /** Bytes of the body, or how its end is told. */
  body: number | 'none' | 'chunked' | 'until_end'
  /** Another request may follow on the connection. */
  keepAlive: boolean
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/
const field = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/

/** A line of an answer, without its end, as the status line that it should be; null when it is none. */
export function readStatusLine(line: string): { status: number; minor: string } | null {
  const [, minor, code] = statusLine.exec(line) ?? []
  return minor === undefined || code === undefined ? null : { status: Number(code), minor }
}

/** The head of an answer, without the empty line at its end; null when it is no valid HTTP/1.1 (RFC 9112). */
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
 * What can be told of a head that breaks off or breaks its rules: its status, and the fields before that. null when not even
 * the status line is whole and a final one, 200 or above.
 */
export function readBrokenHead(text: string): ResponseHead | null {
  // What follows the last line end may be half a field.
  const [first = '', ...lines] = text.split('\r\n').slice(0, -1)
  const { status } = readStatusLine(first) ?? {}
  if (status === undefined || status < 200) return null
  const headers = new Map<string, string>()
  for (const line of lines) {
    if (!addField(headers, line)) break
  }
  return { status, headers, body: 'none', keepAlive: false }
}

/** false: it is no field. */
function addField(headers: Map<string, string>, line: string): boolean {
  const [, name, value] = field.exec(line) ?? []
  if (name === undefined || value === undefined) return false
  const key = name.toLowerCase()
  const known = headers.get(key)
  headers.set(key, known === undefined ? value : `${known}, ${value}`)
  return true
}

/** RFC 9112, 6.3. null: two lengths. */
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

/** Both at once is how requests are smuggled past proxies; the answer is read, the connection is not trusted. */
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

/** For how long the other side keeps a silent connection, in milliseconds (`Keep-Alive: timeout=5`); null when it does not say. */
export function keepAliveHint(headers: Map<string, string>): number | null {
  const seconds = /timeout=(\d{1,6})/i.exec(headers.get('keep-alive') ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds) * 1000
}
