import type { WidgetSettings } from '@parley/protocol/provider'
import type { ParleyConfig, ParleyEvents } from '../../types/parley.d.ts'
import type { Chat } from '../chat-contract.ts'
import { chooseLanguage } from '../language.ts'
import { logError } from '../log-error.ts'
import { phone } from '../phone.ts'
import { readPreferences, writePreferences } from '../preferences.ts'
import { chunksFrom } from './chunks.ts'
import { createLauncher } from './launcher.ts'
import { loadSettings } from './widget-settings.ts'

/**
 * One widget on a page, from init to destroy:
 *
 *   settings are fetched -> the launcher stands on the page (ready)
 *     -> hover, focus or touch fetches the chat -> opening mounts it, and only that connects
 *
 * Before the opening there is no socket and nothing is stored. Two exceptions: whoever has a conversation going
 * on is connected in idle time (badge and sound), and a tab in which the chat was left open opens it on the
 * next page too.
 */
export interface Widget {
  providerId: string
  ready(): boolean
  open(): void
  close(): void
  /** The page's word on who is signed in comes from here now: whoever is asked for is asked for anew. */
  ask(getToken: GetToken): void
  logout(): void
  destroy(): void
}

type GetToken = ParleyConfig['getToken']

export type Emit = <E extends keyof ParleyEvents>(event: E, detail: ParleyEvents[E]) => void

/** Names the provider whose chat is open in this tab. */
const openMark = 'parley.open'

export function createWidget(base: string, { providerId, getToken }: ParleyConfig, emit: Emit): Widget {
  const gone = new AbortController()
  let placed: ReturnType<typeof place> | undefined
  let openWanted = false

  async function appear(): Promise<void> {
    const settings = await loadSettings(base, providerId, gone.signal)
    if (!settings || gone.signal.aborted) return
    placed = place(base, settings, emit, gone.signal, () => getToken)
    emit('ready', undefined)
    if (openWanted) await placed.open(true)
  }
  void appear()

  return {
    providerId,
    ready: () => placed !== undefined,
    open() {
      openWanted = true
      void placed?.open(true)
    },
    close() {
      openWanted = false
      placed?.close()
    },
    ask(next) {
      if (next === getToken) return
      getToken = next
      placed?.chat()?.signIn()
    },
    logout() {
      const chat = placed?.chat()
      if (chat) chat.logout()
      // Who was signed in before is not any more as soon as there is a chat.
      else if (readPreferences(providerId).login) writePreferences(providerId, { login: 'out' })
    },
    destroy() {
      gone.abort()
      markOpen(null)
    },
  }
}

/** Puts the launcher on the page. `gone` takes everything away again. */
function place(
  base: string,
  settings: WidgetSettings,
  emit: Emit,
  gone: AbortSignal,
  getToken: () => GetToken,
) {
  const { id, appearance } = settings
  const preferences = readPreferences(id)
  const language = chooseLanguage([
    preferences.language,
    appearance.language,
    document.documentElement.lang,
    ...navigator.languages,
  ])
  const chunks = chunksFrom(base)
  let isOpen = false
  let chat: Chat | undefined

  const launcher = createLauncher(settings, language, {
    toggle: () => (isOpen ? close() : void open(true)),
    approach: () => void fetchChat().catch(() => {}),
  })
  keepOnPage(launcher.element, gone)
  gone.addEventListener('abort', () => {
    chat?.destroy()
    launcher.element.remove()
  })

  const fetchChat = () => Promise.all([chunks.chat(), chunks.messages(language)])

  async function mount(): Promise<void> {
    const [{ mountChat }, messages] = await fetchChat()
    if (chat || gone.aborted) return
    const { root, label } = launcher
    const texts = { language, messages, loadMessages: chunks.messages }
    chat = mountChat({ base, root, settings, ...texts, getToken, launcher: label, logError, emit, close })
  }

  async function open(focus: boolean): Promise<void> {
    if (isOpen || gone.aborted) return
    isOpen = true
    launcher.show(chat ? 'open' : 'loading')
    try {
      await mount()
    } catch {
      isOpen = false
      launcher.show('unreachable')
    }
    if (!isOpen || gone.aborted) return
    launcher.show('open')
    chat?.show(focus)
    markOpen(id)
    emit('open', undefined)
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    const hadFocus = launcher.root.activeElement !== null
    launcher.show('closed')
    markOpen(null)
    if (!chat) return
    chat.hide()
    if (hadFocus) launcher.focus()
    emit('close', undefined)
  }

  // Back from a sign-in in a window that was cut off from its opener.
  if (location.hash.startsWith('#parley-login=')) void open(true)
  else if (readOpenMark() === id && !matchMedia(phone).matches) void open(false)
  else if (preferences.active) whenIdle(() => void mount().catch(() => {}))
  return { open, close, chat: () => chat }
}

/** Also where an application throws away or rewrites the document's children. */
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

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4_000 })
  else setTimeout(work, 1_000)
}

function markOpen(providerId: string | null): void {
  try {
    if (providerId) sessionStorage.setItem(openMark, providerId)
    else sessionStorage.removeItem(openMark)
  } catch {
    // Storage is forbidden on this page: the chat does not stay open over a navigation.
  }
}

function readOpenMark(): string | null {
  try {
    return sessionStorage.getItem(openMark)
  } catch {
    return null
  }
}
