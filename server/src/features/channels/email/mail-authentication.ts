import type { MailVerification } from '@parley/protocol/mailbox'
import { domainOf } from './mail-address.ts'
import type { MailHeaders } from './mail-headers.ts'

/**
 * What the receiving server found out about the domain of the sender (RFC 8601). Senders can write this field too. It counts
 * only if the named server wrote it, which removes others with its name, or if it stands above every Received: nothing of the sender
 * can be there.
 * @param server name of the receiving server; null: not known
 */
export function verificationOf(
  headers: MailHeaders,
  fromAddress: string,
  server: string | null,
): MailVerification {
  const fields = headers.all('authentication-results')
  const positions = headers.positions('authentication-results')
  const [topmostReceived = -1] = headers.positions('received')
  const index = fields.findIndex((field, at) =>
    server === null
      ? (positions[at] as number) < topmostReceived
      : serverOf(field) === server.trim().toLowerCase(),
  )
  const field = fields[index]
  return field === undefined ? 'unknown' : judge(resultsOf(field), domainOf(fromAddress))
}

interface Result {
  method: string
  value: string
  properties: Map<string, string>
}

const maxLength = 8000

const serverOf = (field: string): string =>
  (withoutComments(field).split(';')[0] ?? '').trim().split(/\s/)[0]?.toLowerCase() ?? ''

function resultsOf(field: string): Result[] {
  const [, ...parts] = withoutComments(field).split(';')
  return parts.flatMap((part) => {
    const [first = '', ...rest] = part.trim().toLowerCase().split(/\s+/)
    const [method, value] = first.split('=')
    if (!method || value === undefined) return []
    const properties = new Map(
      rest.flatMap((word) => {
        const at = word.indexOf('=')
        return at > 0 ? [[word.slice(0, at), word.slice(at + 1).replaceAll('"', '')] as const] : []
      }),
    )
    return [{ method, value, properties }]
  })
}

/** Comments may nest. */
function withoutComments(field: string): string {
  let depth = 0
  let text = ''
  for (const character of field.slice(0, maxLength)) {
    if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) text += character
  }
  return text
}

function judge(results: Result[], domain: string): MailVerification {
  const dmarc = results.find(({ method }) => method === 'dmarc')
  if (dmarc && dmarc.value !== 'none') {
    const about = dmarc.properties.get('header.from')
    if (about !== undefined && about !== domain) return 'unknown'
    return dmarc.value === 'pass' ? 'verified' : 'failed'
  }
  // Without a policy of the domain: a signature or a server of exactly this domain.
  const isVouchedFor = results.some(({ method, value, properties }) => {
    if (value !== 'pass') return false
    if (method === 'dkim') return covers(properties.get('header.d') ?? '', domain)
    if (method === 'spf') return domainOf(properties.get('smtp.mailfrom') ?? '') === domain
    return false
  })
  if (isVouchedFor) return 'verified'
  return results.some(({ method }) => method === 'dkim' || method === 'spf') ? 'failed' : 'unknown'
}

/** Whether a signature of this domain is valid for the other one: the same, or a domain below it. */
const covers = (signing: string, domain: string): boolean =>
  signing.includes('.') && (signing === domain || domain.endsWith(`.${signing}`))
