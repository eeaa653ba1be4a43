import type { AgentConnectParams, AgentConnectResult } from '@parley/protocol/session'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import type { Presence } from '../../realtime/presence/presence.ts'

/** agent.connect, ping and pong. The upgrade has checked the session; agent.connect checks the organization. */
export function agentCommands(deps: { clock: Clock; presence: Presence; authorizeAgent: AuthorizeAgent }) {
  return {
    'agent.connect': async (
      session: AgentSession,
      params: AgentConnectParams,
    ): Promise<AgentConnectResult> => {
      const { context } = session
      const { connection } = context
      if (connection.state === 'connected') throw new AppError('already_connected')
      // An agent who is removed meanwhile is found by it.
      context.connection = { ...connection, joining: params.organization_id }
      const identity = await deps.authorizeAgent({ headers: connection.headers }, params.organization_id)
      if (session.closed) throw new AppError('unavailable')
      clearTimeout(connection.timeout)
      context.connection = { state: 'connected', identity, followers: new Map(), stopInbox: null }
      context.leave.push(deps.presence.agents.enter(identity.organizationId, identity.agentId))
      return { agent_id: identity.agentId, role: identity.role, server_time: timestamp(deps.clock()) }
    },
    ping: () => ({ server_time: timestamp(deps.clock()) }),
    pong: () => ({}),
  }
}
