import { recordingLateSeconds } from '@parley/protocol/recording'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import { mayRecord, recordedMs, type CallRow } from './call-state.ts'
import { callTables, findCall } from './call-store.ts'
import { handedOverAt } from './transfer-store.ts'

/** How long after the end of a call its recording chunks are still accepted. */
const uploadWindowMs = recordingLateSeconds * 1000

export type RecordingPermission =
  | { verdict: 'unknown' }
  | { verdict: 'refused' }
  | {
      verdict: 'allowed'
      call: {
        id: string
        organization_id: string
        customer_id: string
        provider_id: string
        external_id: string
        /** The setting when the call started (SPEC C13). */
        recording_days: number
        /** Total time that recording was on. */
        recorded_seconds: number
      }
      /** Whether chunks are accepted now. */
      open: boolean
      /** false: a former agent, who has transferred the call. */
      isLastAgent: boolean
    }

/** Decides who may upload recording chunks, and which calls no longer accept any (SPEC C14). */
export function createRecordingPermission(deps: { db: Database; clock: Clock }) {
  const { db } = deps

  /** Calls that are not live, or not live and past their upload window. */
  async function without(callIds: string[], isKept: 'live' | 'live or late'): Promise<string[]> {
    if (callIds.length === 0) return []
    const since = timestamp(deps.clock() - uploadWindowMs)
    const rows = await callTables(db)
      .selectFrom('call')
      .select('id')
      .where('id', 'in', callIds)
      .where(({ eb, or }) =>
        or([eb('phase', '<>', 'over'), ...(isKept === 'live' ? [] : [eb('ended_at', '>=', since)])]),
      )
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    return callIds.filter((id) => !ids.has(id))
  }

  return {
    async recordingPermission(
      organizationId: string,
      callId: string,
      agentId: string,
    ): Promise<RecordingPermission> {
      const call = isId(callId) ? await findCall(db, callId) : undefined
      if (!call || call.organization_id !== organizationId) return { verdict: 'unknown' }
      if (call.accepted_at === null) return { verdict: 'unknown' }
      // After a transfer the former agent's browser still uploads what it has recorded.
      const left = call.agent_id === agentId ? null : await handedOverAt(db, call.id, agentId)
      if (call.agent_id !== agentId && left === null) return { verdict: 'unknown' }
      if (left !== null && Date.parse(left) + uploadWindowMs < deps.clock()) return { verdict: 'refused' }
      const late = call.ended_at !== null && Date.parse(call.ended_at) + uploadWindowMs < deps.clock()
      if (!mayRecord(call) || late) return { verdict: 'refused' }
      const wasOn = call.recording_since !== null || call.recording_until !== null
      if (call.phase === 'over' && !wasOn) return { verdict: 'refused' }
      const { id, organization_id, customer_id, provider_id, external_id, settings } = call
      const { recording_days } = settings
      return {
        verdict: 'allowed',
        call: {
          id,
          organization_id,
          customer_id,
          provider_id,
          external_id,
          recording_days,
          recorded_seconds: recordedMs(call, timestamp(deps.clock())) / 1000,
        },
        open: acceptsChunks(call, deps.clock()),
        isLastAgent: left === null,
      }
    },

    /** Calls that have ended or were deleted. */
    callsOver: (callIds: string[]): Promise<string[]> => without(callIds, 'live'),

    /** Calls past their upload window, and deleted ones. */
    callsPastUpload: (callIds: string[]): Promise<string[]> => without(callIds, 'live or late'),
  }
}

/**
 * Chunks are accepted while recording is on. Chunks from before it was turned off or paused, or before the call ended, may
 * arrive later, within the upload window.
 */
const acceptsChunks = (call: CallRow, now: number): boolean =>
  call.recording_since !== null ||
  (call.recording_until !== null && now <= Date.parse(call.ended_at ?? call.recording_until) + uploadWindowMs)
