import type { SendResult } from './sending/send-result.ts'

const mask = '***'
const signatureHeader = 'webhook-signature'

/** Matches hashes of all links, because an echoed link may be truncated, also percent-encoded or escaped in JSON or HTML. */
const hashes = /(_hash(?:=|%(?:25)*3D|\\+u003D|&#(?:61|x3D);))[\w-]+/gi

/**
 * Masks secrets of an attempt for the log: signatures and link hashes are credentials while they are valid (spec 4.3), and a
 * receiver may echo them. `body` is the request body.
 */
export function maskExchange(
  result: Pick<SendResult, 'request' | 'response'>,
  body: string,
): { request: object | null; response: object | null } {
  const { request, response } = result
  const signature = request?.headers[signatureHeader]?.replace(/^v1,/, '')
  const maskSignature = signature === undefined ? (text: string) => text : createSignatureMasker(signature)
  return {
    request: request && {
      url: request.url,
      headers: { ...request.headers, [signatureHeader]: `v1,${mask}` },
      body: maskHashes(body),
    },
    response: response && maskResponse(response, (text) => maskSignature(maskHashes(text))),
  }
}

export const maskHashes = (text: string): string => text.replaceAll(hashes, `$1${mask}`)

function maskResponse(
  response: NonNullable<SendResult['response']>,
  maskText: (text: string) => string,
): object {
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    maskText(value),
  ])
  return { ...response, headers: Object.fromEntries(headers), body: maskText(response.body) }
}

/**
 * Masks a signature in a text, also escaped in JSON (`\/`), percent-encoded once or several times (`%2F`), or truncated to no
 * less than a third. Echoes are rare: the pattern is built only if a part of the signature without special characters occurs.
 */
function createSignatureMasker(signature: string): (text: string) => string {
  const minLength = Math.ceil(signature.length / 3)
  const pieces = signature
    .slice(0, minLength)
    .toLowerCase()
    .split(/[^a-z0-9]/)
  const piece = pieces.reduce((longest, next) => (next.length > longest.length ? next : longest), '')
  let pattern: RegExp | null = null
  return (text) => {
    if (text.length < minLength || !text.toLowerCase().includes(piece)) return text
    pattern ??= signaturePattern(signature, minLength)
    return text.replaceAll(pattern, mask)
  }
}

function signaturePattern(signature: string, minLength: number): RegExp {
  const patterns = (signature.match(/./g) ?? []).map((character) => {
    if (/[a-z0-9]/i.test(character)) return character
    const code = character.charCodeAt(0).toString(16)
    return `(?:\\\\?\\${character}|%(?:25)*${code}|\\\\u00${code})`
  })
  // After the first third, matches as much as is present.
  const rest = patterns.slice(minLength).reduceRight((tail, pattern) => `(?:${pattern}${tail})?`, '')
  return new RegExp(patterns.slice(0, minLength).join('') + rest, 'gi')
}
