import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'

/** Whether the agent is in a call, in this or another window. */
export function useInCall(): boolean {
  return useStore(useAgentCalls().desk)?.state === 'in_call'
}
