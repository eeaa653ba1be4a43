import type { LogEntry } from '@parley/protocol/event'
import type {
  Entries,
  Followed,
  FollowParams,
  LogReadParams,
  UnfollowParams,
} from '@parley/protocol/timeline'
import { AppError } from '../core/app-error.ts'
import type { Database } from '../core/database.ts'
import type { StoredEntry } from '../core/event-log.ts'
import { readHead, readLog } from '../core/log-reader.ts'
import {
  connectionOf,
  customerIdOf,
  refuseCustomerId,
  targetOf,
  principalOf,
  type AgentSession,
  type WidgetSession,
} from './contexts.ts'
import type { FanOut } from './fan-out.ts'

const defaultPageSize = 200
const maxFollowedCustomers = 200

/** log.read, customer.follow and customer.unfollow: reading the log over a socket. */
export function logCommands(deps: {
  db: Database
  fanOut: FanOut
  render: (entry: StoredEntry) => LogEntry
}) {
  async function read(
    organizationId: string,
    customerId: string,
    reader: 'customer' | 'agents',
    params: LogReadParams,
  ): Promise<Entries> {
    const { after, max = defaultPageSize } = params
    const slice = await readLog(deps, { organizationId, customerId, after, max, reader })
    if (!slice) throw new AppError('not_found')
    return {
      customer_id: customerId,
      after: slice.after,
      to: slice.to,
      entries: slice.entries.map(deps.render),
    }
  }

  return {
    widget: {
      'log.read': (session: WidgetSession, params: LogReadParams): Promise<Entries> => {
        refuseCustomerId(params)
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        if (customerId === null) throw new AppError('not_found')
        return read(organizationId, customerId, 'customer', params)
      },
    },
    agent: {
      'log.read': (session: AgentSession, params: LogReadParams): Promise<Entries> => {
        const { agent, customerId } = targetOf(session, params)
        return read(agent.organizationId, customerId, 'agents', params)
      },

      'customer.follow': async (session: AgentSession, params: FollowParams): Promise<Followed> => {
        const { identity, followers } = connectionOf(session)
        const { organizationId, agentId } = identity
        const { customer_id: customerId } = params
        const head = await readHead(deps, organizationId, customerId)
        if (!head) throw new AppError('not_found')
        if (session.closed) throw new AppError('unavailable')
        const old = followers.get(customerId)
        if (!old && followers.size >= maxFollowedCustomers)
          throw new AppError('rate_limited', { retryAfter: 60 })
        if (old) deps.fanOut.unfollow(old)
        const follower = deps.fanOut.follow({
          sink: session,
          organizationId,
          customerId,
          reader: 'agents',
          readerId: agentId,
        })
        followers.set(customerId, follower)
        // The log may have grown between the first read and the subscription.
        const now = (await readHead(deps, organizationId, customerId)) ?? head
        const after = Math.min(params.after ?? now.last_seq, now.last_seq)
        follower.wanted = Math.max(follower.wanted, now.last_seq)
        // After the response, which is sent in a microtask.
        setImmediate(() => {
          if (followers.get(customerId) === follower) deps.fanOut.start(follower, after)
        })
        return { seq: after, receipts: now.receipts }
      },

      'customer.unfollow': (session: AgentSession, params: UnfollowParams) => {
        const { followers } = connectionOf(session)
        const follower = followers.get(params.customer_id)
        if (follower) deps.fanOut.unfollow(follower)
        followers.delete(params.customer_id)
        return {}
      },
    },
  }
}
