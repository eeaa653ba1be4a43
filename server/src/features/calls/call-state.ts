import type { CallEnder, CallEndStatus, CallPhase, CallQuality, CallRecord } from '@parley/protocol/call'
import type { CallSettings } from '@parley/protocol/call-settings'
import type { CallView } from '@parley/protocol/call-view'
import { secondsBetween, timestamp } from '../../core/clock.ts'

/**
 * What may become of a call, without a database: pending, ringing, connecting, active, over. Times are our timestamps, which
 * sort as text. Whoever changes a call has its row locked.
 */
export interface CallRow {
  id: string
  organization_id: string
  customer_id: string
  provider_id: string
  external_id: string
  client_id: string
  phase: CallPhase
  revision: number
  settings: CallSettings
  video: boolean
  consent: CallView['recording']['consent']
  recording_state: CallView['recording']['state']
  dedicated_agent_id: string | null
  /** To whom it was offered last; from the acceptance on, who accepted. */
  agent_id: string | null
  customer_peer: string | null
  agent_peer: string | null
  queue_until: string | null
  connect_until: string | null
  max_until: string | null
  customer_until: string | null
  agent_until: string | null
  created_at: string
  accepted_at: string | null
  answered_at: string | null
  ended_at: string | null
  status: CallEndStatus | null
  reason: string | null
  ended_by: CallEnder | null
  customer_quality: CallQuality | null
  agent_quality: CallQuality | null
  note: string
}

export type Side = 'customer' | 'agent'

export interface CallEnd {
  status: CallEndStatus
  reason: string | null
  ended_by: CallEnder
}

export type CallUpdate = Partial<CallRow>

/** @param moment a timestamp. Answers the one that many seconds later. */
export const after = (moment: string, seconds: number): string =>
  timestamp(Date.parse(moment) + seconds * 1000)

/** The click (private, design 5): from here the media have `connect_seconds`. */
export const accept = (call: CallRow, agentId: string, peer: string, now: string): CallUpdate => ({
  phase: 'connecting',
  agent_id: agentId,
  agent_peer: peer,
  accepted_at: now,
  queue_until: null,
  connect_until: after(now, call.settings.connect_seconds),
  agent_until: after(now, call.settings.grace_seconds),
})

/** Media flow: this is the answer of spec 2.4 (SPEC C5). */
export const connect = (call: CallRow, now: string): CallUpdate => ({
  phase: 'active',
  answered_at: now,
  connect_until: null,
  max_until: after(now, call.settings.max_minutes * 60),
})

/**
 * @param now taken before the call was locked: of two words that come at once the later one may carry the earlier time, and
 *   nobody is to read of a call that ended before it was answered
 */
export const finish = (call: Pick<CallRow, 'answered_at'>, end: CallEnd, now: string): CallUpdate => ({
  ...end,
  phase: 'over',
  ended_at: call.answered_at !== null && call.answered_at > now ? call.answered_at : now,
  recording_state: 'off',
  queue_until: null,
  connect_until: null,
  max_until: null,
  customer_until: null,
  agent_until: null,
})

type CannotGoOn = 'media_failed' | 'permission_denied'

/** A side hangs up, or says why it cannot go on: then it is nobody's doing. */
export function hangUp(call: CallRow, side: Side, reason: CannotGoOn | undefined): CallEnd {
  const { phase } = call
  if (phase === 'active') {
    return reason === undefined
      ? { status: 'ended', reason: null, ended_by: side }
      : { status: 'ended', reason, ended_by: 'system' }
  }
  if (reason !== undefined) return { status: 'failed', reason, ended_by: 'system' }
  if (side === 'agent') return { status: 'failed', reason: null, ended_by: 'agent' }
  return { status: 'missed', reason: 'cancelled', ended_by: 'customer' }
}

/** The agent who answered is gone for good. */
export const agentLeft = ({ phase }: Pick<CallRow, 'phase'>): CallEnd => ({
  status: phase === 'active' ? 'ended' : 'failed',
  reason: 'agent_disconnected',
  ended_by: 'agent',
})

/** What ends a call by itself, and when. Of several the earliest, so that a late look decides as a timely one would have. */
export function nextDeadline(call: CallRow): { at: string; end: CallEnd } | null {
  const { phase } = call
  const waiting = phase === 'pending' || phase === 'ringing'
  const answered = phase === 'active'
  const deadlines: [string | null, CallEnd][] = [
    [
      call.queue_until,
      { status: 'missed', reason: phase === 'ringing' ? 'timeout' : 'queue_timeout', ended_by: 'system' },
    ],
    [call.connect_until, { status: 'failed', reason: 'media_failed', ended_by: 'system' }],
    [call.max_until, { status: 'ended', reason: 'max_duration', ended_by: 'system' }],
    [
      call.customer_until,
      {
        status: answered ? 'ended' : 'missed',
        reason: 'visitor_disconnected',
        ended_by: 'customer',
      },
    ],
    [waiting ? null : call.agent_until, agentLeft(call)],
  ]
  let next: { at: string; end: CallEnd } | null = null
  for (const [at, end] of deadlines) if (at !== null && (next === null || at < next.at)) next = { at, end }
  return next
}

/** The data of call.ended and call.missed, exactly (spec 2.4). */
export function callRecord(call: CallRow): CallRecord {
  if (call.status === null || call.ended_by === null || call.ended_at === null)
    throw new Error('A record of a call that is not over')
  return {
    id: call.id,
    customer_id: call.customer_id,
    provider_id: call.provider_id,
    external_id: call.external_id,
    agent_id: call.agent_id,
    status: call.status,
    reason: call.reason,
    ended_by: call.ended_by,
    hold_duration: secondsBetween(call.created_at, call.answered_at ?? call.ended_at),
    created_at: call.created_at,
    answered_at: call.answered_at,
    ended_at: call.ended_at,
  }
}

/** The time that a picture shows: when the service acts unless something happens before. Silence is not among it. */
export const shownDeadline = (call: CallRow): string | null =>
  call.queue_until ?? call.connect_until ?? call.max_until

/** Whether anything of this call may ever be recorded (spec 2.5, SPEC C14). */
export const mayRecord = ({ settings, consent }: CallRow): boolean =>
  settings.recording !== 'off' && consent !== 'declined'
