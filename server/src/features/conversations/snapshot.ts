import type { AgentFace } from '@parley/protocol/agent'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type { ConnectResult } from '@parley/protocol/session'
import type { Database } from '../../core/database.ts'
import { callsBetween } from '../../core/log-reader.ts'
import { fittingCount } from '../../core/page-size.ts'
import { timelineMessage } from './message-commands.ts'
import { messagesBefore } from './message-store.ts'
import type { ResumeState } from './resume-state.ts'

const snapshotMessages = 30

/** The part of a ConnectResult that comes from the customer's log and conversation. */
export type Snapshot = Omit<
  ConnectResult,
  'team' | 'customer_id' | 'member' | 'language' | 'calls' | 'survey' | 'context' | 'call'
>

/**
 * What a customer's window starts from. The end of the log is read before the messages: later entries are sent as they are
 * committed.
 * @param resumeAfter last log position of the window; null, or a position beyond the log: it gets a snapshot
 */
export async function customerSnapshot(
  deps: {
    db: Database
    stateOf: (customerId: string) => Promise<ResumeState | undefined>
    faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
    withLinks: (media: MediaRecord[]) => Media[]
  },
  organizationId: string,
  customerId: string,
  resumeAfter: number | null,
): Promise<Snapshot> {
  const known = await deps.stateOf(customerId)
  if (known?.organizationId !== organizationId) throw new Error('A customer without a log')
  const { seq, open, receipts } = known
  const agent = open?.agentId ? ((await deps.faceOf(organizationId, open.agentId)) ?? null) : null
  const state = {
    seq,
    blocked: !known.mayWrite,
    conversation: open ? { id: open.id, agent } : null,
    receipts,
  }
  if (resumeAfter !== null && resumeAfter <= seq) return { ...state, start: { mode: 'resume' } }
  const rows = await messagesBefore(deps.db, {
    customerId,
    before: seq + 1,
    max: snapshotMessages + 1,
    reader: 'customer',
  })
  const count = Math.min(snapshotMessages, fittingCount(rows))
  const messages = rows.slice(0, count).map((row) => timelineMessage(row, deps.withLinks))
  const more = rows.length > count
  const after = more ? (messages.at(-1)?.seq ?? 0) : 0
  const calls = await callsBetween(deps, { customerId, after, before: seq + 1 })
  return { ...state, start: { mode: 'snapshot', messages, more, calls } }
}
