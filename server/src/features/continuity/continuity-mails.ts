import { pageLanguage } from '../../core/link-page.ts'
import type { Mail } from '../../core/mail/mailer.ts'
import { continuityTexts, fill } from './continuity-texts.ts'

export interface UnreadMessage {
  seq: number
  /** Who wrote it; null: the team. */
  name: string | null
  content: string
  files: string[]
}

/** Longer messages end with a hint to the conversation: a mail of ten messages stays readable. */
const maxContent = 2_000

interface MailFor {
  to: string
  language: string
  title: string
  unsubscribe: string
}

/** RFC 8058: programs unsubscribe with one POST, without a page. */
const headersOf = (unsubscribe: string) => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Returns a function that composes the mail. Plain text: nothing to load, and no link can hide its target. */
export const confirmationMail =
  ({ to, language, title, unsubscribe, confirm }: MailFor & { confirm: string }) =>
  (): Mail => {
    const tag = pageLanguage(language)
    const texts = continuityTexts[tag]
    const [why = '', what = '', otherwise = ''] = texts.confirm.map((line) => fill(line, { title }))
    return {
      to,
      subject: fill(texts.confirmSubject, { title }),
      text: paragraphs([why, `${what}\n${confirm}`, otherwise, `${texts.unsubscribe}:\n${unsubscribe}`]),
      fromName: title,
      language: tag,
      headers: headersOf(unsubscribe),
    }
  }

export const messagesMail =
  ({
    to,
    language,
    title,
    unsubscribe,
    messages,
    view,
  }: MailFor & { messages: UnreadMessage[]; view: string }) =>
  (canReply: boolean): Mail => {
    const tag = pageLanguage(language)
    const texts = continuityTexts[tag]
    const shown = messages.map(({ name, content, files }) =>
      [
        `${name ?? title}:`,
        ...(content === '' ? [] : [shortened(content)]),
        ...files.map((file) => `${texts.attachment}: ${file}`),
      ].join('\n'),
    )
    return {
      to,
      subject: fill(texts.messagesSubject, { title }),
      text: paragraphs([
        fill(texts.messages, { title }),
        ...shown,
        `${texts.view}:\n${view}`,
        canReply ? texts.reply : texts.noReply,
        `${texts.unsubscribe}:\n${unsubscribe}`,
      ]),
      fromName: title,
      language: tag,
      headers: headersOf(unsubscribe),
    }
  }

const paragraphs = (parts: string[]): string => `${parts.join('\n\n')}\n`

function shortened(content: string): string {
  if (content.length <= maxContent) return content
  const start = content.slice(0, maxContent)
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`
}
