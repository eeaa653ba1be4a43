import { listen, stopAll } from './listen.ts'

/** What the client takes of the browser. Tests bring their own, so that nothing there has to wait. */
export interface Platform {
  /** May throw where the page forbids the address (CSP). */
  openSocket: (url: string, subprotocol: string) => Socket
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs once after `milliseconds`, unless the returned function is called before. */
  after: (milliseconds: number, run: () => void) => () => void
  /** From 0 up to 1. */
  random: () => number
  isOnline: () => boolean
  isSecure: () => boolean
  /** Whether the page can be seen. */
  isVisible: () => boolean
  /** The page is seen again, or the network is back: what we believe about the socket may be wrong. */
  onWake: (listener: () => void) => () => void
  onOffline: (listener: () => void) => () => void
  /** Runs when nobody else of this origin runs something of the same name. */
  exclusively: <T>(name: string, run: () => Promise<T>) => Promise<T>
  /** Says something to the other tabs of this origin that listen to the same name, and hears what they say. */
  openChannel: (name: string, onMessage: (word: unknown) => void) => Channel
}

export interface Channel {
  post: (word: string) => void
  close: () => void
}

export interface Socket {
  /** As WebSocket's: 0 connecting, 1 open, 2 closing, 3 closed. */
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
  // Missing outside secure contexts, where a panel may run: then tabs may repeat a message, and the server
  // knows a repeat by its client_id.
  exclusively: (name, run) =>
    (navigator.locks as LockManager | undefined) ? navigator.locks.request(name, run) : run(),
  openChannel(name, hear) {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }) => hear(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is one origin
    return { post: (word) => channel.postMessage(word), close: () => channel.close() }
  },
}
