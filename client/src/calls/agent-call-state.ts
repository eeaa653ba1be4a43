import type { CallView } from '@parley/protocol/call-view'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import type { FailureCode } from '../connection/result.ts'

/** A call, and whom it is with. */
export interface WithCustomer {
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
