import type { AgentFace } from '@parley/protocol/agent'
import type { CallView } from '@parley/protocol/call-view'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import type { FailureCode } from '../connection/result.ts'
import { talkSeconds } from './call-time.ts'

/** A call and its customer. */
export interface WithCustomer {
  call: CallView
  customer: ConversationCustomer
  conversation_id: string | null
}

/** The call and customer of a state, an offer or a desk. */
export const withCustomer = ({ call, customer, conversation_id }: WithCustomer): WithCustomer => ({
  call,
  customer,
  conversation_id,
})

/**
 *   idle         no call in this window; a ringing one is in `desk`
 *   accepting    call.accept is in progress
 *   connecting   media is connecting
 *   active       `since`: when the talk began, in milliseconds of this browser's clock
 *   elsewhere    the agent's call runs in another window, or in one that was closed; `takeOver` moves it here
 *   over         `seconds`: length of the talk; null: not answered. Until `dismiss` or the next call
 *   transferred   a colleague, `to`, has taken the call over. Until `dismiss` or the next call
 *   gone         call.accept was refused: offer_gone (a colleague was faster, or the customer left), call_over, disconnected ...
 */
export type AgentCallState =
  | { name: 'idle' }
  | ({ name: 'accepting' } & WithCustomer)
  | ({ name: 'connecting' } & WithCustomer)
  | ({ name: 'active'; since: number } & WithCustomer)
  | ({ name: 'elsewhere' } & WithCustomer)
  | ({ name: 'over'; end: NonNullable<CallView['end']>; seconds: number | null } & WithCustomer)
  | ({ name: 'transferred'; to: AgentFace | null } & WithCustomer)
  | { name: 'gone'; code: FailureCode }

/** The state of a call that has ended. */
export const overState = (context: WithCustomer, end: NonNullable<CallView['end']>): AgentCallState => ({
  name: 'over',
  ...withCustomer(context),
  end,
  seconds: talkSeconds(context.call, end),
})
