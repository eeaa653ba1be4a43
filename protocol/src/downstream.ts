import type { CallOffering } from './call-settings.ts'
import type { CallSignalParams, CallView, Desk } from './call-view.ts'
import type { DraftChanged } from './draft.ts'
import type { InboxChanged, OrganizationChanged } from './inbox.ts'
import type { DeskLooks } from './look.ts'
import type { NotificationsChanged } from './notification.ts'
import type { Challenge, Draining, Ping, TeamStatus } from './session.ts'
import type { Entries } from './timeline.ts'
import type { Typing } from './typing.ts'
import type { CustomerContextChanged } from './visitor-context.ts'

/** Notifications of the server on either socket: method -> params. */
export interface Downstream {
  challenge: Challenge
  ping: Ping
  draining: Draining
  entries: Entries
  typing: Typing
  /** The live call of this customer, or the one this agent's socket has joined, whenever it changes. */
  call: CallView
  /** From the other side, unchanged. */
  'call.signal': CallSignalParams
  /** Widgets only: replaces the call settings known to the page. null: calls are off. */
  'call.offering': CallOffering | null
  /** Widgets only. */
  team: TeamStatus
  /** Agents only. */
  'inbox.changed': InboxChanged
  /** After desk.open. */
  desk: Desk
  /** Agents only. */
  'desk.looks': DeskLooks
  'organization.changed': OrganizationChanged
  /** To the panels of one agent. */
  'draft.changed': DraftChanged
  /** To agents whose socket follows the customer. */
  'customer.context': CustomerContextChanged
  /** To every window of the agent whose notifications changed. */
  'notifications.changed': NotificationsChanged
}
export type DownstreamMethod = keyof Downstream
