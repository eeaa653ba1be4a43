import type { Language } from '@parley/protocol/provider'
import pageStyles from './page.css?inline'

export function stylePage(language: Language): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(pageStyles)
  document.adoptedStyleSheets = [sheet]
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
}

type Way = { text: string; link: string } | { text: string; act: () => void }

/** Shows a sentence instead of the chat. */
export function showNotice(text: string, way?: Way): void {
  const notice = document.createElement('main')
  notice.className = 'notice'
  notice.append(paragraph(text), ...(way ? [control(way)] : []))
  document.body.replaceChildren(notice)
}

/** Its button loads the page again. */
export const showOffline = ({ offline, again }: { offline: string; again: string }): void =>
  showNotice(offline, { text: again, act: () => location.reload() })

/** Shows a sentence over the chat, until it is closed. */
export function showMessage(text: string, close: string): void {
  const dialog = document.createElement('dialog')
  dialog.append(paragraph(text), control({ text: close, act: () => dialog.close() }))
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function paragraph(text: string): HTMLElement {
  const line = document.createElement('p')
  line.role = 'status'
  line.textContent = text
  return line
}

function control(way: Way): HTMLElement {
  const made = document.createElement('link' in way ? 'a' : 'button')
  made.className = 'button'
  made.textContent = way.text
  if ('link' in way) Object.assign(made, { href: way.link, rel: 'noreferrer' })
  else made.addEventListener('click', way.act)
  return made
}
