import type { Language } from '@parley/protocol/provider'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'

/** Of a tag as browsers report it, such as `pt-BR`, or of the first in Accept-Language; English for others. */
export function pageLanguage(tag = 'en'): Language {
  const language = tag.slice(0, 2).toLowerCase()
  return Object.hasOwn(endedLinkTexts, language) ? (language as Language) : 'en'
}

/** For a link that has expired or that this service did not sign. */
export const endedLinkTexts: Record<Language, string> = {
  en: 'This link is no longer valid.',
  tr: 'Bu bağlantı artık geçerli değil.',
  de: 'Dieser Link ist nicht mehr gültig.',
  es: 'Este enlace ya no es válido.',
  fr: 'Ce lien n’est plus valable.',
  ar: 'لم يعد هذا الرابط صالحًا.',
}

export interface LinkPage {
  language: Language
  title: string
  text: string
  button: string | null
  /** If the button undoes what was done: what it does, and where it leads. By default, it leads to the page's own address. */
  undo?: { text: string; action: string }
}

/**
 * Sends the page behind a signed link: one sentence and, if something can be done, one button. Nothing may run on it, and its address
 * may not reach others.
 */
export const sendLinkPage = (reply: FastifyReply, status: number, page: LinkPage) =>
  reply.code(status).headers(linkPageHeaders()).send(linkPage(page))

/** @param sandbox for a page with text of customers: `sandbox; ` */
export const linkPageHeaders = (sandbox = '') => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `${sandbox}default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
})

function linkPage({ language, title, text, button, undo }: LinkPage): string {
  const target = undo ? ` action="${escapeHtml(undo.action)}" class="undo"` : ''
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    '<main>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(text)}</p>`,
    ...(undo ? [`<p>${escapeHtml(undo.text)}</p>`] : []),
    // The address of the page has the signature.
    ...(button === null
      ? []
      : [`<form method="post"${target}><button type="submit">${escapeHtml(button)}</button></form>`]),
    '</main>',
    '</html>',
    '',
  ].join('\n')
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:32rem;margin:10vh auto;padding:0 1rem;overflow-wrap:anywhere}h1{font-size:20px;line-height:1.25}
button{font:inherit;font-weight:500;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#0d5bd7;color:#fff;cursor:pointer}
.undo button{background:none;color:inherit;border:1px solid}
button:focus-visible{outline:2px solid #0d5bd7;outline-offset:2px}`
