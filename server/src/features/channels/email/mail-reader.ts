import { channelCapabilities } from '@parley/protocol/channel'
import PostalMime, { addressParser, type Email } from 'postal-mime'
import { createHash } from 'node:crypto'
import { automaticOf } from './automatic-mail.ts'
import { isAddress, singleLine } from './mail-address.ts'
import { verificationOf } from './mail-authentication.ts'
import { mailHeaders, messageIds, type MailHeaders } from './mail-headers.ts'
import type { MailFile, MailPayload } from './mail-payload.ts'
import { positionOf } from './mail-position.ts'
import { reportOf } from './mail-report.ts'
import { textOfHtml, tidy } from './mail-text.ts'

export interface RawMail {
  uid: number
  size: number
  /** Milliseconds since 1970, when the server received it. */
  receivedAt: number
  /** The whole mail, or its beginning if it is too large. */
  source: Buffer
  isWhole: boolean
}

export interface ReadMail {
  payload: MailPayload
  /** In the order of `payload.content.files`. */
  contents: Buffer[]
}

const limits = {
  depth: 50,
  headerBytes: 500_000,
  subject: 300,
  name: 100,
  text: 200_000,
  html: 500_000,
  files: channelCapabilities.email.maxAttachments,
  recipients: 20,
  addressed: 200,
}

/** Settings of the mailbox that received the mail. */
export interface MailSettings {
  address: string
  authenticationServer: string | null
}

/** Reads a mail. Never throws: what cannot be read becomes a notice. undefined: there is no sender to answer. */
export const readMail = async (raw: RawMail, settings: MailSettings): Promise<ReadMail | undefined> =>
  readParsed(raw, settings, await parse(raw))

/** The notice of a mail that cannot be read, from the beginning of its header. */
export const unreadableMail = (raw: RawMail, settings: MailSettings): ReadMail | undefined =>
  readParsed(raw, settings, null)

/** @param email null: the parser refused it */
function readParsed(raw: RawMail, settings: MailSettings, email: Email | null): ReadMail | undefined {
  const headers = email === null ? plainHeaders(raw.source) : mailHeaders(email.headers)
  const senders = addressesOf(headers.all('from').slice(0, 2).join(', '))
  const isOwn = senders[0]?.address === settings.address
  const from = isOwn ? writerOf(headers, settings.address) : senders[0]
  if (!from) return undefined
  const subject = singleLine(email?.subject ?? headers.first('subject'), limits.subject)
  const [mailId = null] = messageIds(headers.first('message-id'))
  const verdict = verificationOf(headers, from.address, settings.authenticationServer)
  const isProven = !isOwn && (senders.length === 1 || verdict === 'failed')
  const base = {
    externalId: externalIdOf(raw, from.address, mailId),
    position: positionOf(raw),
    contact: from.address,
    fromName: singleLine(from.name, limits.name),
    mailId,
    inReplyTo: messageIds(headers.first('in-reply-to')),
    references: messageIds(headers.first('references')),
    addressed: addressedBy(headers),
    recipients: addressesOf(['to', 'cc'].flatMap((name) => fewOf(headers, name)).join(', '))
      .map(({ address }) => address)
      .slice(0, limits.recipients),
    subject,
    language: languageOf(headers),
    automatic: isOwn && automaticOf(headers) === 'no' ? 'bulk' : automaticOf(headers),
    verification: isProven ? verdict : ('unknown' as const),
  }
  if (email === null) return { payload: { ...base, content: { kind: 'unreadable' } }, contents: [] }
  if (!raw.isWhole)
    return { payload: { ...base, content: { kind: 'too_large', size: raw.size } }, contents: [] }
  const report = reportOf(headers, email)
  if (report === 'ignored') return { payload: { ...base, content: { kind: 'ignored' } }, contents: [] }
  if (report !== 'none')
    return {
      // In the queue of the recipient, whose message it is about.
      payload: { ...base, contact: report.recipient, content: { kind: 'report', report } },
      contents: [],
    }
  const { files, contents, more } = filesOf(email)
  const html = email.html ? email.html.slice(0, limits.html).toWellFormed() : null
  const text = tidy(email.text ?? '') || (html === null ? '' : textOfHtml(html))
  return {
    payload: {
      ...base,
      content: {
        kind: 'mail',
        text: text.slice(0, limits.text).toWellFormed(),
        html,
        files,
        more,
      },
    },
    contents,
  }
}

/**
 * Contact forms send with the address of the mailbox and name the customer in Reply-To. undefined: a copy of the mailbox's own
 * mail, whose Reply-To is missing or one of its own addresses.
 */
