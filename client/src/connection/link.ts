import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { Challenge } from '@parley/protocol/session'
import type { Result } from './result.ts'
import type { Platform, Socket } from '../browser/platform.ts'
import { createRequests, parseFrame, type Notify, type Request } from './requests.ts'
import { subprotocol } from './wire-values.ts'

/** What the server says by itself, to whom it may concern. */
export type Listeners = { [M in DownstreamMethod]?: (params: Downstream[M]) => void }

/** One socket, from its opening to its end. A connection goes through many. */
export interface Link {
  request: Request
  notify: Notify
  /** The challenge that a widget's socket begins with. */
  challenge: () => Promise<Result<Challenge>>
  /** Asks whether the other side is still there; ends the link when nothing comes. */
  check: () => Promise<void>
  /** Ends it without a word to `ended`. */
  close: () => void
}

export interface LinkEvents {
  opened: () => void
  /** Once, however it ended; `code` null when it was us who lost patience. */
  ended: (code: number | null) => void
  listeners: Listeners
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
  // Between the other side's word of closing and the event a frame could only become an error in the page's console.
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
    // The page forbids the address. Told later, as every other end is.
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

  /** One timer for the whole life: it looks when something came last and sleeps for the rest. */
  function checkSilence() {
    cancelTimer()
    const remainingMs = lastReceivedAt + silenceTimeoutMs - platform.now()
    if (remainingMs <= 0) end(null)
    else cancelTimer = platform.after(remainingMs, checkSilence)
  }

  function shut(): boolean {
    if (ended) return false
    ended = true
    cancelTimer()
    requests.end()
    resolveChallenge?.({ ok: false, code: 'disconnected' })
    socket?.close()
    return true
  }

  function end(code: number | null) {
    if (shut()) events.ended(code)
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
      const asked = lastReceivedAt
      const answer = await requests.request('ping', {}, checkTimeoutMs)
      // Any frame since then proves as much as the answer.
      if (!answer.ok && answer.code === 'timeout' && lastReceivedAt === asked) end(null)
    },
    close: () => void shut(),
  }
}
