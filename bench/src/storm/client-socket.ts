import type { Socket } from '@parley/client/browser/platform'
import { openRawSocket } from '../handshake/raw-socket.ts'

export interface SocketAddress {
  port: number
  path: string
  origin: string
  cookie?: string
}

type Events = {
  open: () => void
  message: (event: { data: unknown }) => void
  close: (event: { code: number }) => void
}

/** A browser's WebSocket for the product's client, on the minimal connection of the handshake benchmark. */
export function openClientSocket(address: SocketAddress): Socket {
  const listeners: Partial<Events> = {}
  let readyState = 0
  let send: (text: string) => void = () => {}
  let closeCode = 1006
  const raw = openRawSocket(address, {
    opened(write) {
      send = write
      readyState = 1
      listeners.open?.()
    },
    frame: (data) => listeners.message?.({ data }),
    closing(code) {
      closeCode = code
      raw.end()
    },
  })
  const ended = () => {
    readyState = 3
    listeners.close?.({ code: closeCode })
  }
  // A refused upgrade and a lost connection look alike to a page.
  raw.closed.then(ended, () => {
    raw.end()
    ended()
  })
  return {
    get readyState() {
      return readyState
    },
    send: (frame) => send(frame),
    close: raw.end,
    addEventListener: (type: keyof Events, listener: never) => void (listeners[type] = listener),
  }
}
