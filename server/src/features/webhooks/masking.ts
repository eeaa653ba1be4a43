import type { SendResult } from './sending/send-result.ts'

const mask = '***'
const signatureHeader = 'webhook-signature'

/** Of any link: an echo may be cut in the middle of one. */
const hashes = /(_hash(?:=|%3D))[\w-]+/gi

/**
 * What the log keeps of an attempt: signatures and the links' hashes are passwords for a while (spec 4.3), and a receiver may
 * echo what it got. `body` is what was sent.
 */
export function maskExchange(
  result: Pick<SendResult, 'request' | 'response'>,
  body: string,
): { request: object | null; response: object | null } {
  const { request, response } = result
  const signature = request?.headers[signatureHeader]?.replace(/^v1,/, '')
  const hideSignature = signature === undefined ? (text: string) => text : hider(signature)
  return {
    request: request && {
      url: request.url,
      headers: { ...request.headers, [signatureHeader]: `v1,${mask}` },
      body: hideHashes(body),
    },
    response: response && maskResponse(response, (text) => hideSignature(hideHashes(text))),
  }
}

const hideHashes = (text: string): string => text.replaceAll(hashes, `$1${mask}`)

function maskResponse(response: NonNullable<SendResult['response']>, hide: (text: string) => string): object {
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    hide(value),
  ])
  return { ...response, headers: Object.fromEntries(headers), body: hide(response.body) }
}

/**
 * Hides a signature in a text, also as JSON may write it (`\/`), or an address (`%2F`, once or several times), or cut off, as long as
 * a third of it is there. A receiver that echoes is rare: the shape is made when a piece that has only one spelling is there.
 */
function hider(signature: string): (text: string) => string {
  const least = Math.ceil(signature.length / 3)
  const pieces = signature
    .slice(0, least)
    .toLowerCase()
    .split(/[^a-z0-9]/)
  const piece = pieces.reduce((longest, next) => (next.length > longest.length ? next : longest), '')
  let shape: RegExp | null = null
  return (text) => {
    if (text.length < least || !text.toLowerCase().includes(piece)) return text
    shape ??= anyShape(signature, least)
    return text.replaceAll(shape, mask)
  }
}

function anyShape(signature: string, least: number): RegExp {
  const shapes = (signature.match(/./g) ?? []).map((character) => {
    if (/[a-z0-9]/i.test(character)) return character
    const code = character.charCodeAt(0).toString(16)
    return `(?:\\\\?\\${character}|%(?:25)*${code}|\\\\u00${code})`
  })
  // What follows the first third only goes along as far as it is there.
  const rest = shapes.slice(least).reduceRight((tail, shape) => `(?:${shape}${tail})?`, '')
  return new RegExp(shapes.slice(0, least).join('') + rest, 'gi')
}