function writerOf(headers: MailHeaders, own: string): { name: string; address: string } | undefined {
  const [writer, ...others] = addressesOf(headers.all('reply-to').slice(0, 2).join(', '))
  if (!writer || others.length > 0) return undefined
  const [local, domain] = own.split('@') as [string, string]
  const isOwn =
    writer.address === own ||
    (writer.address.startsWith(`${local}+`) && writer.address.endsWith(`@${domain}`))
  return isOwn ? undefined : writer
}

async function parse({ source }: RawMail): Promise<Email | null> {
  try {
    return await PostalMime.parse(source, {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.depth,
      maxHeadersSize: limits.headerBytes,
    })
  } catch {
    return null
  }
}

const maxPlainValue = 2000

/** The header of a mail that the parser refuses, such as one that is nested too deeply. */
function plainHeaders(source: Buffer): MailHeaders {
  const unfolded = source
    .subarray(0, limits.headerBytes)
    .toString('latin1')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
  const fields: { key: string; value: string }[] = []
  for (const line of unfolded.split(/\r?\n/).slice(0, 1000)) {
    const match = /^([\w-]{1,60}):(.*)$/s.exec(line)
    if (line === '') break
    if (!match) continue
    const key = (match[1] as string).toLowerCase()
    const value = (match[2] as string).trim()
    // This runs in the main thread. Only the verdict depends on the end of its field.
    fields.push({ key, value: key === 'authentication-results' ? value : value.slice(0, maxPlainValue) })
  }
  return mailHeaders(fields)
}

/** Mails have one field of each name, or one of each server on the way. */
const fewOf = (headers: MailHeaders, name: string): string[] => headers.all(name).slice(0, 5)

const maxAddressText = 200_000

function addressesOf(text: string): { name: string; address: string }[] {
  if (text.length > maxAddressText) return addressesOf(text.slice(0, maxAddressText))
  return addressParser(text, { flatten: true }).flatMap((entry) => {
    const address = (entry.address ?? '').trim().toLowerCase()
    return isAddress(address) && address.isWellFormed() ? [{ name: entry.name, address }] : []
  })
}

/** Servers note the address of the envelope in different fields, and To may be rewritten. */
function addressedBy(headers: MailHeaders): string[] {
  const fields = [
    'to',
    'cc',
    'delivered-to',
    'x-original-to',
    'envelope-to',
    'x-envelope-to',
    'x-forwarded-to',
  ]
  const found = fields.flatMap((name) => addressesOf(fewOf(headers, name).join(', ')))
  return [...new Set(found.map(({ address }) => address))]
    .filter((address) => address.includes('+'))
    .slice(0, limits.addressed)
}

/** One mail of a sender once, wherever it is stored: another folder state, or a second copy through a list. */
function externalIdOf({ source, size }: RawMail, address: string, mailId: string | null): string {
  const hash = createHash('sha256').update(address).update('\n')
  if (mailId !== null) hash.update(mailId)
  else hash.update(`${size}\n`).update(source.subarray(0, 16_384))
  return hash.digest('base64url')
}

/** Content-Language, if it is one plain tag. */
function languageOf(headers: MailHeaders): string | null {
  const match = /^([a-z]{2})(?:-([a-z]{2}))?$/i.exec(headers.first('content-language').trim())
  if (!match) return null
  const [, language = '', region] = match
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
}

/** `more`: files beyond the limit. */
function filesOf(email: Email): { files: MailFile[]; contents: Buffer[]; more: number } {
  const attachments = email.attachments.filter(({ mimeType }) => mimeType !== 'application/pgp-signature')
  const contents = attachments.slice(0, limits.files).map(({ content }) => bufferOf(content))
  const files = attachments.slice(0, limits.files).map(({ filename, mimeType }, index) => ({
    name: fileName(filename, mimeType, index),
    size: contents[index]?.length ?? 0,
  }))
  return { files, contents, more: attachments.length - files.length }
}

/** Shares the memory of binary content. */
export const bufferOf = (content: ArrayBuffer | Uint8Array | string): Buffer => {
  if (typeof content === 'string') return Buffer.from(content, 'utf8')
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

const extensions: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}

function fileName(name: string | null, mimeType: string, index: number): string {
  const last = singleLine((name ?? '').split(/[/\\]/).at(-1) ?? '', 150)
  return last === '' || /^\.+$/.test(last) ? `attachment-${index + 1}.${extensions[mimeType] ?? 'bin'}` : last
}
