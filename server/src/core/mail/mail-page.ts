import type { Language } from '@parley/protocol/provider'
import { escapeHtml } from '../escape-html.ts'

export type MailBlock =
  | { kind: 'text'; text: string }
  /** A link with a text of its own; the plain text has the address below it. */
  | { kind: 'link'; label: string; url: string }
  /** Each item may be a link. */
  | { kind: 'list'; items: { text: string; note?: string; url?: string }[] }
  /** Why the message was sent, and how to stop it. */
  | { kind: 'footer'; text: string; link?: { label: string; url: string } }

/**
 * The text and the HTML of an automatic e-mail, with the same content. HTML: language and direction, headings and lists that screen readers
 * announce, readable without styles, nothing external.
 */
export function renderMail(page: { language: Language; title: string; blocks: readonly MailBlock[] }): {
  text: string
  html: string
} {
  const { language, title, blocks } = page
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return {
    text: `${blocks.map(plain).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}" dir="${direction}">`,
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(title)}</title>`,
      '</head>',
      // Mail programs drop the attributes of `html`.
      `<body><div lang="${language}" dir="${direction}" style="${style.page}">`,
      `<h1 style="${style.heading}">${escapeHtml(title)}</h1>`,
      ...blocks.map(marked),
      '</div></body>',
      '</html>',
      '',
    ].join('\n'),
  }
}

const style = {
  page: 'font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:0 auto;padding:16px;overflow-wrap:anywhere',
  heading: 'font-size:20px;line-height:1.3',
  item: 'margin:0 0 12px',
  footer: 'font-size:14px;border-top:1px solid #8b8d98;padding-top:12px;margin-top:24px',
}

function plain(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'link':
      return `${block.label}:\n${block.url}`
    case 'list':
      return block.items
        .map(({ text, note, url }) =>
          [`* ${text}`, ...[note, url].filter((line) => line !== undefined).map((line) => `  ${line}`)].join(
            '\n',
          ),
        )
        .join('\n')
    default:
      return ['--', block.text, ...(block.link ? [`${block.link.label}: ${block.link.url}`] : [])].join('\n')
  }
}

function marked(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'link':
      return `<p>${anchor(block.label, block.url)}</p>`
    case 'list':
      return [
        '<ul>',
        ...block.items.map(
          ({ text, note, url }) =>
            `<li style="${style.item}"><bdi>${url === undefined ? escapeHtml(text) : anchor(text, url)}</bdi>${
              note === undefined ? '' : `<br><bdi>${escapeHtml(note)}</bdi>`
            }</li>`,
        ),
        '</ul>',
      ].join('\n')
    default:
      return `<p style="${style.footer}">${escapeHtml(block.text)}${
        block.link ? `<br>${anchor(block.link.label, block.link.url)}` : ''
      }</p>`
  }
}

const anchor = (label: string, url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
