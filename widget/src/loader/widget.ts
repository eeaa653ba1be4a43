import type { WidgetSettings } from '@parley/protocol/provider'
import type { ParleyConfig, ParleyEvents } from '../../types/parley.d.ts'
import type { Chat } from '../chat-contract.ts'
import { chooseLanguage } from '../language.ts'
import { logError } from '../log-error.ts'
import { phone } from '../phone.ts'
import { readPreferences, writePreferences } from '../preferences.ts'
import { draftKey, openKey, readTab, writeTab } from '../tab-value.ts'
import { chunksFrom } from './chunks.ts'
import { createLauncher } from './launcher.ts'
import { loadSettings } from './widget-settings.ts'

/** The longest delay until a page with an open conversation connects. */
const connectDelayMs = 2_000
/** Delay until a download of the chat that failed is repeated. */
const retryDelayMs = 30_000

/**
 * One widget on a page, from init to destroy:
 *
 *   settings are fetched -> the launcher is shown (ready)
 *     -> hover, focus or touch loads the chat -> opening mounts it, and only that connects
 *
 * Before that there is no socket and nothing is stored. Three exceptions: with an open conversation the chat connects when
 * the page has loaded, or after 2 s (badge and sound), a tab with an open chat opens it again on the next page, and `logout` is stored.
 */
export interface Widget {
  ready(): boolean
  /** Has no effect before it is ready. */
  open(): void
  close(): void
  /** Replaces the configuration of the same provider. */
  update(config: ParleyConfig): void
  /** Also after `destroy`. */
  logout(): void
  destroy(): void
}

export type Emit = <E extends keyof ParleyEvents>(event: E, detail: ParleyEvents[E]) => void

export function createWidget(base: string, config: ParleyConfig, emit: Emit): Widget {
  const { providerId } = config
  const gone = new AbortController()
  let page: ReturnType<typeof addToPage> | undefined

  async function start(): Promise<void> {
    const settings = await loadSettings(base, providerId, gone.signal)
    if (!settings || gone.signal.aborted) return
    page = addToPage(base, settings, emit, gone.signal, () => config)
    emit('ready', undefined)
  }
  void start()

  return {
    ready: () => page !== undefined,
    open: () => void page?.open(true),
    // The tab's chat must not open by itself later.
    close: () => (page ? page.close() : writeTab(openKey, null)),
    update(next) {
      const previous = config
      config = next
      page?.chat()?.update(previous)
    },
    logout() {
      writeTab(draftKey, null)
      // Applied when the chat is mounted. Always, because a cached token can outlive what localStorage says of it.
      writePreferences(providerId, { login: 'out' })
      page?.chat()?.logout()
    },
    destroy() {
      gone.abort()
      page = undefined
      writeTab(openKey, null)
    },
  }
}

/** Adds the launcher to the page. Aborting `gone` removes everything. */
function addToPage(
  base: string,
  settings: WidgetSettings,
  emit: Emit,
  gone: AbortSignal,
  config: () => ParleyConfig,
) {
  const { id, appearance } = settings
  const language = chooseLanguage([
    readPreferences(id).language,
    appearance.language,
    document.documentElement.lang,
    ...navigator.languages,
  ])
  const chunks = chunksFrom(base)
  let isOpen = false
  let chat: Chat | undefined
  /** Set once mounting the chat has failed. */
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const launcher = createLauncher(settings, language, {
    toggle: () => (isOpen && chat ? close() : void open(true)),
    approach: prefetch,
  })
  keepOnPage(launcher.element, gone)
  gone.addEventListener('abort', () => {
    isOpen = false
    chat?.destroy()
    launcher.element.remove()
  })

  const fetchChat = () => Promise.all([chunks.chat(), chunks.messages(language)])

  /** Also removes the hint that the chat could not be loaded. */
  function prefetch(): void {
    fetchChat().then(
      () => isOpen || launcher.show('closed'),
      () => {},
    )
  }

  function leave(text: string): string {
    // Keeps the texts of different people apart.
    const owner = JSON.stringify([id, config().user])
    const left = readTab(draftKey)
    writeTab(draftKey, text && owner + text)
    return left?.startsWith(owner) ? left.slice(owner.length) : ''
  }

  /** After a failure the chat counts as closed, and `resume` is called later. */
  async function mount(): Promise<void> {
    try {
      const [{ mountChat }, messages] = await fetchChat()
      if (chat || gone.aborted) return
      const { root, label } = launcher
      const texts = { language, messages, loadMessages: chunks.messages }
      const page = { base, root, settings, config, launcher: label, logError, emit, leave, close }
      chat = mountChat({ ...page, ...texts })
      if (!isOpen) launcher.show('closed')
    } catch {
      clearTimeout(retryTimer)
      retryTimer = setTimeout(resume, retryDelayMs)
      if (isOpen) launcher.show('unreachable')
      isOpen = false
    }
  }

  const wasOpen = () => readTab(openKey) === id && !matchMedia(phone).matches

  /**
   * Opens the chat that the tab had open, which the approach of a pointer must not: its click would close the chat again.
   * Connects if a conversation is open.
   */
  function resume(): void {
    if (gone.aborted) return
    if (wasOpen()) void open(false)
    else if (readPreferences(id).active) void mount()
    else if (retryTimer) prefetch()
  }

  /** `focus`: wanted by the visitor or the page. They may want it while the chat that the tab had open is being loaded. */
  async function open(focus: boolean): Promise<void> {
    if (!chat && focus) launcher.show('loading')
    if (isOpen || gone.aborted) return
    isOpen = true
    await mount()
    // Failed, closed or removed meanwhile.
    if (!isOpen) return
    launcher.show('open')
    chat?.show(focus)
    writeTab(openKey, id)
    emit('open', undefined)
  }

  function close(): void {
    writeTab(openKey, null)
    if (!isOpen) return
    isOpen = false
    launcher.show('closed')
    if (!chat) return
    const hadFocus = launcher.root.activeElement
    chat.hide()
    if (hadFocus) launcher.focus()
    emit('close', undefined)
  }

  // Returning from a sign-in in a popup without access to its opener.
  if (location.hash.startsWith('#parley-login=')) void open(true)
  else if (wasOpen()) void open(false)
  // Pages with a request that hangs do not load.
  else setTimeout(resume, document.readyState === 'complete' ? 0 : connectDelayMs)
  // `pageshow`: the page has loaded, or comes from the back/forward cache and is older than the conversation.
  addEventListener('pageshow', resume, { signal: gone })
  addEventListener('online', resume, { signal: gone })
  return { open, close, chat: () => chat }
}

/** Adds the element again if an application replaces the document's children. */
function keepOnPage(element: HTMLElement, gone: AbortSignal): void {
  const attach = () => {
    if (element.isConnected) return
    document.documentElement.append(element)
    watch.observe(document.documentElement, { childList: true })
  }
  const watch = new MutationObserver(attach)
  watch.observe(document, { childList: true })
  gone.addEventListener('abort', () => watch.disconnect())
  attach()
}
