/** A compact JWS taken apart (RFC 7515, 7.1), nothing of it checked. */
export interface CompactJws {
  header: Record<string, unknown>
  /** null: no JSON object. Known only after the signature was looked at, so that a forgery is called one. */
  payload: Record<string, unknown> | null
  /** What the signature stands over. */
  signed: string
  signature: Buffer
}

/** null: not three parts of base64url, or the first is no JSON object. */
export function readCompactJws(text: string): CompactJws | null {
  if (!/^[\w-]+\.[\w-]*\.[\w-]*$/.test(text)) return null
  const [head = '', body = '', signature = ''] = text.split('.')
  const header = readObject(head)
  if (!header) return null
  return {
    header,
    payload: readObject(body),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readObject(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
