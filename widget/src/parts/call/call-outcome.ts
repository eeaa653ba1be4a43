import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { minutes } from '../../chat/times.ts'
import type { CallKey, T } from './call-messages.ts'
import { m } from './messages/keys.ts'

export type CallOutcome = Extract<CustomerCallState, { name: 'over' | 'refused' }>

/** Returns the text for a call that ended or could not start. */
export function outcomeOf(state: CallOutcome): CallKey {
  if (state.name === 'refused') return refusals[state.code] ?? m.unreachable
  const { reason, status } = state.end
  // Missed: the last agent's panel was closed while the call rang.
  if (reason === 'visitor_disconnected' || (reason === 'agent_disconnected' && status !== 'missed'))
    return m.gone
  if (status === 'ended') return m.endedAfter
  return status === 'failed' ? m.failed : m.nobody
}

export const outcomeText = (state: CallOutcome, t: T): string =>
  t(outcomeOf(state), { time: minutes(('seconds' in state && state.seconds) || 0) })

const refusals: Partial<Record<string, CallKey>> = {
  nobody_available: m.nobody,
  calls_off: m.off,
  rate_limited: m.tooOften,
  call_live: m.elsewhere,
}
