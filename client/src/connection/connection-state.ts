import type { ErrorCode } from '@parley/protocol/error'

/** Why a connection is not retried: an error of the protocol, or a final close code. */
export type RefusalCode = ErrorCode | 'signed_out' | 'bad_frame'

/**
 *   offline         not opened, closed, or the browser has no network
 *   connecting      a socket is being opened
 *   authenticating  the socket is open
 *   ready           requests and entries are exchanged
 *   waiting         until the next attempt, at `until` (ms since 1970); `attempts` have failed in a row
 *   refused         another attempt would fail again; only `retryNow()` makes one
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
  /** Closed by this side, or the network was lost. */
  | { type: 'stopped' }

/** Events handled in each state. Others arrive too late and are ignored. */
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

/** Returns the state after an event; the same object if it does not change. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (!accepted[state.name].includes(event.type)) return state
  if (event.type === 'lost') return { name: 'waiting', until: event.until, attempts: event.attempts }
  if (event.type === 'refused') return { name: 'refused', code: event.code }
  return { name: nextState[event.type] }
}
