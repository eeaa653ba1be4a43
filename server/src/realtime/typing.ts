import type { AgentFace } from '@parley/protocol/agent'
import type { TypingParams } from '@parley/protocol/typing'
import type { Bus } from '../core/bus/bus.ts'
import {
  connectionOf,
  customerIdOf,
  principalOf,
  refuseCustomerId,
  targetOf,
  type AgentSession,
  type WidgetSession,
} from './contexts.ts'
import type { FanOut } from './fan-out.ts'
import { notificationFrame } from './frames.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    typing: { customer_id: string; agent: AgentFace | null; active: boolean; from: string }
  }
}

/** Typing indicators: over the bus to the followers of a customer, never into the log (SPEC R3). */
export function typingCommands(deps: {
  bus: Bus
  fanOut: FanOut
  /** Cached. A socket has the face with which it connected, which may be days old. */
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
}) {
  deps.bus.subscribe('typing', ({ from, ...typing }) => {
    deps.fanOut.signal(typing.customer_id, notificationFrame('typing', typing), from)
  })
  const listeners = new Set<(customerId: string) => void>()
  return {
    /** Agents of this process who write to a customer. Other processes have the bus message, but only one may act on it. */
    onAgentTyping(listen: (customerId: string) => void): () => void {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    widget: {
      typing: (session: WidgetSession, params: TypingParams) => {
        refuseCustomerId(params)
        principalOf(session)
        const customerId = customerIdOf(session)
        // Without a customer there are no followers yet.
        if (customerId === null) return {}
        deps.bus.publish('typing', {
          customer_id: customerId,
          agent: null,
          active: params.active,
          from: 'customer',
        })
        return {}
      },
    },
    agent: {
      typing: async (session: AgentSession, params: TypingParams) => {
        const {
          agent: { organizationId, agentId, face },
          customerId,
        } = targetOf(session, params)
        // Following a customer has checked the organization.
        if (!connectionOf(session).followers.has(customerId)) return {}
        deps.bus.publish('typing', {
          customer_id: customerId,
          agent: (await deps.faceOf(organizationId, agentId)) ?? face,
          active: params.active,
          from: agentId,
        })
        if (params.active) for (const listen of listeners) listen(customerId)
        return {}
      },
    },
  }
}
