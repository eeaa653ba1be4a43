import type { AgentFace } from '@parley/protocol/agent'
import type { CallView } from '@parley/protocol/call-view'
import type { FailureCode } from '../connection/result.ts'
import type { MediaProblem } from './media-problem.ts'

/**
 *   idle         no call; `prepare`
 *   asking       checking with the server whether an agent can take a call
 *   checking     the browser is requesting the microphone
 *   blocked      no microphone, nothing was sent; `prepare` tries again, `dismiss` leaves
 *   ready        the microphone is open, devices can be chosen; `start` rings, `hangUp` releases it
 *   starting     call.start is in progress
 *   waiting      in the queue; `position` 1 is next
 *   ringing
 *   connecting   an agent has answered, media is connecting
 *   active       `since`: when the talk began, in milliseconds of this browser's clock
 *   elsewhere    runs in another window or tab; `takeOver` moves it here
 *   over         `seconds`: length of the talk; null: not answered. `prepare` or `dismiss`
 *   refused      call.check or call.start was refused, e.g. nobody_available, call_live, rate_limited, disconnected
 */
export type CustomerCallState =
  | { name: 'idle' }
  | { name: 'asking' }
  | { name: 'checking' }
  | { name: 'blocked'; problem: MediaProblem }
  | { name: 'ready' }
  | { name: 'starting' }
  | { name: 'waiting'; position: number }
  | { name: 'ringing' }
  | { name: 'connecting'; agent: AgentFace | null }
  | { name: 'active'; agent: AgentFace | null; since: number }
  | { name: 'elsewhere'; agent: AgentFace | null }
  | { name: 'over'; agent: AgentFace | null; end: NonNullable<CallView['end']>; seconds: number | null }
  | { name: 'refused'; code: FailureCode }
