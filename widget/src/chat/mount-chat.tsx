import { createStore } from '@parley/client/state/store'
import { openWidgetSession } from '@parley/client/session/widget-session'
import type { Language } from '@parley/protocol/provider'
import { render } from 'preact'
import type { Chat, ChatHost } from '../chat-contract.ts'
import { isSignOut, readPreferences, writePreferences, type Preferences } from '../preferences.ts'
import { watchUnread } from './attention.ts'
import { provideChat, useStore, type ChatContext } from './chat-context.ts'
import { ChatWindow } from './chat-window.tsx'
import { createDraft } from './draft.ts'
import { createParts } from './parts.ts'
import { allowChime } from './chime.ts'
import { chatSheet } from './styles.ts'
import { createTimes } from './times.ts'
import type { Messages } from '../messages/messages.ts'
import { createTranslate } from '../messages/translate.ts'

/** How often expiring links of attachments are renewed while the chat is open. */
const linkCheckIntervalMs = 60_000
/** Not passed on to the page, whose keyboard shortcuts would fire while the visitor types. */
const keptEvents = ['keydown', 'keypress', 'keyup', 'focusin', 'focusout', 'paste']

/**
 * Mounts the chat, which connects at once. It stays connected while hidden, for the badge and the sound, until
 * `destroy`.
 */
