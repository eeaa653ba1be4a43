import Type, { type Static } from 'typebox'
import type { Conversation } from './conversation.ts'
import { closed } from './scalars.ts'

/** inbox.follow / inbox.unfollow (agents): subscribes to changed conversations of the organization. */
export const InboxFollowParams = Type.Object({}, closed)
export type InboxFollowParams = Static<typeof InboxFollowParams>

/**
 * Server -> agents: current rows, collected over 100 ms and limited to 25 at a time under load. Not a log: after a
 * reconnect the panel reloads its lists.
 */
export interface InboxChanged {
  conversations: Conversation[]
}

/**
 * Server -> agents: a resource of the organization changed and must be reloaded. `conversations`: rows of `inbox.changed`
 * may have been lost between processes.
 */
export interface OrganizationChanged {
  what:
    | 'conversations'
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
    | 'canned-replies'
    | 'labels'
    | 'channels'
    | 'views'
    | 'rules'
    | 'teams'
    | 'business-hours'
    | 'sla'
}
