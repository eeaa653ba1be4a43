import type { Mail } from './mail.ts'

const addressForm = /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/
const idForm = /^<?([\x21-\x3b\x3d\x3f-\x7e]+@[\x21-\x3b\x3d\x3f-\x7e]+?)>?$/
const nameForm = /^[A-Za-z][A-Za-z0-9-]{0,62}$/
// oxlint-disable-next-line no-control-regex -- these are what could end a header
const controls = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g
/** RFC 5322 section 2.1.1 limits lines to 998 characters, RFC 3696 addresses to 254. */
const maxLength = { line: 998, address: 254, id: 252, ids: 50 }

/** Header fields that only the mailer writes: each has a member in Mail, or is a matter of the message's form. */
const ownFields = new Set(
  [
    ['bcc', 'cc', 'content-disposition', 'content-id', 'content-language', 'content-transfer-encoding'],
    ['content-type', 'date', 'from', 'in-reply-to', 'message-id', 'mime-version', 'received', 'references'],
    ['reply-to', 'return-path', 'sender', 'subject', 'to', 'dkim-signature'],
  ].flat(),
)

const invalid = (what: string) => Object.assign(new Error(what), { code: 'invalid_mail' })

/** Replaces control characters, among them line breaks, by spaces. */
export const singleLine = (text: string): string => text.replaceAll(controls, ' ').trim()

/** @throws Error with the code invalid_mail for anything but one plain address; the error does not quote it */
export function requireAddress(address: string): string {
  const isAddress = addressForm.test(address) && singleLine(address) === address
  if (!isAddress || address.length > maxLength.address) throw invalid('This is not an e-mail address.')
  return address
}

/** In angle brackets, without what is no message id: those of received mail may contain anything. At most the newest 50. */
export function validMessageIds(ids: readonly (string | undefined)[]): string[] {
  return ids
    .map((id) => id?.trim() ?? '')
    .filter((id) => id.length <= maxLength.id)
    .flatMap((id) => idForm.exec(id)?.[1] ?? [])
    .slice(-maxLength.ids)
    .map((id) => `<${id}>`)
}

type HeaderValue = string | { prepared: true; foldLines: false; value: string }

/** Some mail programs do not find an address that begins on the second line. */
const unfolded = (value: string): HeaderValue =>
  /^[\x20-\x7e]*$/.test(value) ? { prepared: true, foldLines: false, value } : value

/** @throws Error with the code invalid_mail for fields that the mailer writes and for values with line breaks */
export function mailHeaders({ headers = {}, language, automatic = true }: Mail): Record<string, HeaderValue> {
  for (const [name, value] of Object.entries(headers)) {
    if (!nameForm.test(name) || ownFields.has(name.toLowerCase())) throw invalid(`Header field ${name}`)
    if (singleLine(value) !== value || value.length > maxLength.line)
      throw invalid(`Value of header field ${name}`)
  }
  return {
    ...(language !== undefined && { 'Content-Language': singleLine(language) }),
    // RFC 3834, and what Exchange understands: no out-of-office replies and no receipts. Non-delivery reports are welcome.
    ...(automatic && {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
    }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, unfolded(value)])),
  }
}
