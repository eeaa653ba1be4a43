import { loadConnectionKey } from '@parley/client/identity/connection-key'
import { isSignedOut } from '@parley/client/identity/saved-login'
import { chooseLanguage } from '../language.ts'
import { loadSettings } from '../loader/widget-settings.ts'
import { logError } from '../log-error.ts'
import { readPreferences, writePreferences } from '../preferences.ts'
import { showChat } from './mini-chat.ts'
import { miniTexts } from './mini-texts.ts'
import { readLaunch } from './launch.ts'
import { showNotice, showOffline, stylePage } from './notice.ts'
import { createSignIn } from './sign-in.ts'
import { openWebView } from './web-view.ts'

/**
 * `mini.js`: the page `/mini/<channel id>` within Telegram (server/src/features/mini-app). Signs the person in with what Telegram
 * put into the address, then shows the widget's chat.
 */
interface PageSettings {
  app: string
  widget: string | null
  username: string | null
}

/** Loading time after which a notice is shown (ms). */
const slowMs = 10_000

async function start(): Promise<void> {
  const { app, widget, username } = JSON.parse(
    document.querySelector('#mini')?.textContent ?? '{}',
  ) as PageSettings
  const launch = readLaunch(location.hash)
  const saved = widget === null ? undefined : readPreferences(widget).language
  const language = chooseLanguage([saved, launch.language, ...navigator.languages])
  const texts = miniTexts[language]
  const events = new EventTarget()
  const view = openWebView((event, data) => events.dispatchEvent(new CustomEvent(event, { detail: data })))
  stylePage(language)
  view.post('iframe_ready')
  view.post('web_app_expand')
  // Until this event the platform covers the page.
  const ready = () => view.post('web_app_ready')
  // Loading goes on, and the chat replaces the notice.
  const slow = setTimeout(() => {
    showOffline(texts)
    ready()
  }, slowMs)
  try {
    await open()
  } catch (error) {
    logError(String(error))
    showOffline(texts)
  }
  clearTimeout(slow)
  ready()

  async function open(): Promise<void> {
    if (widget === null) return showNotice(texts.off)
    // Outside Telegram, a link could contain another person's sign-in, and the visitor would write into that person's history.
    if (launch.initData === '' || !view.isInside) {
      const link = username === null ? null : `https://t.me/${encodeURIComponent(username)}`
      return showNotice(texts.outside, link === null ? undefined : { text: texts.openTelegram, link })
    }
    const base = new URL('/', location.href).href
    const request = createSignIn(base, app, launch.initData)
    const [key, settings] = await Promise.all([
      loadConnectionKey(),
      loadSettings(base, widget, new AbortController().signal),
    ])
    if (!settings) return showNotice(texts.off)
    // At once: the chat may still have a valid token and would ask when initData is too old. Without storage the chat has another key
    // than this module, and no token.
    const first = key.stored ? await request(key.jkt) : null
    if (first?.kind === 'unreachable') return showOffline(texts)
    if (first?.kind === 'refused') return showNotice(texts[first.reason])
    // Opening the app is signing in, even if the member signed out here before.
    if (isSignedOut(readPreferences(widget).login)) writePreferences(widget, { login: undefined })
    const options = { base, language, settings, launch, view, events, request }
    await showChat({ ...options, first: first && { token: first.token, jkt: key.jkt } })
  }
}

void start()
