import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import type { ConnectResult } from '@parley/protocol/session'
import type { ConnectionState } from '../connection/connection-state.ts'
import type { Platform } from '../browser/platform.ts'
import type { Notify, Request } from '../connection/requests.ts'
import type { Store } from '../state/store.ts'

/** The part of a session that calls use. */
export interface CallSession {
  /** The session's platform, so that a part loaded later creates no second one. */
  platform: Platform
  state: Store<ConnectionState>
  request: Request
  notify: Notify
  /** Subscribes to server notifications. A method has one listener: the latest. */
  on: <M extends DownstreamMethod>(method: M, listener: (params: Downstream[M]) => void) => void
  /** Connects immediately instead of waiting. */
  retryNow: () => void
  /** The server's clock, in milliseconds since 1970. */
  serverNow: () => number
}

/** A widget's session. `entered`: result of the last connect or identity change; null before. */
export interface CustomerCallSession extends CallSession {
  entered: Store<Pick<ConnectResult, 'call' | 'calls'> | null>
}

/** A panel's session. `onLive`: runs after each connect. */
export interface AgentCallSession extends CallSession {
  onLive: (listener: () => void) => () => void
}
