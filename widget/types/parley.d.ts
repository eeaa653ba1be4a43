/**
 * Parley on a host page.
 *
 *     <script>window.parleyConfig = { providerId: '0198…' }</script>
 *     <script async src="https://support.example/sdk.js"></script>
 *
 * or in one line, also where the page's content security policy lets no other script run:
 *
 *     <script async src="https://support.example/sdk.js" data-provider-id="0198…"></script>
 *
 * or, in an application that decides later:
 *
 *     window.Parley?.init({ providerId: '0198…' })
 *
 * Calls made before `sdk.js` has arrived wait in a list; they run, in order, when it has:
 *
 *     (window.Parley = window.Parley || []).push(['open'])
 */

export interface ParleyConfig {
  /** The provider's id: panel, Settings, Widgets. */
  providerId: string
  /**
   * Custom login: asks your server for a socket token that is bound to this browser. Called with the thumbprint of
   * the browser's connection key; answers the token, or null when nobody is signed in. Called when the chat is first
   * opened and ahead of the token's expiry, not on page changes: the browser keeps the token meanwhile. Whatever goes
   * wrong here leaves the visitor a visitor and the chat working; the console says what it was.
   */
  getToken?: (request: { jkt: string }) => string | null | Promise<string | null>
}

/** A message that came in while the page was there. */
export interface ParleyMessage {
  id: string
  /** Plain text as it was written. Put it into a page as text, never as markup. */
  content: string
  sender: 'agent' | 'ai_agent' | 'system'
  /** The agent's name, null for the system. */
  senderName: string | null
  /** ISO 8601 with offset. */
  createdAt: string
}

export interface ParleyEvents {
  /** The launcher stands on the page. A listener that comes later is called at once. */
  ready: undefined
  open: undefined
  close: undefined
  /** Unread messages of the team, after each change. */
  unread: { count: number }
  /** A message of the team has arrived. */
  message: ParleyMessage
  /** The chat is a member's now: by your `getToken`, or by a sign-in within the chat. */
  login: ParleyMember
  /** The chat is a visitor's again, for whatever reason. */
  logout: undefined
}

/** Who is signed in in the chat. */
export interface ParleyMember {
  name: string | null
  /** How: `custom` is your `getToken`. */
  provider: 'custom' | 'google' | 'facebook' | 'apple' | 'github' | 'x'
}

export type ParleyEvent = keyof ParleyEvents

export interface ParleyApi {
  /**
   * Puts the widget on the page. The same configuration again changes nothing; another provider replaces the first;
   * another `getToken` is asked at once, for somebody else may be signed in. Not needed where `window.parleyConfig`
   * is set before the script.
   */
  init(config: ParleyConfig): void
  /** Opens the chat, as soon as everything is there. */
  open(): void
  close(): void
  /**
   * Makes the widget a visitor's again, in all tabs: call it when somebody signs out of your site. What the member said
   * is gone from the window at once, and a kept token is thrown away. For a visitor it changes nothing.
   */
  logout(): void
  /** Calls `listener` at each event until the returned function is called. */
  on<E extends ParleyEvent>(event: E, listener: (detail: ParleyEvents[E]) => void): () => void
  /** Runs calls in order. This is what the list that stands in for Parley before `sdk.js` is there becomes. */
  push(...calls: ParleyCall[]): void
  /** Takes the widget, its connection and all listeners from the page. `init` may follow. */
  destroy(): void
}

/** A call as a value: the method's name and its arguments. */
export type ParleyCall =
  | ['init', ParleyConfig]
  | ['open']
  | ['close']
  | ['logout']
  | { [E in ParleyEvent]: ['on', E, (detail: ParleyEvents[E]) => void] }[ParleyEvent]

declare global {
  interface Window {
    parleyConfig?: ParleyConfig
    /** There as soon as `sdk.js` has run. */
    Parley?: ParleyApi
  }
}
