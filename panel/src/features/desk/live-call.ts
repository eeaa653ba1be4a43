import type { AgentCallState } from '@parley/client/calls/agent-call-state'

/** Id of the call in this window, from the click on Accept to its end. */
export const liveCallIn = (state: AgentCallState): string | null =>
  state.name === 'accepting' || state.name === 'connecting' || state.name === 'active' ? state.call.id : null
