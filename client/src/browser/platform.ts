import { listen, stopAll } from './listen.ts'

/** Browser APIs that the client uses. Replaced in tests, so that they need not wait. */
export interface Platform {
  /** May throw if the page's Content-Security-Policy blocks the address. */
  openSocket: (url: string, subprotocol: string) => Socket
  /** Unix milliseconds. */
  now: () => number
  /** Calls `run` once after `milliseconds`. Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number
  isOnline: () => boolean
  isSecure: () => boolean
  isVisible: () => boolean
  /** Called when the page becomes visible or the network is back: the socket may be dead. */
  onWake: (listener: () => void) => () => void
  onOffline: (listener: () => void) => () => void
  /** Called when the page is left; the browser may show it again. */
  onLeave: (listener: () => void) => () => void
  /**
   * Runs while holding a lock of this name, exclusive within the origin; after `maxMs` without it. Leaving the page
   * releases the lock; a page that is still waiting requests it again if the browser shows it again.
   */
  exclusively: <T>(name: string, run: () => Promise<T>, maxMs?: number) => Promise<T>
  /** Exchanges messages with the other tabs of this origin that use the same name. */
  openChannel: (name: string, onMessage: (message: unknown) => void) => Channel
}

export interface Channel {
  post: (word: string) => void
  close: () => void
}

export interface Socket {
  /** As in WebSocket: 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number
  send: (frame: string) => void
  close: () => void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
}

/** Longest wait for a lock, and longest time to hold it, for work that the service deduplicates. */
export const maxLockMs = 15_000

export const browser: Platform = {
  openSocket: (url, subprotocol) => new WebSocket(url, subprotocol),
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
  isOnline: () => navigator.onLine,
  isSecure: () => isSecureContext,
  isVisible: () => !document.hidden,
  onWake(listener) {
    const seen = () => {
      if (!document.hidden) listener()
    }
    return stopAll(
      listen(document, 'visibilitychange', seen),
      listen(window, 'pageshow', listener),
      listen(window, 'online', listener),
    )
  },
  onOffline: (listener) => listen(window, 'offline', listener),
  onLeave: (listener) => listen(window, 'pagehide', listener),
  // Locks are unavailable outside secure contexts, where a panel may run, and denied where site data is blocked. Tabs may
  // then send a message twice, and the server deduplicates it by client_id.
  async exclusively<T>(name: string, run: () => Promise<T>, maxMs?: number): Promise<T> {
    let result: Promise<T> | undefined
    const start = () => (result ??= run())
    let proceed: () => Promise<T> = start
    const request = new AbortController()
    const { signal } = request
    const left = new Promise<void>((resolve) => listen(signal, 'abort', resolve))
    // Until 2025, a page in Safari's back/forward cache kept its locks and was granted others (WebKit bug 283528).
    const stop = listen(window, 'pagehide', () => {
      const returned = new Promise<void>((resolve) => listen(window, 'pageshow', resolve))
      if (!result) proceed = () => returned.then(() => browser.exclusively(name, run, maxMs))
      request.abort()
    })
    if (maxMs) setTimeout(() => request.abort(), maxMs)
    try {
      await navigator.locks.request(name, { signal }, () => Promise.race([start(), left]))
    } catch {
      // Not granted, or `run` failed, which its promise tells the caller.
    }
    stop()
    return proceed()
  },
  openChannel(name, onMessage) {
    let channel: BroadcastChannel | undefined
    try {
      channel = new BroadcastChannel(name)
      channel.addEventListener('message', ({ data }) => onMessage(data))
    } catch {
      // Denied in Firefox where site data is blocked; the tabs then share no sign-in either.
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is one origin
    return { post: (word) => channel?.postMessage(word), close: () => channel?.close() }
  },
}
