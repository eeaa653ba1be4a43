import type { MailVerification } from '@parley/protocol/mailbox'
import { domainOf } from './mail-address.ts'
import type { MailHeaders } from './mail-headers.ts'

/**
 * What the receiving server found out about the domain of the sender (RFC 8601). Senders can write this field too. It counts
 * only if the named server wrote it, which removes others with its name, or if it stands above every Received: nothing of the sender
 * can be there. Only the topmost field counts, also if it cannot be read: the next one may be the sender's.
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
  const field = fields.find((each, at) =>
    server === null
      ? (positions[at] as number) < topmostReceived
      : serverOf(each) === server.trim().toLowerCase(),
  )
  if (field === undefined) return 'unknown'
  const results = resultsOf(field)
  if (results === null) return mentionsFailure(field) ? 'failed' : 'unknown'
  const verdict = judge(results, domainOf(fromAddress))
  // Values that the sender has chosen may turn what is between them into a comment.
  return verdict === 'verified' && mentionsFailure(field) ? 'unknown' : verdict
}

const mentionsFailure = (field: string): boolean => /\bdmarc\s*=\s*fail\b/i.test(field)

interface Result {
  method: string
  value: string
  properties: Map<string, string>
}

const maxLength = 8000

/** The name comes before the results and does not depend on them. Microsoft writes no name, only results. */
function serverOf(field: string): string | undefined {
  const name = partsOf(field).parts[0]?.[0]
  return name?.includes('=') ? undefined : name
}

/** null: the field is ambiguous or incomplete. */
function resultsOf(field: string): Result[] | null {
  const { parts, isClear } = partsOf(field)
  if (!isClear) return null
  const results: Result[] = []
  for (const [first = '', ...rest] of parts) {
    const [method, value] = first.split('=')
    if (!method || value === undefined) continue
    const properties = new Map<string, string>()
    for (const word of rest) {
      const at = word.indexOf('=')
      const name = word.slice(0, Math.max(at, 0))
      if (properties.has(name)) return null
      if (name !== '') properties.set(name, word.slice(at + 1))
    }
    results.push({ method, value, properties })
  }
  return results
}

/**
 * The words between semicolons. Comments may nest, and quoted values may contain semicolons. `isClear`: the whole field was read, and
 * other readers cannot find quotes or comments in other places. The quoted part of an address never is: if the server has removed the
 * sender's escapes, what looks like its end is not.
 */
function partsOf(field: string): { parts: string[][]; isClear: boolean } {
  const parts: string[][] = []
  let words: string[] = []
  let word = ''
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  let wasQuoted = false
  let isClear = field.length <= maxLength
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
    if (wasQuoted && !/[\s;(]/.test(character)) isClear = false
    wasQuoted = isQuoted && !isEscaped && character === '"'
    if (isEscaped) {
      isEscaped = false
      if (isQuoted) word += character
    } else if (character === '\\') {
      if (isQuoted || depth > 0) isEscaped = true
      else isClear = false
    } else if (isQuoted) {
      if (character === '"') isQuoted = false
      else word += character
    } else if (character === '(') {
      depth += 1
      endWord()
    } else if (character === ')') {
      if (depth === 0) isClear = false
      else depth -= 1
    } else if (depth > 0) {
      if (character === '"') isClear = false
    } else if (character === '"') isQuoted = true
    else if (character === ';') endPart()
    else if (/\s/.test(character)) endWord()
    else word += character
  }
  endPart()
  return { parts, isClear: isClear && !isQuoted && depth === 0 }
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
  // Without a verdict: a signature or a server of exactly this domain. A mailing service's signature says nothing about this domain.
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
