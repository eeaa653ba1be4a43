import { recordingLateSeconds } from '@parley/protocol/recording'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import { mayRecord } from './call-state.ts'
import { callTables, findCall } from './call-store.ts'

/** Pieces that were not acknowledged come late: so long after the end they are still taken, in milliseconds. */
const lateFor = recordingLateSeconds * 1000

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
        /** As it was when the call began (SPEC C13). */
        recording_days: number
      }
    }

/** For whoever takes the pieces of a recording: who may send them, and which calls are over (SPEC C14). */
export function createRecordingPermission(deps: { db: Database; clock: Clock }) {
  const { db } = deps

  /** Those of them that are neither live nor, where it is said, over for a short time alone. */
  async function without(callIds: string[], isKept: 'live' | 'live or late'): Promise<string[]> {
    if (callIds.length === 0) return []
    const since = timestamp(deps.clock() - lateFor)
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
      if (call.accepted_at === null || call.agent_id !== agentId) return { verdict: 'unknown' }
      const late = call.ended_at !== null && Date.parse(call.ended_at) + lateFor < deps.clock()
      if (!mayRecord(call) || late) return { verdict: 'refused' }
      const { id, organization_id, customer_id, provider_id, external_id, settings } = call
      const { recording_days } = settings
      return {
        verdict: 'allowed',
        call: { id, organization_id, customer_id, provider_id, external_id, recording_days },
      }
    },

    /** Those of them that are over, or are no longer there. */
    callsOver: (callIds: string[]): Promise<string[]> => without(callIds, 'live'),

    /** Those of them that are over for so long that nothing of them is taken any more, or are no longer there. */
    callsShut: (callIds: string[]): Promise<string[]> => without(callIds, 'live or late'),
  }
}
