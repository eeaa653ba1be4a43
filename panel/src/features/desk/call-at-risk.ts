import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import type { TalkState } from '@parley/client/calls/private-talk'
import type { PendingUploads } from '@parley/client/calls/recording/pending-uploads'
import { liveCallIn } from './live-call.ts'

/** What is interrupted if the agent leaves this window: the call or private talk in it, or the upload of a recording. */
export function callAtRisk(
  state: AgentCallState,
  talk: TalkState,
  uploads: PendingUploads,
): 'call' | 'recording' | null {
  if (liveCallIn(state) !== null || talk.name === 'joining' || talk.name === 'talking') return 'call'
  return uploads.chunks > 0 ? 'recording' : null
}
