import type { ErrorCode } from '@parley/protocol/error'

/** Why a connection is given up for good: a refusal of the protocol, or a final close code. */
export type RefusalCode = ErrorCode | 'signed_out' | 'bad_frame'

/**
 *   offline         nothing runs: not opened, closed, or the browser has no network
 *   connecting      a socket is being opened
 *   authenticating  it is open and says who we are
 *   ready           requests are answered, entries come
 *   waiting         until the next try, at `until` (milliseconds of the clock); `attempts` tries have failed in a row
 *   refused         the same attempt can only fail again; `retryNow()` tries nevertheless
 *
 *   offline -> connecting -> authenticating -> ready -> waiting -> connecting ...
 *                        any of them -> offline, or refused
 */
export type ConnectionState =
  | { name: 'offline' }
  | { name: 'connecting' }
  | { name: 'authenticating' }
  | { name: 'ready' }
  | { name: 'waiting'; until: number; attempts: number }
  | { name: 'refused'; code: RefusalCode }

export type ConnectionEvent =
  | { type: 'try' }
  | { type: 'opened' }
  | { type: 'accepted' }
  | { type: 'lost'; until: number; attempts: number }
  | { type: 'refused'; code: RefusalCode }
  /** Closed by us, or the network is gone. */
  | { type: 'stopped' }

/** What counts in each state; everything else comes too late and changes nothing. */
const accepted: Record<ConnectionState['name'], readonly ConnectionEvent['type'][]> = {
  offline: ['try', 'refused'],
  connecting: ['opened', 'lost', 'refused', 'stopped'],
  authenticating: ['accepted', 'lost', 'refused', 'stopped'],
  ready: ['lost', 'refused', 'stopped'],
  waiting: ['try', 'stopped'],
  refused: ['try', 'stopped'],
}

const nextState = {
  try: 'connecting',
  opened: 'authenticating',
  accepted: 'ready',
  stopped: 'offline',
} as const satisfies Partial<Record<ConnectionEvent['type'], ConnectionState['name']>>

/** The state after an event; the same object when nothing changes. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (!accepted[state.name].includes(event.type)) return state
  if (event.type === 'lost') return { name: 'waiting', until: event.until, attempts: event.attempts }
  if (event.type === 'refused') return { name: 'refused', code: event.code }
  return { name: nextState[event.type] }
}
