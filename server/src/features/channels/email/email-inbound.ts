import { maxMessageLength } from '@parley/protocol/message'
import type { ReplyAddresses, ReplyTarget } from '../../../core/mail/reply-address.ts'
import type { InboundEvent, InboundMessage, InboundPlace } from '../adapter.ts'
import type { MailPayload } from './mail-payload.ts'
import { arrivalOf } from './mail-position.ts'
import { newTextOf } from './mail-text.ts'

/** undefined: nothing to handle, such as a report about a mail that we never sent. */
export function placeOfMail(addresses: ReplyAddresses, payload: unknown): InboundPlace | undefined {
  const { externalId, position, contact, content } = payload as MailPayload
  if (content.kind === 'ignored') return undefined
  if (content.kind === 'report' && addresses.readMessageId(content.report.messageId) === null)
    return undefined
  return { externalId, position, contact, group: null }
}

export function parseMail(addresses: ReplyAddresses, payloads: readonly unknown[]): InboundEvent {
  const [mail] = payloads as [MailPayload]
  const { content } = mail
  switch (content.kind) {
    case 'ignored':
      return { type: 'ignored' }
    case 'report': {
      const signed = addresses.readMessageId(content.report.messageId)
      if (signed === null) return { type: 'ignored' }
      const { target, mail: messageId } = signed
      return { type: 'returned', target, messageId, reason: content.report.reason }
    }
    case 'too_large': {
      const size = Math.ceil(content.size / 1_000_000)
      const notice = `📧 ${mail.subject || 'E-mail'} (${size} MB, too large to be received here)`
      return { type: 'message', ...messageOf(addresses, mail, { text: notice, whole: notice, html: null }) }
    }
    case 'unreadable': {
      const notice = `📧 ${mail.subject || 'E-mail'} (could not be read)`
      return { type: 'message', ...messageOf(addresses, mail, { text: notice, whole: notice, html: null }) }
    }
    case 'mail': {
      const whole = content.text
      const text = newTextOf(whole)
      const isEmpty = text === '' && content.files.length === 0
      const message = messageOf(addresses, mail, {
        text: isEmpty ? mail.subject || '(empty e-mail)' : text,
        whole,
        html: content.html,
      })
      const files = content.files.map(({ name, size }, index) => ({
        reference: `${mail.externalId}/${index}`,
        name,
        size,
      }))
      const notices = content.more > 0 ? [`📎 +${content.more} (too many attachments)`] : []
      return { type: 'message', ...message, files, notices }
    }
    default:
      return content satisfies never
  }
}

function messageOf(
  addresses: ReplyAddresses,
  mail: MailPayload,
  { text, whole, html }: { text: string; whole: string; html: string | null },
): InboundMessage {
  const [firstName, lastName] = namesOf(mail.fromName, mail.contact)
  return {
    externalIds: [mail.externalId],
    arrivedAt: arrivalOf(mail.position),
    profile: {
      externalId: mail.contact,
      firstName,
      lastName,
      username: null,
      language: mail.language,
    },
    text,
    files: [],
    replyTo: null,
    automatic: mail.automatic,
    targets: targetsOf(addresses, mail),
    sentFor: mail.mailId === null ? null : (addresses.readMessageId(mail.mailId)?.target ?? null),
    original: {
      mailId: mail.mailId,
      references: mail.references,
      subject: mail.subject,
      fromName: mail.fromName,
      recipients: mail.recipients,
      verification: mail.verification,
      automatic: mail.automatic !== 'no',
      fullText: whole === text && whole.length <= maxMessageLength ? null : whole,
      html,
    },
  }
}

/** What the mail proves to belong to, the most reliable first. */
function targetsOf(addresses: ReplyAddresses, mail: MailPayload): ReplyTarget[] {
  const byAddress = mail.addressed.flatMap((address) => addresses.readAddress(address) ?? [])
  const ids = [...mail.inReplyTo, ...mail.references.toReversed()]
  const byId = ids.flatMap((id) => addresses.readMessageId(id)?.target ?? [])
  return [...byAddress, ...byId].slice(0, 5)
}

/** `Lovelace, Ada` and `Ada Lovelace`; an address in place of a name is none. */
function namesOf(name: string, address: string): [string | null, string | null] {
  const plain = name.replaceAll(/^["']+|(?<!["'])["']+$/g, '').trim()
  if (plain === '' || plain.includes('@') || plain.toLowerCase() === address) return [null, null]
  const comma = /^([^,]{1,100}), ([^,]{1,100})$/.exec(plain)
  if (comma) return [comma[2] as string, comma[1] as string]
  const at = plain.lastIndexOf(' ')
  return at === -1 ? [plain, null] : [plain.slice(0, at), plain.slice(at + 1)]
}
