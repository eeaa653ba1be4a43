import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import type { PendingUploads } from '@parley/client/calls/recording/chunk-upload'
import { liveCallIn } from './live-call.ts'

/** What is lost if the agent leaves this window: the call in it, or the parts of a recording that are not uploaded yet. */
export const callAtRisk = (state: AgentCallState, uploads: PendingUploads): 'call' | 'recording' | null =>
  liveCallIn(state) !== null ? 'call' : uploads.chunks > 0 ? 'recording' : null
