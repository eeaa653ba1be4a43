import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { minutes } from '../../chat/times.ts'
import type { CallKey, T } from './call-messages.ts'
import { m } from './messages/keys.ts'

export type Ending = Extract<CustomerCallState, { name: 'over' | 'refused' }>

/** What there is to t of a call that is over, or that never began. */
export function endingOf(state: Ending): CallKey {
  if (state.name === 'refused') return refusals[state.code] ?? m.unreachable
  const { reason, status } = state.end
  if (reason?.endsWith('disconnected')) return m.gone
  if (status === 'ended') return m.endedAfter
  return status === 'failed' ? m.failed : m.nobody
}

export const sayEnding = (state: Ending, t: T): string =>
  t(endingOf(state), { time: minutes(('seconds' in state && state.seconds) || 0) })

const refusals: Partial<Record<string, CallKey>> = {
  nobody_available: m.nobody,
  calls_off: m.off,
  video_off: m.off,
  rate_limited: m.tooOften,
  call_live: m.elsewhere,
}
