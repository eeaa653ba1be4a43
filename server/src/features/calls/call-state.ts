import type { CallEnder, CallEndStatus, CallPhase, CallQuality, CallRecord } from '@parley/protocol/call'
import type { CallSettings } from '@parley/protocol/call-settings'
import type { CallView } from '@parley/protocol/call-view'
import { secondsBetween, timestamp } from '../../core/clock.ts'

/**
 * State transitions of a call as pure functions: pending, ringing, connecting, active, over. Timestamps sort as text. Callers
 * hold the lock on the call's row.
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
  /** When recording was turned on; null: it is not on. */
  recording_since: string | null
  /** When recording was last turned off or paused; null: it was never on. */
  recording_until: string | null
  /** Total length of earlier periods of recording. */
  recorded_ms: number
  dedicated_agent_id: string | null
  /** The team that it rings (call-teams.ts); null: it rings everyone. */
  team_id: string | null
  /** Until then only members of the team are rung; null: always. */
  team_until: string | null
  /** Keyed hash of the caller's network, only while the call waits. */
  network: string | null
  /** Turn in the queue (call-queue.ts). */
  queue_round: number
  /** Since when the customer is on hold; null: they are not. */
  held_since: string | null
  /** Total length of earlier holds. */
  held_ms: number
  /** The agent who answered, also after a transfer. */
  answered_by: string | null
  /** The agent it was last offered to; once accepted, the agent who has it. */
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

/** Returns the timestamp that many seconds after `moment`. */
export const after = (moment: string, seconds: number): string =>
  timestamp(Date.parse(moment) + seconds * 1000)

/** The agent accepts: media must connect within `connect_seconds`. */
export const accept = (call: CallRow, agentId: string, peer: string, now: string): CallUpdate => ({
  phase: 'connecting',
  agent_id: agentId,
  agent_peer: peer,
  accepted_at: now,
  network: null,
  queue_until: null,
  connect_until: after(now, call.settings.connect_seconds),
  agent_until: after(now, call.settings.grace_seconds),
})

/** Media has connected: this is `answered_at` of spec 2.4 (SPEC C5). */
export const connect = (call: CallRow, now: string): CallUpdate => ({
  phase: 'active',
  answered_at: now,
  answered_by: call.agent_id,
  connect_until: null,
  max_until: after(now, call.settings.max_minutes * 60),
})

/**
 * @param now read before the call was locked, so it can precede `answered_at` of a concurrent command; a call never ends before
 *   it was answered
 */
export const finish = (
  call: Pick<CallRow, 'answered_at' | 'recording_since' | 'recorded_ms' | 'held_since' | 'held_ms'>,
  end: CallEnd,
  now: string,
): CallUpdate => ({
  ...end,
  ...setRecording(call, 'off', now),
  ...setHeld(call, false, now),
  phase: 'over',
  ended_at: call.answered_at !== null && call.answered_at > now ? call.answered_at : now,
  network: null,
  queue_until: null,
  connect_until: null,
  max_until: null,
  customer_until: null,
  agent_until: null,
})

type CannotGoOn = 'media_failed' | 'permission_denied'

/** A side hangs up. With a reason it could not continue, and the call is ended by the system. */
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

/** The customer was blocked or closed their account. */
export function notAllowed({ phase }: Pick<CallRow, 'phase'>): CallEnd {
  const status = phase === 'active' ? 'ended' : phase === 'connecting' ? 'failed' : 'missed'
  return { status, reason: 'not_allowed', ended_by: 'system' }
}

/** The agent's side did not come back. */
export const agentLeft = ({ phase }: Pick<CallRow, 'phase'>): CallEnd => ({
  status: phase === 'active' ? 'ended' : 'failed',
  reason: 'agent_disconnected',
  ended_by: 'agent',
})

/** The earliest deadline of a call and how it ends the call, so that a late sweep decides as a timely one would have. */
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
    throw new Error('The call has not ended')
  return {
    id: call.id,
    customer_id: call.customer_id,
    provider_id: call.provider_id,
    external_id: call.external_id,
    // call.ended names the agent who answered, even after a transfer (spec 2.4).
    agent_id: call.answered_by ?? call.agent_id,
    status: call.status,
    reason: call.reason,
    ended_by: call.ended_by,
    hold_duration: secondsBetween(call.created_at, call.answered_at ?? call.ended_at),
    created_at: call.created_at,
    answered_at: call.answered_at,
    ended_at: call.ended_at,
  }
}

/** The deadline shown to both sides. Keep-alive deadlines are not shown. */
export const shownDeadline = (call: CallRow): string | null =>
  call.queue_until ?? call.connect_until ?? call.max_until

/**
 * Returns how long a side may use the relay from now on, in seconds; null: not yet, or no longer. The agent's browser gathers
 * candidates while the call rings; the customer's needs no relay before the answer.
 */
export function relaySeconds(call: CallRow, side: Side, now: string): number | null {
  const { offer_seconds: offer, connect_seconds: connecting, max_minutes: minutes } = call.settings
  switch (call.phase) {
    case 'ringing':
      return side === 'agent' ? offer + connecting : null
    case 'connecting':
      return connecting + minutes * 60
    case 'active':
      return call.max_until === null ? null : Math.max(0, secondsBetween(now, call.max_until))
    default:
      return null
  }
}

/** Puts the customer on hold, or ends the hold. */
export function setHeld(
  call: Pick<CallRow, 'held_since' | 'held_ms'>,
  held: boolean,
  now: string,
): Pick<CallUpdate, 'held_since' | 'held_ms'> {
  if (held) return { held_since: call.held_since ?? now }
  return call.held_since === null ? {} : { held_since: null, held_ms: heldMs(call, now) }
}

/** Total time that the customer was on hold. */
export const heldMs = (
  { held_since: since, held_ms: earlier }: Pick<CallRow, 'held_since' | 'held_ms'>,
  now: string,
) => earlier + (since === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(since)))

/** The call moves to another agent, whose browser has to join it within the grace period. */
export const handOver = (call: CallRow, agentId: string, now: string): CallUpdate => ({
  agent_id: agentId,
  agent_peer: null,
  agent_until: after(now, call.settings.grace_seconds),
})

type RecordingTimes = Pick<CallRow, 'recording_since' | 'recorded_ms'>

/** The agent turns recording on or off, or pauses it. */
export function setRecording(
  call: RecordingTimes,
  state: CallRow['recording_state'],
  now: string,
): CallUpdate {
  const { recording_since: since } = call
  if (state === 'on') return { recording_state: state, recording_since: since ?? now }
  if (since === null) return { recording_state: state }
  return {
    recording_state: state,
    recording_since: null,
    recording_until: now,
    recorded_ms: recordedMs(call, now),
  }
}

/** Total time that recording was on. */
export const recordedMs = ({ recording_since: since, recorded_ms: earlier }: RecordingTimes, now: string) =>
  earlier + (since === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(since)))

/** Whether anything of this call may ever be recorded (spec 2.5, SPEC C14). */
export const mayRecord = ({ settings, consent }: CallRow): boolean =>
  settings.recording !== 'off' && consent !== 'declined'
