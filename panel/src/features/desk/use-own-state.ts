import { useStore } from '../../live.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { ownState, type OwnState } from './own-state.ts'

export function useOwnState(): OwnState {
  const calls = useAgentCalls()
  return ownState(useStore(calls.desk), useStore(calls.permission))
}
