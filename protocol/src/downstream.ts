import type { CallOffering } from './call-settings.ts'
import type { CallSignalParams, CallView, Desk } from './call-view.ts'
import type { InboxChanged, OrganizationChanged } from './inbox.ts'
import type { Challenge, Draining, Ping, TeamStatus } from './session.ts'
import type { Entries } from './timeline.ts'
import type { Typing } from './typing.ts'

/** Everything the server says by itself, on either socket: method -> params. */
export interface Downstream {
  challenge: Challenge
  ping: Ping
  draining: Draining
  entries: Entries
  typing: Typing
  /** The live call of this customer, or the one this agent's socket has joined, whenever it changes. */
  call: CallView
  /** From the other side, word for word as it was said. */
  'call.signal': CallSignalParams
  /** Widgets only: what this window has known of calls does not hold any more. null: there are none. */
  'call.offering': CallOffering | null
  /** Widgets only. */
  team: TeamStatus
  /** Agents only. */
  'inbox.changed': InboxChanged
  /** After desk.open. */
  desk: Desk
  'organization.changed': OrganizationChanged
}
export type DownstreamMethod = keyof Downstream
