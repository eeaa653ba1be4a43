import type { CustomerCallState } from '@parley/client/calls/customer-calls'
import { minutes } from '../../chat/times.ts'
import type { CallKey, Say } from './call-words.ts'

export type Ending = Extract<CustomerCallState, { name: 'over' | 'refused' }>

/** What there is to say of a call that is over, or that never began; and what may help against it. */
export function sayEnding(state: Ending, say: Say): { title: string; help: string | null } {
  if (state.name === 'refused') return { title: say(refusals[state.code] ?? 'unreachable'), help: null }
  const { end, seconds } = state
  const reason =
    reasons[end.reason ?? ''] ?? (end.status !== 'ended' && (end.status === 'failed' ? 'failed' : 'nobody'))
  if (reason) return { title: say(reason), help: reason === 'failed' ? say('failedHelp') : null }
  return {
    title: say('endedAfter', { time: minutes(seconds ?? 0) }),
    help: null,
  }
}

const refusals: Partial<Record<string, CallKey>> = {
  nobody_available: 'nobody',
  calls_off: 'off',
  video_off: 'off',
  rate_limited: 'tooOften',
  call_live: 'elsewhere',
}

const reasons: Partial<Record<string, CallKey>> = {
  visitor_disconnected: 'gone',
  agent_disconnected: 'gone',
}
