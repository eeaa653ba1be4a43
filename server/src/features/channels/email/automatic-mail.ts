import type { MailHeaders } from './mail-headers.ts'

/**
 * `reply`: a program answered one of our mails, such as an out-of-office reply. `bulk`: a program or a list sent it. None of
 * them is answered automatically (RFC 3834).
 */
export type Automatic = 'no' | 'reply' | 'bulk'

const replyFields = ['x-autoreply', 'x-autorespond', 'x-auto-response']
const listFields = ['list-id', 'list-unsubscribe', 'list-post', 'x-auto-response-suppress', 'feedback-id']

export function automaticOf(headers: MailHeaders): Automatic {
  const submitted = headers.first('auto-submitted').trim().toLowerCase()
  const precedence = headers.first('precedence').trim().toLowerCase()
  if (submitted.startsWith('auto-replied')) return 'reply'
  if (precedence === 'auto_reply' || replyFields.some((name) => headers.has(name))) return 'reply'
  // RFC 5321: reports, which must not be answered.
  if (headers.has('return-path') && headers.first('return-path').replaceAll(/\s/g, '') === '<>')
    return 'reply'
  if (submitted !== '' && submitted !== 'no') return 'bulk'
  if (['bulk', 'junk', 'list'].includes(precedence)) return 'bulk'
  return listFields.some((name) => headers.has(name)) ? 'bulk' : 'no'
}
