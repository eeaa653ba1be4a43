import type { CallEnder } from '@parley/protocol/call'
import type { CallView } from '@parley/protocol/call-view'
import type { CallLine } from './call-signaling.ts'

/** The times of a call by this browser's clock, which may be another than the service's. */
export interface CallTime {
  /** When the talk began, in milliseconds; before the answer the present. */
  since: (view: CallView) => number
  /** How long the talk is or was, in whole seconds; null: it was not answered. */
  seconds: (view: CallView) => number | null
}

export function createCallTime(line: CallLine): CallTime {
  const ago = (time: string) => Math.max(0, line.serverNow() - Date.parse(time))
  return {
    since: ({ answered_at }) => line.platform.now() - (answered_at === null ? 0 : ago(answered_at)),
    seconds: ({ answered_at }) => (answered_at === null ? null : Math.round(ago(answered_at) / 1000)),
  }
}

/** How a call ended, until the service says it: who hung up, or that the service had it no more. */
export function presumedEnd({ answered_at }: CallView, ended_by: CallEnder): NonNullable<CallView['end']> {
  const status = answered_at === null ? 'missed' : 'ended'
  return { status, reason: status === 'missed' && ended_by === 'customer' ? 'cancelled' : null, ended_by }
}
