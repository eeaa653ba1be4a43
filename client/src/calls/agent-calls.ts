import type { CallView, Desk } from '@parley/protocol/call-view'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import type { FailureCode } from '../answer.ts'
import type { Store } from '../store.ts'
import type { CallMedia } from './call-media.ts'
import type { MediaProblem } from './media-problem.ts'

interface WithCustomer {
  call: CallView
  customer: ConversationCustomer
  conversation_id: string | null
}

/**
 *   idle         no call in this window; whether it rings is in `desk`
 *   accepting    call.accept is on its way
 *   connecting   the path of the media is being found
 *   active       `since`: when the talk began, in milliseconds of this browser's clock
 *   elsewhere    the agent's call runs in another window, or in one that is gone; `takeOver` fetches it here
 *   over         `seconds`: how long the talk was; null: there was none. Until `dismiss` or the next call
 *   gone         call.accept was refused: offer_gone (another was faster, or the customer left), call_over, disconnected ...
 */
export type AgentCallState =
  | { name: 'idle' }
  | ({ name: 'accepting' } & WithCustomer)
  | ({ name: 'connecting' } & WithCustomer)
  | ({ name: 'active'; since: number } & WithCustomer)
  | ({ name: 'elsewhere' } & WithCustomer)
  | ({ name: 'over'; end: NonNullable<CallView['end']>; seconds: number | null } & WithCustomer)
  | { name: 'gone'; code: FailureCode }

/** May this browser have the microphone? Only then it rings here. `unknown`: the browser does not say before it is asked. */
export type MicrophonePermission = 'unknown' | 'prompt' | 'granted' | MediaProblem['code']

export type RecordingView =
  /** Nothing is recorded: the call does not allow it, or none is live. */
  | { name: 'off' }
  | { name: 'on' }
  | { name: 'paused' }
  /** The browser could not record: the call goes on without. */
  | { name: 'failed' }

/** Pieces of recordings that are still to be sent; the page may say so before it is left. */
export interface PendingUploads {
  chunks: number
  bytes: number
}

/** An agent's desk and call in one window of the panel. */
export interface AgentCalls {
  /** null until the service has said. */
  desk: Store<Desk | null>
  state: Store<AgentCallState>
  media: CallMedia
  permission: Store<MicrophonePermission>
  /** In a click: asks for the microphone, lets go of it, and tells the service. */
  askMicrophone: () => Promise<MicrophonePermission>
  setAvailability: (availability: 'available' | 'away') => Promise<FailureCode | null>
  /** Ends the pause after a call. */
  wrappedUp: () => Promise<FailureCode | null>
  /** Answers the offer of `desk`, in a click. `camera`: with a picture. Without a microphone nothing is accepted, and `media.view.problem` says why. */
  accept: () => void
  decline: () => void
  hangUp: () => void
  /** In a click. */
  takeOver: () => void
  /** From over and gone to idle. */
  dismiss: () => void
  recording: Store<RecordingView>
  pauseRecording: () => void
  resumeRecording: () => void
  uploads: Store<PendingUploads>
  close: () => void
}
