import { loginFragment, type LoginMessage, type LoginTestMessage } from '@parley/protocol/social-login'
import type { Language } from '@parley/protocol/provider'
import { randomBytes } from 'node:crypto'
import { popupTexts, type PopupTexts } from './popup-texts.ts'
import type { PopupOutcome } from './sign-in.ts'

export interface PopupPage {
  html: string
  headers: Record<string, string>
}

/** Data for the page's script. */
interface Handover {
  message: LoginMessage | LoginTestMessage
  /** Target origin of the message; null: no message is sent. */
  origin: string | null
  /** Link back to the page for a popup without an opener. */
  back: string | null
  /** Ask the user before the page gets the code, by message or by link. */
  ask: boolean
}

/**
 * The last page of the popup. It posts one message to its opener, only to the origin that started the sign-in, and closes.
 * The texts are shown if there is no opener or it does not take the message.
 */
export function popupPage(outcome: PopupOutcome, language: Language): PopupPage {
  const texts = popupTexts[language]
  const nonce = randomBytes(16).toString('base64url')
  const json = JSON.stringify(handoverOf(outcome)).replaceAll('<', '\\u003c')
  const html = `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${escapeHtml(outcome.kind === 'refused' ? texts.failed : texts.signedIn)}</title>
<style nonce="${nonce}">${styles}</style>
<main>${bodyOf(outcome, texts)}</main>
<script type="application/json" id="handover">${json}</script>
<script nonce="${nonce}">${script}</script>
</html>
`
  return { html, headers: headersFor(nonce) }
}

function handoverOf(outcome: PopupOutcome): Handover {
  const { origin } = outcome
  if (outcome.kind === 'tested') return { message: outcome.message, origin, back: null, ask: false }
  if (outcome.kind === 'refused') {
    return { message: { type: 'parley.login', error: outcome.code }, origin, back: null, ask: false }
  }
  const { ask, code, page } = outcome
  return { message: { type: 'parley.login', code }, origin, back: `${page}${loginFragment}${code}`, ask }
}

function bodyOf(outcome: PopupOutcome, texts: PopupTexts): string {
  if (outcome.kind === 'refused') {
    return `<h1>${escapeHtml(texts.failed)}</h1><p>${escapeHtml(texts.reasons[outcome.code] ?? '')} ${escapeHtml(texts.again)}</p>`
  }
  const done = `<div id="done"><h1>${escapeHtml(texts.signedIn)}</h1><p>${escapeHtml(texts.close)}</p></div>`
  if (outcome.kind === 'tested') return done
  const { profile } = outcome
  const fullName = [profile.first_name, profile.last_name].filter((part) => part !== null).join(' ')
  const filled = (text: string) =>
    escapeHtml(
      text
        .replaceAll('{site}', new URL(outcome.origin).host)
        // Last, so that a placeholder in a name is not replaced.
        .replaceAll('{name}', () => fullName || profile.username || profile.email || '…'),
    )
  return `${done}
<div id="back" hidden><h1>${escapeHtml(texts.signedIn)}</h1><p>${filled(texts.continueHint)}</p><a id="to" rel="noreferrer">${filled(texts.continueButton)}</a></div>
<div id="ask" hidden><h1>${filled(texts.ask)}</h1><p>${filled(texts.askWarning)}</p><button id="yes" disabled>${escapeHtml(texts.askYes)}</button><button id="no">${escapeHtml(texts.askNo)}</button></div>
<div id="declined" hidden><h1>${escapeHtml(texts.failed)}</h1><p>${escapeHtml(texts.close)}</p></div>`
}

/**
 * Inlined into the page. The receiver of the message closes the window. If it is still open after a second, the opener has
 * another origin and the browser dropped the message: the link back is shown.
 * It also asks if there is no opener: otherwise the link back would hand the code to the sender of the start link.
 * The confirm button is enabled half a second after it becomes visible, so that a double click on another page cannot hit it.
 */
const script = `
const { message, origin, back, ask } = JSON.parse(document.getElementById('handover').textContent)
const show = (id) => { for (const one of ['done', 'back', 'ask', 'declined']) { const part = document.getElementById(one); if (part) part.hidden = one !== id } }
const continueHint = () => { document.getElementById('to').href = back; show('back') }
const hand = (what) => {
  window.opener.postMessage(what, origin)
  show(what === message ? 'done' : 'declined')
  setTimeout(() => { if (back && what === message) continueHint(); else window.close() }, 1000)
}
if (ask) {
  const yes = document.getElementById('yes')
  yes.onclick = () => { if (window.opener) hand(message); else location.assign(back) }
  document.getElementById('no').onclick = () => { if (window.opener) hand({ type: 'parley.login', error: 'login_cancelled' }); else show('declined') }
  show('ask')
  const arm = () => { if (!document.hidden) setTimeout(() => { yes.disabled = document.hidden }, 500) }
  document.addEventListener('visibilitychange', () => { yes.disabled = true; arm() })
  arm()
} else if (!window.opener && back) continueHint()
else if (window.opener && origin) hand(message)
`

const styles = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f8f9fb,#14171c);color:light-dark(#1b1f27,#e8eaee)}
main{max-width:352px;padding:24px;text-align:center}
h1{font-size:20px;line-height:1.25;font-weight:650;margin:0 0 8px;overflow-wrap:anywhere}
p{margin:0 0 24px;color:light-dark(#545c6b,#a6aebb);overflow-wrap:anywhere}
a,button{display:block;box-sizing:border-box;width:100%;font:inherit;font-weight:500;padding:10px 16px;margin:0 0 8px;border-radius:6px;border:1px solid light-dark(#c9ced8,#3b424e);background:transparent;color:inherit;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
a,#yes{background:light-dark(#1b1f27,#e8eaee);color:light-dark(#fff,#14171c);border-color:transparent}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:2px solid #3b5bdb;outline-offset:2px}
[hidden]{display:none}
`

const headersFor = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // Any other value would separate the page from its opener.
  'cross-origin-opener-policy': 'unsafe-none',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...privateHeaders,
})

/** Keeps sign-in pages out of caches and their URLs out of Referer headers. */
export const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
