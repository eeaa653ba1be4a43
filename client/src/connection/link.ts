import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { Challenge } from '@parley/protocol/session'
import type { Answer } from './result.ts'
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
  challenge: () => Promise<Answer<Challenge>>
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

const openPatience = 15_000
const silencePatience = 60_000
const checkPatience = 5_000

export function openLink(platform: Platform, url: string, events: LinkEvents): Link {
  let socket: Socket | undefined
  let over = false
  let heard = platform.now()
  let cancelTimer = platform.after(openPatience, () => end(null))
  let takeChallenge: ((answer: Answer<Challenge>) => void) | undefined
  // Between the other side's word of closing and the event a frame could only become an error in the page's console.
  const requests = createRequests(platform, (frame) => socket?.readyState === 1 && socket.send(frame))

  try {
    socket = platform.openSocket(url, subprotocol)
    socket.addEventListener('open', () => {
      if (over) return
      heard = platform.now()
      listenForSilence()
      events.opened()
    })
    socket.addEventListener('message', ({ data }) => {
      if (!over) receive(data)
    })
    socket.addEventListener('close', ({ code }) => end(code))
  } catch {
    // The page forbids the address. Told later, as every other end is.
    cancelTimer()
    cancelTimer = platform.after(0, () => end(null))
  }

  function receive(data: unknown) {
    heard = platform.now()
    const frame = parseFrame(data)
    if (!frame) return
    if (!('method' in frame)) return requests.settle(frame)
    if (frame.method === 'ping') requests.notify('pong', {})
    if (frame.method === 'challenge') takeChallenge?.({ ok: true, value: frame.params })
    tell(frame)
  }

  function tell<M extends DownstreamMethod>({ method, params }: { method: M; params: Downstream[M] }) {
    events.listeners[method]?.(params)
  }

  /** One timer for the whole life: it looks when something came last and sleeps for the rest. */
  function listenForSilence() {
    cancelTimer()
    const rest = heard + silencePatience - platform.now()
    if (rest <= 0) end(null)
    else cancelTimer = platform.after(rest, listenForSilence)
  }

  function shut(): boolean {
    if (over) return false
    over = true
    cancelTimer()
    requests.end()
    takeChallenge?.({ ok: false, code: 'disconnected' })
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
        const cancel = platform.after(openPatience, () => takeChallenge?.({ ok: false, code: 'timeout' }))
        takeChallenge = (answer) => {
          cancel()
          takeChallenge = undefined
          resolve(answer)
        }
      }),
    async check() {
      const asked = heard
      const answer = await requests.request('ping', {}, checkPatience)
      // Any frame since then proves as much as the answer.
      if (!answer.ok && answer.code === 'timeout' && heard === asked) end(null)
    },
    close: () => void shut(),
  }
}
