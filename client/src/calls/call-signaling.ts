import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { ConnectResult } from '@parley/protocol/session'
import type { ConnectionState } from '../connection/connection-state.ts'
import type { Platform } from '../browser/platform.ts'
import type { Notify, Request } from '../connection/requests.ts'
import type { Store } from '../state/store.ts'

/** What calls take of a session's socket. */
export interface CallLine {
  /** The session's own: a part that is loaded later brings no second one. */
  platform: Platform
  state: Store<ConnectionState>
  request: Request
  notify: Notify
  /** Hears what the server says by itself. A method has one listener: the last one that was given. */
  on: <M extends DownstreamMethod>(method: M, listener: (params: Downstream[M]) => void) => void
  /** Connects at once instead of waiting. */
  retryNow: () => void
  /** The service's clock, in milliseconds since 1970. */
  serverNow: () => number
}

/** A widget's line. `entered`: what was learned at the last connect, or the last change of who one is; null before. */
export interface CustomerLine extends CallLine {
  entered: Store<Pick<ConnectResult, 'call' | 'calls'> | null>
}

/** A panel's line. `onLive`: after each connect. */
export interface AgentLine extends CallLine {
  onLive: (listener: () => void) => () => void
}
