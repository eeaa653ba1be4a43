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

/** Microsoft writes no name, only results. */
function serverOf(field: string): string | undefined {
  const name = partsOf(field)[0]?.[0]
  return name?.includes('=') ? undefined : name
}

function resultsOf(field: string): Result[] {
  return partsOf(field).flatMap(([first = '', ...rest]) => {
    const [method, value] = first.split('=')
    if (!method || value === undefined) return []
    const properties = new Map(
      rest.flatMap((word) => {
        const at = word.indexOf('=')
        return at > 0 ? [[word.slice(0, at), word.slice(at + 1)] as const] : []
      }),
    )
    return [{ method, value, properties }]
  })
}

/**
 * The words between semicolons. Comments may nest, and a quoted part of an address, which the sender has chosen, may contain
 * semicolons. Nothing if a quote or a comment does not end.
 */
function partsOf(field: string): string[][] {
  const parts: string[][] = []
  let words: string[] = []
  let word = ''
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  const endWord = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  const endPart = () => {
    endWord()
    parts.push(words)
    words = []
  }
  for (const character of field.slice(0, maxLength).toLowerCase()) {
    if (isEscaped) {
      isEscaped = false
      if (isQuoted) word += character
    } else if (character === '\\' && (isQuoted || depth > 0)) isEscaped = true
    else if (isQuoted) {
      if (character === '"') isQuoted = false
      else word += character
    } else if (character === '(') {
      depth += 1
      endWord()
    } else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (character === '"') isQuoted = true
    else if (character === ';') endPart()
    else if (/\s/.test(character)) endWord()
    else word += character
  }
  endPart()
  return isQuoted || depth > 0 ? [] : parts
}

function judge(results: Result[], domain: string): MailVerification {
  // `none` and errors are no verdict; neither is Microsoft's `bestguesspass`, its guess without a policy.
  const policies = results.filter(
    ({ method, value }) => method === 'dmarc' && (value === 'pass' || value === 'fail'),
  )
  if (policies.some(({ properties }) => (properties.get('header.from') ?? domain) !== domain))
    return 'unknown'
  if (policies.some(({ value }) => value === 'fail')) return 'failed'
  if (policies.length > 0) return 'verified'
  // Without a verdict: a signature or a server of exactly this domain. Those of a mailing service tell nothing about it.
  const own = results.filter((result) => isAbout(result, domain))
  if (own.some(({ value }) => value === 'pass')) return 'verified'
  return own.some(({ value }) => value === 'fail') ? 'failed' : 'unknown'
}

function isAbout({ method, properties }: Result, domain: string): boolean {
  if (method === 'dkim') return covers(signerOf(properties), domain)
  return method === 'spf' && domainOf(properties.get('smtp.mailfrom') ?? '') === domain
}

/** Gmail writes only the identity `i`, whose domain is that of the signature or below it (RFC 6376 section 3.5). */
const signerOf = (properties: Result['properties']): string =>
  properties.get('header.d') ?? domainOf(properties.get('header.i') ?? '')

/** Whether a signature of this domain is valid for the other one: the same, or a domain below it. */
const covers = (signing: string, domain: string): boolean =>
  signing.includes('.') && (signing === domain || domain.endsWith(`.${signing}`))
