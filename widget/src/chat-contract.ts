import type { Language, WidgetSettings } from '@parley/protocol/provider'
import type { ParleyConfig, ParleyEvents } from '../types/parley.d.ts'
import type { Messages } from './messages/messages.ts'

/** What the loader passes to the chat. Types only: the two share no code. */
export interface ChatHost {
  /** Address of the service, with a slash at the end. */
  base: string
  /** The widget's shadow root; the chat adds its own container and style sheets. */
  root: ShadowRoot
  settings: WidgetSettings
  language: Language
  messages: Messages
  loadMessages(language: Language): Promise<Messages>
  /** The page's current configuration. */
  config(): ParleyConfig
  /** Sets the launcher's accessible name and the number on its badge. */
  launcher(name: string, unread: number): void
  /** Called when the member's sign-in could not be loaded, to close the chat. Otherwise it retries, then opens as a visitor's. */
  onSignInFailed?: () => undefined
  /** Writes to the page's console, for its developers. */
  logError(text: string): void
  emit<E extends keyof ParleyEvents>(event: E, detail: ParleyEvents[E]): void
  /** Stores a draft for the next page in this tab. Returns the previous one, or ''. */
  leave(text: string): string
  /** Called when the visitor closes the window; the loader then calls `hide`. */
  close(): void
}

export interface Chat {
  /** `focus` is false when the chat opens without a click. */
  show(focus: boolean): void
  hide(): void
  /** Called when the page has replaced its configuration. */
  update(previous: ParleyConfig): void
  /** Called when the member signs out of the page. */
  logout(): void
  /** Call when `settings.appearance.color_scheme` has changed. */
  applyTheme(): void
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
