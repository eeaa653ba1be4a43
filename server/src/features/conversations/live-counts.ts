import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

/** Open conversations by team and assignee. All but `snoozed` without snoozed ones. */
export interface LiveCount {
  team_id: string | null
  agent_id: string | null
  open: number
  waiting: number
  snoozed: number
  /** Of the customer who has waited longest. */
  waiting_since: string | null
}

export async function liveCounts(db: Database, organizationId: string): Promise<LiveCount[]> {
  const { rows } = await sql<LiveCount>`
    select team_id, agent_id,
      count(*) filter (where snoozed_seq is null)::int as open,
      count(*) filter (where snoozed_seq is null and waiting_since is not null)::int as waiting,
      count(*) filter (where snoozed_seq is not null)::int as snoozed,
      min(waiting_since) filter (where snoozed_seq is null) as waiting_since
    from conversation where organization_id = ${organizationId} and closed_at is null -- index open_inbox
    group by team_id, agent_id`.execute(db)
  return rows
}

/** Open conversations of all organizations by team. All but `snoozed` without snoozed ones. */
export interface BacklogCount {
  organization_id: string
  team_id: string | null
  open: number
  unassigned: number
  waiting: number
  snoozed: number
  waiting_since: string | null
}

export async function backlogCounts(db: Database): Promise<BacklogCount[]> {
  const { rows } = await sql<BacklogCount>`
    select organization_id, team_id,
      count(*) filter (where snoozed_seq is null)::int as open,
      count(*) filter (where snoozed_seq is null and agent_id is null)::int as unassigned,
      count(*) filter (where snoozed_seq is null and waiting_since is not null)::int as waiting,
      count(*) filter (where snoozed_seq is not null)::int as snoozed,
      min(waiting_since) filter (where snoozed_seq is null) as waiting_since
    from conversation where closed_at is null
    group by organization_id, team_id`.execute(db)
  return rows
}
