import type { WidgetSession } from '@parley/client/session/widget-session'
import { createStore, type Store } from '@parley/client/state/store'
import type { ChatHost } from '../chat-contract.ts'
import type { ChatContext } from './chat-context.ts'

/** A draft is saved when the visitor has stopped typing for this long. */
const saveDelayMs = 400

/** The unsent text of the current identity, also saved when the page is closed while typing. */
export interface Draft {
  text: Store<string>
  /** Files attached to it. They are not saved. */
  files: readonly File[]
  write(text: string): void
  /** Removes what waits for the identity: the text, also of messages. Returns it. */
  take(): string
  /** Call when the page is closed. */
  leave(): void
  /** Call when the chat is removed from the page. A sign-in that is still in progress does not get the text. */
  close(): void
  /** Call when the browser shows the page again: another page may have sent or changed the draft since. */
  reload(): void
}

export interface DraftOptions {
  host: Pick<ChatHost, 'leave'>
  session: Pick<WidgetSession, 'identity' | 'timeline' | 'discard'>
  preferences: ChatContext['preferences']
}

export function createDraft({ host, session, preferences }: DraftOptions): Draft {
  const text = createStore(host.leave(''))
  let who = session.identity.get()
  /** Only changes made on this page are saved, because another tab may have saved a draft since. */
  let saved: string
  let timer: ReturnType<typeof setTimeout>

  function save() {
    const next = text.get()
    if (who === null || next === saved) return
    saved = next
    preferences.change({ drafts: { ...preferences.read().drafts, [who]: next || undefined } })
  }

  function write(next: string) {
    text.set(next)
    clearTimeout(timer)
    timer = setTimeout(save, saveDelayMs)
  }

  /** Text written before the identity was known belongs to the identity that the connection proves. */
  function load() {
    const written = who === null ? text.get() : ''
    who = session.identity.get()
    saved = (who && preferences.read().drafts?.[who]) || ''
    write(written || saved)
  }

  function take() {
    const taken = session.timeline.get().pending.map(({ client_id, content }) => {
      session.discard(client_id)
      return content
    })
    taken.push(text.get())
    write('')
    return taken.join('\n').trim()
  }

  load()
  const unsubscribe = session.identity.subscribe(() => {
    save()
    load()
  })

  function leave() {
    save()
    if (who !== null) return
    // Messages are stored once their identity is known; until then their text is kept as a draft. It is not sent from
    // this page as well if the browser shows it again.
    write(take())
    host.leave(text.get())
  }

  return {
    text,
    files: [],
    write,
    take,
    leave,
    close() {
      leave()
      unsubscribe()
    },
    reload() {
      if (text.get() === saved) load()
    },
  }
}
