import type { CustomerCallState } from '@parley/client/calls/customer-calls'
import { minutes } from '../../chat/times.ts'
import type { CallKey, Say } from './call-words.ts'

export type Ending = Extract<CustomerCallState, { name: 'over' | 'refused' }>

/** What there is to say of a call that is over, or that never began. */
export function sayEnding(state: Ending, say: Say): string {
  if (state.name === 'refused') return say(refusals[state.code] ?? 'unreachable')
  const { end, seconds } = state
  if (end.reason?.endsWith('disconnected')) return say('gone')
  if (end.status === 'ended') return say('endedAfter', { time: minutes(seconds ?? 0) })
  return say(end.status === 'failed' ? 'failed' : 'nobody')
}

const refusals: Partial<Record<string, CallKey>> = {
  nobody_available: 'nobody',
  calls_off: 'off',
  video_off: 'off',
  rate_limited: 'tooOften',
  call_live: 'elsewhere',
}
