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

type Counts = Record<ConnectionState['name'], Record<ConnectionEvent['type'], boolean>>

/** Where each event counts; elsewhere it comes too late and changes nothing. */
const counts: Counts = {
  offline: { try: true, opened: false, accepted: false, lost: false, refused: true, stopped: false },
  connecting: { try: false, opened: true, accepted: false, lost: true, refused: true, stopped: true },
  authenticating: { try: false, opened: false, accepted: true, lost: true, refused: true, stopped: true },
  ready: { try: false, opened: false, accepted: false, lost: true, refused: true, stopped: true },
  waiting: { try: true, opened: false, accepted: false, lost: false, refused: false, stopped: true },
  refused: { try: true, opened: false, accepted: false, lost: false, refused: false, stopped: true },
}

const leadsTo = {
  try: 'connecting',
  opened: 'authenticating',
  accepted: 'ready',
  stopped: 'offline',
} as const satisfies Partial<Record<ConnectionEvent['type'], ConnectionState['name']>>

/** The state after an event; the same object when nothing changes. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (!counts[state.name][event.type]) return state
  if (event.type === 'lost') return { name: 'waiting', until: event.until, attempts: event.attempts }
  if (event.type === 'refused') return { name: 'refused', code: event.code }
  return { name: leadsTo[event.type] }
}
