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
  /** Widgets only. */
  team: TeamStatus
  /** Agents only. */
  'inbox.changed': InboxChanged
  'organization.changed': OrganizationChanged
}
export type DownstreamMethod = keyof Downstream
