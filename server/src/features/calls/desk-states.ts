import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { isOpen } from './transfer-store.ts'

/** Of an agent who has opened the panel at least once. Others are neither away nor busy. */
export interface DeskSummary {
  agent_id: string
  away: boolean
  /** Rung by a call or transfer, in a call or private talk, or wrapping up. */
  busy: boolean
  /** Also in a private talk. */
  in_call: boolean
  /** May be in the future while wrapping up. */
  idle_since: string
}

/** For features that assign work to agents. Whether an agent is connected is a matter of presence. */
export async function deskStates(
  db: Database | Transaction,
  agentIds: string[],
  now: string,
): Promise<Map<string, DeskSummary>> {
  if (agentIds.length === 0) return new Map()
  const { rows } = await sql<DeskSummary>`
    select d.agent_id, d.availability = 'away' as away, d.idle_since,
      coalesce(d.wrap_up_until > ${now}::timestamptz, false)
        or exists (select from call_offer o where o.agent_id = d.agent_id and o.outcome = 'ringing')
        or exists (
          select from call c where c.agent_id = d.agent_id and c.phase in ('connecting', 'active')
        )
        or exists (select from call_transfer t where t.to_agent_id = d.agent_id and t.${isOpen}) as busy,
      exists (
        select from call c where c.agent_id = d.agent_id and c.phase in ('connecting', 'active')
      )
        or exists (
          select from call_transfer t where t.to_agent_id = d.agent_id and t.state = 'talking'
        ) as in_call
    from agent_desk d where d.agent_id = any(${agentIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.agent_id, row]))
}
