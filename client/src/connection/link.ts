import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { Challenge } from '@parley/protocol/session'
import type { Result } from './result.ts'
import type { Platform, Socket } from '../browser/platform.ts'
import { createRequests, parseFrame, type Notify, type Request } from './requests.ts'
import { subprotocol } from './wire-values.ts'

/** Listeners for notifications of the server, by method. */
export type Listeners = { [M in DownstreamMethod]?: (params: Downstream[M]) => void }

/** One socket, from opening to closing. A connection uses many in sequence. */
export interface Link {
  request: Request
  notify: Notify
  /** Resolves with the challenge, which the server sends first on a widget's socket. */
  challenge: () => Promise<Result<Challenge>>
  /** Sends a ping, and ends the link if no frame arrives in time. */
  check: () => Promise<void>
  /** Closes the socket without calling `ended`. */
  close: () => void
}

export interface LinkEvents {
  opened: () => void
  /** Called once. `code` is null after a timeout. */
  ended: (code: number | null) => void
  listeners: Listeners
  /** Called with the server's time by each check. */
  setClock?: ((serverTime: string) => void) | undefined
}

const openTimeoutMs = 15_000
const silenceTimeoutMs = 60_000
const checkTimeoutMs = 5_000

export function openLink(platform: Platform, url: string, events: LinkEvents): Link {
  let socket: Socket | undefined
  let ended = false
  let lastReceivedAt = platform.now()
  let cancelTimer = platform.after(openTimeoutMs, () => end(null))
  let resolveChallenge: ((answer: Result<Challenge>) => void) | undefined
  // Sending while the socket is closing would log an error in the page's console.
  const requests = createRequests(platform, (frame) => socket?.readyState === 1 && socket.send(frame))

  try {
    socket = platform.openSocket(url, subprotocol)
    socket.addEventListener('open', () => {
      if (ended) return
      lastReceivedAt = platform.now()
      checkSilence()
      events.opened()
    })
    socket.addEventListener('message', ({ data }) => {
      if (!ended) receive(data)
    })
    socket.addEventListener('close', ({ code }) => end(code))
  } catch {
    // The page forbids the address. Reported asynchronously, like every other end.
    cancelTimer()
    cancelTimer = platform.after(0, () => end(null))
  }

  function receive(data: unknown) {
    lastReceivedAt = platform.now()
    const frame = parseFrame(data)
    if (!frame) return
    if (!('method' in frame)) return requests.settle(frame)
    if (frame.method === 'ping') requests.notify('pong', {})
    if (frame.method === 'challenge') resolveChallenge?.({ ok: true, value: frame.params })
    dispatch(frame)
  }

  function dispatch<M extends DownstreamMethod>({ method, params }: { method: M; params: Downstream[M] }) {
    events.listeners[method]?.(params)
  }

  /** One timer per link: checks when the last frame arrived, and waits for the remaining time. */
  function checkSilence() {
    cancelTimer()
    const remainingMs = lastReceivedAt + silenceTimeoutMs - platform.now()
    if (remainingMs <= 0) end(null)
    else cancelTimer = platform.after(remainingMs, checkSilence)
  }

  function release(): boolean {
    if (ended) return false
    ended = true
    cancelTimer()
    requests.end()
    resolveChallenge?.({ ok: false, code: 'disconnected' })
    socket?.close()
    return true
  }

  function end(code: number | null) {
    if (release()) events.ended(code)
  }

  return {
    request: requests.request,
    notify: requests.notify,
    challenge: () =>
      new Promise((resolve) => {
        const cancel = platform.after(openTimeoutMs, () => resolveChallenge?.({ ok: false, code: 'timeout' }))
        resolveChallenge = (answer) => {
          cancel()
          resolveChallenge = undefined
          resolve(answer)
        }
      }),
    async check() {
      const receivedBefore = lastReceivedAt
      const answer = await requests.request('ping', {}, checkTimeoutMs)
      if (answer.ok) events.setClock?.(answer.value.server_time)
      // Any frame since then proves that the connection works.
      if (!answer.ok && answer.code === 'timeout' && lastReceivedAt === receivedBefore) end(null)
    },
    close: () => void release(),
  }
}
