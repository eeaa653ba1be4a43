import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { createAgentCalls } from '@parley/client/calls/agent-calls'
import type { AgentCalls } from '@parley/client/calls/agent-calls-api'
import { createStore } from '@parley/client/state/store'
import { useMembership } from '../../context/membership.tsx'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'

const AgentCallsContext = createContext<AgentCalls | null>(null)

/** The agent's desk in this window. Lives above all pages, so that a call continues while navigating. */
export function AgentCallsProvider({ children }: { children: ReactNode }) {
  const session = useAgentSession()
  const { organization, agent_id: agentId } = useMembership()
  const organizationId = organization.id
  const [opened] = useState(() => createStore<AgentCalls | null>(null))
  const calls = useStore(opened)

  // Before paint, so that the page appears in one step.
  useLayoutEffect(() => {
    const calls = createAgentCalls({ session, organizationId, agentId })
    opened.set(calls)
    return () => {
      opened.set(null)
      calls.close()
    }
  }, [opened, session, organizationId, agentId])

  if (calls === null) return null
  return <AgentCallsContext value={calls}>{children}</AgentCallsContext>
}

/** The agent's desk and call in this window. Only inside `/o/...`. */
export function useAgentCalls(): AgentCalls {
  const calls = use(AgentCallsContext)
  if (calls === null) throw new Error('useAgentCalls outside of an organization')
  return calls
}
