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
 *     Parley.init({ providerId: '0198…' })
 *
 * Calls made before `sdk.js` is loaded are queued and run in order:
 *
 *     (window.Parley = window.Parley || []).push(['open'])
 */

export interface ParleyConfig {
  /** The provider's id: panel, Settings, Widgets. */
  providerId: string
  /**
   * Custom login: asks your server for a socket token that is bound to this browser. Called with the thumbprint of
   * the browser's connection key; returns the token, or null when nobody is signed in. Called when the chat is first
   * opened and before the token expires, not on each page: the browser keeps the token. If it fails, the chat continues
   * as a visitor and the console shows the error.
   */
  getToken?: (request: { jkt: string }) => string | null | Promise<string | null>
  /**
   * Custom login: your id of the user who is signed in on this page, the same as the token's `uid`; null if signed out.
   * Recommended: without it, the token stored in the browser is used until it expires, even if another user has signed in
   * on your site since. With it, a token of another user is discarded and `getToken` is called.
   */
  user?: string | null
  /**
   * What your page knows about its visitor: at most 20 values, shown to agents as "stated by the page", because a visitor can
   * change them. They replace the previous ones, for the page's `user` if it states one and has `getToken`, else for the person
   * who is signed in then. Sent after the visitor's first message, and again if they have changed or another member has signed
   * in since. Another `user` discards them, so pass those of the new user with it or after it.
   * For values that agents can rely on, use the claim `attributes` of the socket token.
   */
  attributes?: ParleyAttributes
}

/** Names like `total_orders`, up to 40 characters; texts of up to 200 characters. */
export type ParleyAttributes = Record<string, string | number | boolean>

/** What `Parley.update` can change. */
export type ParleyChange = Pick<ParleyConfig, 'getToken' | 'user' | 'attributes'>

/** A message received while the page is open. */
export interface ParleyMessage {
  id: string
  /** Plain text. Insert it as text, never as markup. */
  content: string
  sender: 'agent' | 'ai_agent' | 'system'
  /** The agent's name; null for system messages. */
  senderName: string | null
  /** ISO 8601 with offset. */
  createdAt: string
}

export interface ParleyEvents {
  /** The launcher is shown. Listeners added later are called at once. */
  ready: undefined
  open: undefined
  close: undefined
  /** The number of unread messages, after each change. */
  unread: { count: number }
  /** A message from the team was received. */
  message: ParleyMessage
  /** A member is signed in, by your `getToken` or within the chat. */
  login: ParleyMember
  /** The member is signed out. */
  logout: undefined
}

/** The signed-in member. */
export interface ParleyMember {
  name: string | null
  /** How: `custom` is your `getToken`. */
  provider: 'custom' | 'google' | 'facebook' | 'apple' | 'github' | 'x'
}

export type ParleyEvent = keyof ParleyEvents

export interface ParleyApi {
  /**
   * Adds the widget to the page. Calling it again with another provider replaces the widget, with another `user` (or,
   * without `user`, another `getToken`) switches the chat to that user at once, and with the same configuration has no
   * effect. Not needed if `window.parleyConfig` is set before the script.
   */
  init(config: ParleyConfig): void
  /**
   * Changes parts of the configuration, for applications that sign users in, or learn more about their visitor, without
   * a page load. Has no effect before `init`.
   */
  update(change: ParleyChange): void
  /** Opens the chat as soon as it is loaded. */
  open(): void
  close(): void
  /**
   * Signs the member out in all tabs: call it when the user signs out of your site. Clears the window and the stored
   * token at once. The same `user` again is then a sign-in. The chat of a visitor stays as it is. Before `init`, the
   * next one on the same page signs the member out; after `destroy`, this call does.
   */
  logout(): void
  /** Calls `listener` on each event. The returned function removes it. */
  on<E extends ParleyEvent>(event: E, listener: (detail: ParleyEvents[E]) => void): () => void
  /** Runs calls in order; an error in one does not stop the others. Replaces `push` of the queue that exists before `sdk.js` is loaded. */
  push(...calls: ParleyCall[]): void
  /** Removes the widget, its connection and all listeners. `init` may follow. */
  destroy(): void
}

/** A call as a value: the method's name and its arguments. */
export type ParleyCall =
  | ['init', ParleyConfig]
  | ['update', ParleyChange]
  | ['open']
  | ['close']
  | ['logout']
  | ['destroy']
  | { [E in ParleyEvent]: ['on', E, (detail: ParleyEvents[E]) => void] }[ParleyEvent]

declare global {
  interface Window {
    parleyConfig?: ParleyConfig
    /** Before `sdk.js` is loaded, it is a queue that the page may have created, with `push` only. */
    Parley?: Partial<ParleyApi> & Pick<ParleyApi, 'push'>
  }
  /** Once `sdk.js` is loaded. */
  const Parley: ParleyApi
}
