import type { Language, WidgetSettings } from '@parley/protocol/provider'
import type { ParleyConfig, ParleyEvents } from '../types/parley.d.ts'
import type { Messages } from './messages/messages.ts'

/** What the loader gives to the chat. Types only: the two are built apart and meet at run time. */
export interface ChatHost {
  /** Address of the service, with a slash at the end. */
  base: string
  /** The widget's shadow root; the chat adds its own container and style sheets. */
  root: ShadowRoot
  settings: WidgetSettings
  language: Language
  messages: Messages
  loadMessages(language: Language): Promise<Messages>
  /** The page's own, as it is now. */
  getToken(): ParleyConfig['getToken']
  /** What the launcher says: its name for screen readers, and the number on its badge. */
  launcher(name: string, unread: number): void
  /** Writes to the page's console, for its developers. */
  logError(text: string): void
  emit<E extends keyof ParleyEvents>(event: E, detail: ParleyEvents[E]): void
  /** The visitor wants to close the window; the loader answers with `hide`. */
  close(): void
}

export interface Chat {
  /** `focus` false: it opens by itself, the visitor is busy elsewhere. */
  show(focus: boolean): void
  hide(): void
  /** Somebody else may be signed in on the page: `getToken` is asked. */
  signIn(): void
  /** Nobody is signed in on the page any more. */
  logout(): void
  destroy(): void
}

/** The chat chunk. */
export interface ChatModule {
  mountChat(host: ChatHost): Chat
}

/** A language chunk. */
export interface MessagesModule {
  messages: Messages
}
