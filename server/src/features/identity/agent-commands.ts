import type { AgentConnectParams, AgentConnectResult } from '@parley/protocol/session'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import type { Presence } from '../../realtime/presence.ts'

/** agent.connect, ping, pong: the session cookie was checked at the upgrade, the organization is checked here. */
export function agentCommands(deps: { clock: Clock; presence: Presence; authorizeAgent: AuthorizeAgent }) {
  return {
    'agent.connect': async (
      session: AgentSession,
      params: AgentConnectParams,
    ): Promise<AgentConnectResult> => {
      const { context } = session
      if (context.identity) throw new AppError('already_connected')
      const identity = await deps.authorizeAgent({ headers: context.headers }, params.organization_id)
      if (session.closed) throw new AppError('unavailable')
      context.identity = identity
      context.headers = {}
      if (context.handshakeTimer) clearTimeout(context.handshakeTimer)
      context.handshakeTimer = null
      context.leave.push(deps.presence.enter('agent', identity.organizationId, identity.agentId))
      return { agent_id: identity.agentId, role: identity.role, server_time: timestamp(deps.clock()) }
    },
    ping: () => ({ server_time: timestamp(deps.clock()) }),
    pong: () => ({}),
  }
}
