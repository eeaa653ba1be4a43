import { isSignedOut } from '@parley/client/identity/saved-login'
import type { Language, WidgetSettings } from '@parley/protocol/provider'
import { chunksFrom } from '../loader/chunks.ts'
import { logError } from '../log-error.ts'
import { readPreferences } from '../preferences.ts'
import { createChatTokens, type CloseReason } from './chat-tokens.ts'
import { readTheme, type Launch } from './launch.ts'
import styles from './mini.css?inline'
import { miniTexts } from './mini-texts.ts'
import { showNotice, showOffline } from './notice.ts'
import { explainMissingCalls, followChat, openLinksOutside } from './platform-controls.ts'
import type { SignIn } from './sign-in.ts'
import { themeOf } from './theme.ts'
import type { WebView } from './web-view.ts'

export interface MiniChatOptions {
  base: string
  language: Language
  settings: WidgetSettings
  launch: Launch
  view: WebView
  /** Events of the platform, by their names. */
  events: EventTarget
  /** The token of the sign-in and the key it is for; null: none yet. */
  first: { token: string; jkt: string } | null
  request: SignIn
}

/** Mounts the chat of the widget so that it fills the web view, in place of the loader (loader/widget.ts). */
export async function showChat(options: MiniChatOptions): Promise<void> {
  const { base, language, launch, view, events, first, request } = options
  const texts = miniTexts[language]
  const chunks = chunksFrom(base)
  // No sign-in by popup: the person is signed in.
  const settings = { ...options.settings, appearance: { ...options.settings.appearance }, logins: [] }
  // Before the chat is loaded: the token's time has begun.
  const tokens = createChatTokens({
    first,
    request,
    isSignedOut: () => isSignedOut(readPreferences(settings.id).login),
    close: (reason) => void setTimeout(() => close(reason)),
  })
  const [{ mountChat }, messages] = await Promise.all([chunks.chat(), chunks.messages(language)])
  document.title = settings.appearance.title
  const element = document.createElement('parley-widget')
  const root = element.attachShadow({ mode: 'open' })
  // In place of a notice that loading takes long.
  document.body.replaceChildren(element)

  function close(reason: CloseReason): undefined {
    chat.destroy()
    view.post('web_app_setup_back_button', { is_visible: false })
    view.post('web_app_setup_closing_behavior', { need_confirmation: false })
    if (reason === 'offline') showOffline(texts)
    else showNotice(texts[reason])
  }

  const sheet = new CSSStyleSheet()
  function applyTheme(colors: Launch['theme']): void {
    const theme = themeOf(colors)
    if (!theme) return
    settings.appearance.color_scheme = theme.scheme
    sheet.replaceSync(styles + theme.css)
    view.post('web_app_set_header_color', { color_key: 'bg_color' })
    view.post('web_app_set_background_color', { color: colors['bg_color'] })
  }
  sheet.replaceSync(styles)
  applyTheme(launch.theme)

  const config = { providerId: settings.id, getToken: tokens.getToken, user: `telegram_app:${launch.userId}` }
  const chat = mountChat({
    base,
    root,
    settings,
    language,
    messages,
    loadMessages: chunks.messages,
    config: () => config,
    launcher: () => {},
    onSignInFailed: () => close('offline'),
    logError,
    emit(event) {
      if (event === 'login') tokens.loggedIn()
      // Deferred: after the account is closed, the chat stores the sign-out only after this event.
      if (event === 'logout') setTimeout(tokens.loggedOut)
    },
    // There is no other page.
    leave: () => '',
    // The platform closes its window itself.
    close: () => {},
  })
  root.adoptedStyleSheets.push(sheet)
  chat.show(true)
  followView(element, events)
  followChat(root, view, events)
  openLinksOutside(root, view)
  explainMissingCalls(root, texts)
  // Otherwise scrolling down at the first message would minimize the window.
  view.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
  view.post('web_app_request_safe_area')
  view.post('web_app_request_content_safe_area')
  on(events, 'theme_changed', ({ theme_params: colors }) => {
    applyTheme(readTheme(colors))
    chat.applyTheme()
  })
}

/** The visible part of the web view, and what the platform draws over it. */
function followView(element: HTMLElement, events: EventTarget): void {
  const insets = { safe: { top: 0, bottom: 0 }, content: { top: 0, bottom: 0 } }
  const set = (name: string, px: number) => element.style.setProperty(`--view-${name}`, `${px}px`)
  on(events, 'viewport_changed', ({ height }) => {
    if (typeof height === 'number' && height > 0) set('height', height)
  })
  const change = (of: keyof typeof insets) => (area: EventData) => {
    insets[of] = { top: Number(area.top) || 0, bottom: Number(area.bottom) || 0 }
    set('top', insets.safe.top + insets.content.top)
    set('bottom', insets.safe.bottom + insets.content.bottom)
  }
  on(events, 'safe_area_changed', change('safe'))
  on(events, 'content_safe_area_changed', change('content'))
}

/** What the platform sends: any of these, unverified. */
interface EventData {
  height?: unknown
  top?: unknown
  bottom?: unknown
  theme_params?: unknown
}

const on = (events: EventTarget, name: string, listen: (data: EventData) => void): void =>
  events.addEventListener(name, (event) =>
    listen(Object((event as CustomEvent<unknown>).detail) as EventData),
  )
