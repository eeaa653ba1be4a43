import type { Desk } from '@parley/protocol/call-view'
import type { Store } from '../state/store.ts'
import type { AgentCallState } from './agent-call-state.ts'
import type { DeskCommands } from './agent-desk.ts'
import type { AgentTransfers } from './agent-transfers.ts'
import type { AgentCallSession } from './call-signaling.ts'
import type { CallMedia } from './call-media.ts'
import type { MicrophonePermission } from './microphone-permission.ts'
import type { PendingUploads } from './recording/pending-uploads.ts'
import type { RecordingView } from './recording/call-recorder.ts'

/** An agent's desk and call in one window of the panel. */
export interface AgentCalls extends AgentTransfers, DeskCommands {
  /** null until the server has sent it. */
  desk: Store<Desk | null>
  state: Store<AgentCallState>
  media: CallMedia
  permission: Store<MicrophonePermission>
  /** Call in a click handler: requests the microphone, releases it, and reports the permission to the server. */
  askMicrophone: () => Promise<MicrophonePermission>
  /** Call in a click handler: answers the offer in `desk`. Without a microphone nothing is accepted; `media.view.problem` has the reason. */
  accept: () => void
  hangUp: () => void
  /** Call in a click handler. */
  takeOver: () => void
  /** From over, transferred and gone to idle. */
  dismiss: () => void
  recording: Store<RecordingView>
  pauseRecording: () => void
  resumeRecording: () => void
  uploads: Store<PendingUploads>
  close: () => void
}

export interface AgentCallsOptions {
  session: AgentCallSession
  organizationId: string
  /** Separates recordings that wait for upload in this browser. */
  agentId: string
}
