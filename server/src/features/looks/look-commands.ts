import type { CustomerLooks, DeskLookParams, DeskLooks } from '@parley/protocol/look'
import { randomUUID } from 'node:crypto'
import { agentOf, connectedAgent, type AgentSession } from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { Looks } from './looks.ts'

/** Sends changed lists to all agents of the organization in this process. */
export const publishLooks =
  (sockets: ReadonlySet<AgentSession>) =>
  (organizationId: string, customers: CustomerLooks[]): void => {
    const frame = notificationFrame('desk.looks', { customers } satisfies DeskLooks)
    for (const session of sockets)
      if (connectedAgent(session)?.organizationId === organizationId) session.sendText(frame)
  }

/** desk.look and desk.looks (SPEC R4, R5). A look is visible only within the agent's organization, whatever customer it names. */
export function lookCommands({ looks }: { looks: Looks }) {
  const windows = new WeakMap<AgentSession, { id: string; customerId: string | null }>()

  function windowOf(session: AgentSession, organizationId: string) {
    const known = windows.get(session)
    if (known) return known
    const window = { id: randomUUID(), customerId: null }
    windows.set(session, window)
    session.context.leave.push(() => looks.look(organizationId, window.id, null))
    return window
  }

  return {
    'desk.look': (session: AgentSession, { customer_id: customerId, state }: DeskLookParams) => {
      const { organizationId, face } = agentOf(session)
      if (session.closed) return {}
      const window = windowOf(session, organizationId)
      // A late end of the previous look.
      if (state === null && window.customerId !== customerId) return {}
      window.customerId = state === null ? null : customerId
      const look = state === null ? null : { customer_id: customerId, agent: face, state }
      looks.look(organizationId, window.id, look)
      return {}
    },

    'desk.looks': (session: AgentSession): DeskLooks => ({
      customers: looks.all(agentOf(session).organizationId),
    }),
  }
}
