import { epochMs } from '../browser/epoch-ms.ts'
import type { CallEnder } from '@parley/protocol/call'
import type { CallView } from '@parley/protocol/call-view'
import type { CallSession } from './call-signaling.ts'

export type CallEnd = NonNullable<CallView['end']>

/** When both sides were connected, in milliseconds of this browser's clock, which may differ from the server's. */
export function talkStart({ platform, serverNow }: CallSession, answeredAt: string | null): number {
  return platform.now() - (answeredAt === null ? 0 : Math.max(0, serverNow() - epochMs(answeredAt)))
}

/** Whole seconds from the answer to the end, as in the call's record; null: not answered. */
export function talkSeconds({ answered_at }: CallView, { ended_at }: CallEnd): number | null {
  if (answered_at === null) return null
  return Math.max(0, Math.floor((epochMs(ended_at) - epochMs(answered_at)) / 1000))
}

/** The end shown until the server reports the actual one. */
export function presumedEnd(session: CallSession, { answered_at }: CallView, ended_by: CallEnder): CallEnd {
  const status = answered_at === null ? 'missed' : 'ended'
  return {
    status,
    reason: status === 'missed' && ended_by === 'customer' ? 'cancelled' : null,
    ended_by,
    ended_at: new Date(session.serverNow()).toISOString(),
  }
}
