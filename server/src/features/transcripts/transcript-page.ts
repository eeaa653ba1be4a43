import type { AgentFace } from '@parley/protocol/agent'
import type { Language } from '@parley/protocol/provider'
import type { SenderType } from '@parley/protocol/sender'
import { escapeHtml } from '../../core/escape-html.ts'
import { transcriptTexts } from './transcript-texts.ts'

/** A message as the customer may read it now. */
export interface TranscriptMessage {
  sender_type: SenderType
  sender_agent: AgentFace | null
  content: string
  media: { name: string }[]
  edited_at: string | null
  created_at: string
}

export interface Transcript {
  /** The name in the widget's header. */
  title: string
  /** Oldest first. */
  messages: TranscriptMessage[]
  /** Older messages were left out. */
  shortened: boolean
}

/** A complete page without scripts, links and external files. All text is escaped. */
export function transcriptPage(
  { title, messages, shortened }: Transcript,
  {
    language,
    timeZone,
    chat,
  }: {
    language: Language
    timeZone: string
    /** A link to a page with the chat. */
    chat?: { url: string; label: string } | null
  },
): string {
  const texts = transcriptTexts[language]
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const nameOf = ({ sender_type: sender, sender_agent: agent }: TranscriptMessage): string => {
    if (sender === 'customer') return texts.you
    const name = agent?.name ?? title
    return sender === 'ai_agent' ? `${name} (${texts.ai})` : name
  }
  const messageOf = (message: TranscriptMessage): string => {
    const when = new Date(message.created_at)
    const text = message.content === '' ? [] : [`<p dir="auto">${escapeHtml(message.content)}</p>`]
    const files = message.media.map(
      ({ name }) => `<p class="file">${texts.attachment}: <bdi>${escapeHtml(name)}</bdi></p>`,
    )
    const edited = message.edited_at === null ? '' : ` · ${texts.edited}`
    return [
      `<article${message.sender_type === 'customer' ? ' class="own"' : ''}>`,
      `<header><b><bdi>${escapeHtml(nameOf(message))}</bdi></b> <time datetime="${when.toISOString()}">${escapeHtml(times.format(when))}</time>${edited}</header>`,
      ...text,
      ...files,
      '</article>',
    ].join('\n')
  }
  const heading = `${texts.title}: <bdi>${escapeHtml(title)}</bdi>`
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(`${texts.title}: ${title}`)}</title>`,
    `<style>${style}</style>`,
    '<main>',
    `<h1>${heading}</h1>`,
    `<p class="zone">${escapeHtml(timeZone)}</p>`,
    ...(chat
      ? [`<p><a href="${escapeHtml(chat.url)}" rel="noreferrer">${escapeHtml(chat.label)}</a></p>`]
      : []),
    ...(shortened ? [`<p>${texts.shortened}</p>`] : []),
    ...messages.map(messageOf),
    '</main>',
    '</html>',
    '',
  ].join('\n')
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1c2024;background:#fff}
h1{font-size:20px;margin:0}.zone,time,header{color:#60646c;font-size:13px}header b{color:#1c2024}
article{margin:1rem 0;padding:.5rem .75rem;border:1px solid #d9d9e0;border-radius:10px}article.own{background:#f0f4ff}
p{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}.file{color:#60646c}h1{overflow-wrap:anywhere}
@media screen and (prefers-color-scheme:dark){body{color-scheme:dark;color:#edeef0;background:#111113}header b{color:#edeef0}
.zone,time,header,.file{color:#b0b4ba}article{border-color:#43484e}article.own{background:#1a2440}a{color:#9eb1ff}}`
