import type { DeliveryReason } from '@parley/protocol/message-delivery'
import type { Email } from 'postal-mime'
import { isAddress } from './mail-address.ts'
import { mailHeaders, messageIds, type MailHeaders } from './mail-headers.ts'

/** A delivery status notification (RFC 3464) about one recipient. */
export interface MailReport {
  /** Of the returned mail. */
  messageId: string
  recipient: string
  reason: DeliveryReason
}

/** 'none': not a report. 'ignored': a report without a final result. */
export function reportOf(headers: MailHeaders, { attachments }: Email): MailReport | 'none' | 'ignored' {
  if (
    !/^multipart\/report\b.*report-type="?delivery-status/is.test(
      headers.first('content-type').slice(0, 1000),
    )
  )
    return 'none'
  const part = (...types: string[]) => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType))
    return found ? textOf(found.content).slice(0, 100_000) : ''
  }
  const status = fieldsOf(part('message/delivery-status', 'message/global-delivery-status'))
  const returned = fieldsOf(
    part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'),
  )
  const [messageId] = messageIds(returned.first('message-id'))
  const recipient = (status.first('original-recipient') || status.first('final-recipient'))
    .replace(/^[^;]*;/, '')
    .trim()
    .toLowerCase()
  if (status.first('action').trim().toLowerCase() !== 'failed' || !messageId || !isAddress(recipient))
    return 'ignored'
  return { messageId, recipient, reason: reasonOf(status.first('status').trim()) }
}

/** Whether an enhanced status code is about the address of the recipient (RFC 3463): not the sender's (5.1.7, 5.1.8), and not any (5.1.0). */
export const isUnknownAddress = (status: string): boolean => /^5\.(1\.(?![078]\b)\d+|2\.1)\b/.test(status)

function reasonOf(status: string): DeliveryReason {
  if (isUnknownAddress(status)) return 'contact_gone'
  if (/^5\.(2\.3|3\.4)/.test(status)) return 'file_too_large'
  return 'rejected'
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('latin1')

/** All groups of fields up to the first line that is none, such as the body of a returned mail. */
function fieldsOf(text: string): MailHeaders {
  const fields: { key: string; value: string }[] = []
  for (const line of text.replaceAll('\r\n', '\n').split('\n').slice(0, 500)) {
    const last = fields.at(-1)
    const match = /^([\w-]{1,60}):(.*)$/.exec(line)
    if (match) fields.push({ key: (match[1] as string).toLowerCase(), value: (match[2] as string).trim() })
    else if (/^[ \t]/.test(line) && last) last.value += ` ${line.trim()}`
    else if (line !== '') break
  }
  return mailHeaders(fields)
}
