import { useHasCalls } from '../../queries/call-modes.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { ownState, type OwnState } from './own-state.ts'

/** `unknown` if no widget has calls. */
export function useOwnState(): OwnState {
  const calls = useAgentCalls()
  const has = useHasCalls()
  const state = ownState(useStore(calls.desk), useStore(calls.permission))
  return has || state === 'in_call' ? state : 'unknown'
}
