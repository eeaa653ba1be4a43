import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { minutes } from '../../chat/times.ts'
import type { CallKey, Say } from './call-words.ts'

export type Ending = Extract<CustomerCallState, { name: 'over' | 'refused' }>

/** What there is to say of a call that is over, or that never began. */
export function endingOf(state: Ending): CallKey {
  if (state.name === 'refused') return refusals[state.code] ?? 'unreachable'
  const { reason, status } = state.end
  if (reason?.endsWith('disconnected')) return 'gone'
  if (status === 'ended') return 'endedAfter'
  return status === 'failed' ? 'failed' : 'nobody'
}

export const sayEnding = (state: Ending, say: Say): string =>
  say(endingOf(state), { time: minutes(('seconds' in state && state.seconds) || 0) })

const refusals: Partial<Record<string, CallKey>> = {
  nobody_available: 'nobody',
  calls_off: 'off',
  video_off: 'off',
  rate_limited: 'tooOften',
  call_live: 'elsewhere',
}