export function mountChat(host: ChatHost, openSession = openWidgetSession): Chat {
  const { base, root, settings } = host
  /** Where storage is blocked or full, choices apply to this page. */
  let unsaved: Preferences = {}
  const preferences: ChatContext['preferences'] = {
    read: () => ({ ...readPreferences(settings.id), ...unsaved }),
    change(change) {
      unsaved = { ...unsaved, ...change }
      if (writePreferences(settings.id, unsaved)) unsaved = {}
    },
  }
  const parts = createParts(host, () => context.get().language)
  const hasGetToken = () => host.config().getToken !== undefined
  const pageKnowsMembers = () => hasGetToken() && host.config().user !== null
  const member = parts.member.get
  const session = openSession({
    providerId: settings.id,
    socketUrl: `${base.replace(/^http/, 'ws')}v1/public/socket`,
    language: preferences.read().language ?? navigator.language,
    chosenLanguage: () => preferences.read().language,
    // Files can be attached only once the tools part is loaded.
    createUploader: (options) =>
      parts.tools.get()!.createUploader({ ...options, maxBytes: settings.media.max_bytes }),
    custom: {
      hasGetToken,
      user: () => host.config().user,
      isIdle,
      open: (context) =>
        parts.member.fetch().then((part) => part.openTokens(context, host), host.onSignInFailed),
      onRefusal: (refusal) => member()?.logRefusal(host, refusal),
    },
    savedLogin: {
      get: () => preferences.read().login,
      set(login) {
        if (login !== preferences.read().login) preferences.change({ login })
      },
    },
  })
  const draft = createDraft({ host, session, preferences })
  const shown = createStore<'no' | 'silent' | 'focused'>('no')
  const visible = { get: () => shown.get() !== 'no', subscribe: shown.subscribe }
  const dark = matchMedia('(prefers-color-scheme: dark)')

  let chosen: Language | undefined
  async function changeLanguage(language: Language): Promise<void> {
    chosen = language
    const messages = await host.loadMessages(language).catch(() => null)
    if (chosen !== language) return
    if (messages) preferences.change({ language })
    // After a failure the menu shows the language in use again.
    context.set(messages ? contextIn(language, messages) : { ...context.get() })
    applyLanguage()
  }

  /** The identity last reported to the page. */
  let reported: string | null = null
  function reportLogin(): void {
    const now = session.member.get()
    const who = now && session.identity.get()
    if (who === reported) return
    reported = who
    if (!now) return host.emit('logout', undefined)
    host.emit('login', { name: now.name, provider: now.auth_provider })
    if (now.ignored_claims.length) member()?.logIgnoredClaims(host, now.ignored_claims)
  }

  const frame = document.createElement('div')
  function applyTheme(): void {
    const { color_scheme: wanted, position } = settings.appearance
    const scheme = wanted === 'auto' ? (dark.matches ? 'dark' : 'light') : wanted
    frame.className = `chat ${scheme} ${position}`
    for (const [name, color] of Object.entries({ ...settings.colors?.both, ...settings.colors?.[scheme] })) {
      frame.style.setProperty(`--${name.replace('_', '-')}`, color)
    }
  }
  function applyLanguage(): void {
    const { language, direction } = context.get()
    frame.lang = language
    frame.dir = direction
  }

  /** Registered on the root, so that handlers inside the frame still run. */
  function keepFromPage(event: Event): void {
    if (event.composedPath().includes(frame)) event.stopPropagation()
  }

  const contextIn = (language: Language, messages: Messages): ChatContext => ({
    base,
    session,
    settings,
    preferences,
    parts,
    draft,
    pageKnowsMembers,
    withLogin: () => settings.logins.length > 0 || session.member.get() !== null || pageKnowsMembers(),
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    t: createTranslate(language, messages),
    times: createTimes(language),
  })
  const context = createStore(contextIn(host.language, host.messages))
  provideChat(context)
  applyTheme()
  applyLanguage()
  const Root = () => (
    <ChatWindow
      shown={useStore(shown)}
      onClose={host.close}
      onLanguage={(language) => void changeLanguage(language)}
    />
  )

  const before = root.adoptedStyleSheets.length
  root.adoptedStyleSheets.push(chatSheet())
  root.append(frame)
  const show = () => render(<Root />, frame)
  show()

  /** Discards what was written and attached before the identity was known. */
  function discardUnknown(): void {
    if (session.identity.get() !== null) return
    draft.take()
    render(null, frame)
    show()
  }
  function logout(): void {
    discardUnknown()
    session.logout()
  }

  /** Whether the visitor has nothing unsent, is not in a call, and sees no result of one. */
  function isIdle(): boolean {
    return (
      // With the call panel, `entered` no longer follows the call.
      (frame.querySelector<HTMLElement>('.call')?.hidden ?? !session.entered.get()?.call) &&
      !draft.text.get() &&
      !draft.files[0] &&
      session.timeline.get().pending.every(({ state }) => state.name === 'sent')
    )
  }

  // Attachments are shown only with this module.
  const renewLinks = () => void parts.tools.get()?.renewLinks(session)

  const leaving = new AbortController()
  const { signal } = leaving
  for (const type of keptEvents) root.addEventListener(type, keepFromPage, { signal })
  // Keys of an input method (IME) are no commands. 229: Safari's last one no longer says isComposing.
  const skipComposing = (event: KeyboardEvent) =>
    (event.isComposing || event.keyCode === 229) && event.stopPropagation()
  frame.addEventListener('keydown', skipComposing, true)
  root.addEventListener('pointerdown', allowChime, { signal, once: true })
  dark.addEventListener('change', applyTheme, { signal })
  addEventListener('pagehide', draft.leave, { signal })
  addEventListener('pageshow', draft.reload, { signal })
  // A visitor has nobody to sign out; the next connection completes the sign-out.
  const followSignOut = (event: StorageEvent) =>
    session.entered.get()?.member !== null && isSignOut(settings.id, event) && logout()
  addEventListener('storage', followSignOut, { signal })
  // No need to unsubscribe: the session is closed with the chat.
  session.state.subscribe(() => {
    const state = session.state.get()
    if (state.name === 'ready') parts.retryFailed()
    // The visitor is told that the chat is unavailable; the reason is for the developer.
    if (state.name === 'refused') parts.tools.use((tools) => host.logError(tools.explainRefusal(state.code)))
  })
  const needParts = () => {
    const { conversation, customerId } = session.timeline.get()
    const entered = session.entered.get()
    // A reloaded page continues its call; another page shows that there is one.
    if (entered?.call) parts.call.use()
    if (session.team.get()?.closed || conversation || (entered?.survey && customerId)) parts.service.use()
    if (customerId && (entered?.context || host.config().attributes))
      parts.context.use((part) => part.reportContext(session, host, signal))
  }
  for (const store of [session.entered, session.team, session.timeline]) store.subscribe(needParts)
  session.member.subscribe(reportLogin)
  const stopAttention = watchUnread({ host, parts, session, context, visible, preferences })
  if (location.hash.startsWith('#parley-login=')) {
    // Also if it is loaded later: the code in the address is valid for two minutes, and redeemed once.
    parts.member.subscribe(() => member()?.redeemFromAddress(session))
    parts.member.use()
  }
  const links = setInterval(() => visible.get() && renewLinks(), linkCheckIntervalMs)

  return {
    show(focus) {
      shown.set(focus ? 'focused' : 'silent')
      renewLinks()
      session.retrySignIn()
    },
    hide: () => shown.set('no'),
    update({ getToken, user, attributes }) {
      const now = host.config()
      if (now.attributes !== attributes) needParts()
      // Another function alone says nothing about who is signed in: applications create one per render.
      if (now.user === user && (now.getToken === getToken || (user && hasGetToken()))) return
      if (user) discardUnknown()
      session.signIn()
    },
    applyTheme,
    logout,
    destroy() {
      draft.close()
      leaving.abort()
      clearInterval(links)
      stopAttention()
      render(null, frame)
      frame.remove()
      root.adoptedStyleSheets.splice(before)
      session.close()
    },
  }
}
