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
  /** Runs while holding a lock of this name, exclusive within the origin. */
  exclusively: <T>(name: string, run: () => Promise<T>) => Promise<T>
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
  // Locks are unavailable outside secure contexts, where a panel may run, and denied where site data is blocked. Tabs may
  // then send a message twice, and the server deduplicates it by client_id.
  async exclusively<T>(name: string, run: () => Promise<T>) {
    let result: Promise<T> | undefined
    const start = () => (result ??= run())
    try {
      return await navigator.locks.request(name, start)
    } catch {
      return start()
    }
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
