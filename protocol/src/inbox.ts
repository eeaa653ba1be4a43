import Type, { type Static } from 'typebox'
import type { Conversation } from './conversation.ts'
import { closed } from './scalars.ts'

/** inbox.follow / inbox.unfollow (agents): tell me of every conversation of the organization that changes. */
export const InboxFollowParams = Type.Object({}, closed)
export type InboxFollowParams = Static<typeof InboxFollowParams>

/**
 * Server -> agents: rows as they are now, gathered over 100 ms, 25 at a time while very many change. Not a log: after a
 * reconnect the panel loads its lists anew.
 */
export interface InboxChanged {
  conversations: Conversation[]
}

/** Server -> agents: something of the organization other than conversations changed; load it anew. */
export interface OrganizationChanged {
  what:
    | 'agents'
    | 'providers'
    | 'invitations'
    | 'organization'
    | 'presence'
    | 'webhooks'
    | 'deliveries'
    | 'api-keys'
    | 'login-problems'
    | 'calls'
}
