import type { SendResult } from './sending/send-result.ts'

const hashes = /_hash(?:=|%3D)([\w-]+)/gi
const mask = '***'

/**
 * What the log keeps of an attempt: signatures and the links' hashes are passwords for a while (spec 4.3), and a receiver may
 * echo what it got. `body` is what was sent.
 */
export function maskExchange(
  result: Pick<SendResult, 'request' | 'response'>,
  body: string,
): { request: object | null; response: object | null } {
  const { request, response } = result
  const secrets = new Set([...body.matchAll(hashes)].map(([, hash]) => hash as string))
  for (const [name, value] of Object.entries(request?.headers ?? {})) {
    if (isSignature(name)) for (const one of value.split(' ')) secrets.add(one.replace(/^v1,/, ''))
  }
  const hide = (text: string) => {
    let hidden = text
    for (const secret of secrets) if (secret !== '') hidden = hidden.replaceAll(secret, mask)
    return hidden
  }
  const hideAll = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)]))
  return {
    request: request && { url: request.url, headers: hideAll(request.headers), body: hide(body) },
    response: response && { ...response, headers: hideAll(response.headers), body: hide(response.body) },
  }
}

const isSignature = (header: string): boolean => header.toLowerCase() === 'webhook-signature'
