import { createHash, createVerify, type KeyObject } from 'node:crypto'

/** What a receiving server finds out about the signature of a mail (RFC 6376): relaxed/relaxed, rsa-sha256. */
export function checkDkim(
  source: string,
  /** The key that the domain publishes under `<selector>._domainkey.<domain>`. */
  keyAt: (name: string) => KeyObject | undefined,
): { result: 'pass' | 'fail' | 'none'; domain: string | null } {
  const end = source.indexOf('\r\n\r\n')
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))
  if (signature === undefined) return { result: 'none', domain: null }
  const tags = tagsOf(signature)
  const domain = tags.get('d') ?? ''
  const key = keyAt(`${tags.get('s')}._domainkey.${domain}`)
  const bodyHash = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)))
    .digest('base64')
  if (!key || bodyHash !== tags.get('bh')) return { result: 'fail', domain }
  const left = [...fields]
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    // From the bottom: a field that is named twice was signed twice.
    const index = left.findLastIndex((field) => nameOf(field) === name.trim().toLowerCase())
    return index === -1 ? [] : left.splice(index, 1).map((field) => `${relaxedField(field)}\r\n`)
  })
  const own = relaxedField(signature.replace(/(\bb=)[^;]*/, '$1'))
  const isValid = createVerify('sha256')
    .update(signed.join('') + own)
    .verify(key, tags.get('b') ?? '', 'base64')
  return { result: isValid ? 'pass' : 'fail', domain }
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase()

const tagsOf = (field: string): Map<string, string> =>
  new Map(
    field
      .slice(field.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const at = tag.indexOf('=')
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replaceAll(/\s/g, '')] as const
      }),
  )

const relaxedField = (field: string): string => {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${nameOf(field)}:${value}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines.map((line) => `${line}\r\n`).join('')
}
