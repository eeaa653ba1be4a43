import type { Language } from '@parley/protocol/provider'

/** A page with one sentence and, if something is to be done, one button. No scripts, nothing external. */
export function mailPage(page: {
  language: Language
  title: string
  text: string
  button: string | null
}): string {
  const { language, title, text, button } = page
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
    // The address of the page has the signature.
    ...(button === null
      ? []
      : [`<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`]),
    '</main>',
    '</html>',
    '',
  ].join('\n')
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:32rem;margin:10vh auto;padding:0 1rem;overflow-wrap:anywhere}h1{font-size:20px;line-height:1.25}
button{font:inherit;font-weight:500;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#0d5bd7;color:#fff;cursor:pointer}
button:focus-visible{outline:2px solid #0d5bd7;outline-offset:2px}`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each)
