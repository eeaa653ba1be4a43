import type { MailVerification } from '@parley/protocol/mailbox'
import { buffer } from 'node:stream/consumers'
import type { Mail, MailAttachment } from '../../../core/mail/mail.ts'
import type { ReplyAddresses } from '../../../core/mail/reply-address.ts'
import type { Outbound, SendOutcome } from '../adapter.ts'
import { domainOf } from './mail-address.ts'
import { escapeHtml } from './mail-original.ts'
import type { Mailbox } from './mailbox.ts'

/** The last mail of a contact. */
export interface MailThread {
  mailId: string | null
  references: string[]
  subject: string
  automatic: boolean
  /** A message written after it was sent. */
  answered: boolean
  verification: MailVerification
}

/** The encoding adds a third; servers commonly accept 25 MB. */
const maxFileBytes = 18_000_000
const maxReferences = 20

/** A mail that continues the thread. A repeat after a lost response has the same Message-ID. */
export async function composeMail(
  addresses: ReplyAddresses,
  mailbox: Mailbox,
  thread: MailThread | undefined,
  { contact, part, conversationId, messageId, automatic, openFile }: Outbound,
): Promise<(Mail & { messageId: string }) | SendOutcome> {
  const media = part.kind === 'whole' ? part.media : []
  const text = part.kind === 'whole' ? part.text : ''
  if (media.reduce((sum, { size }) => sum + size, 0) > maxFileBytes)
    return { outcome: 'refused', reason: 'file_too_large' }
  const attachments: MailAttachment[] = []
  for (const file of media) {
    const body = await openFile(file)
    if (!body) return { outcome: 'refused', reason: 'rejected' }
    attachments.push({ name: file.name, contentType: file.mime, content: await buffer(body) })
  }
  const target = { kind: 'conversation', id: conversationId } as const
  const replyTo = mailbox.plus_addresses ? addresses.addressFor(mailbox.address, target) : null
  const references = [...(thread?.references ?? []), ...(thread?.mailId ? [thread.mailId] : [])]
  return {
    to: contact,
    subject: subjectOf(thread, mailbox),
    text,
    html: htmlOf(text),
    messageId: addresses.messageIdFor(domainOf(mailbox.address), target, messageId),
    ...(thread?.mailId && { inReplyTo: thread.mailId }),
    // The first one and the last ones (RFC 5322 allows to leave out those between).
    references:
      references.length > maxReferences
        ? [...references.slice(0, 1), ...references.slice(1 - maxReferences)]
        : references,
    ...(replyTo !== null && { replyTo: { name: mailbox.name, address: replyTo } }),
    attachments,
    automatic,
  }
}

function subjectOf(thread: MailThread | undefined, { name }: Mailbox): string {
  if (!thread || thread.subject === '') return name
  return /^(re|aw|sv|antw|rif|ynt)\s?:/i.test(thread.subject) ? thread.subject : `Re: ${thread.subject}`
}

const htmlOf = (text: string): string =>
  `<div style="white-space:pre-wrap;font-family:sans-serif;font-size:14px">${escapeHtml(text)}</div>`
