import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { TeamRow } from './team-store.ts'

/** A team that assigns its conversations itself. */
export type RoutedTeam = Pick<TeamRow, 'id' | 'name' | 'strategy' | 'capacity' | 'reassign_minutes'>

export interface RoutedMember {
  team_id: string
  agent_id: string
  capacity: number
  turn: number
  /** agent_work; null: no work yet. */
  busy_at: string | null
}

/** One process at a time assigns conversations of an organization: loads and turns stay valid until the commit. */
export const lockRouting = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`team routing ${organizationId}`}, 0))`.execute(trx)

export async function routedTeams(
  db: Database | Transaction,
  organizationId: string | null,
): Promise<(RoutedTeam & { organization_id: string })[]> {
  const { rows } = await sql<RoutedTeam & { organization_id: string }>`
    select id, organization_id, name, strategy, capacity, reassign_minutes from team
    where deleted_at is null and strategy <> 'manual'
      and (${organizationId}::uuid is null or organization_id = ${organizationId}::uuid)`.execute(db)
  return rows
}

/** Members of these teams, with the capacity that applies. */
export async function routedMembers(trx: Database | Transaction, teamIds: string[]): Promise<RoutedMember[]> {
  const { rows } = await sql<RoutedMember>`
    select m.team_id, m.agent_id, coalesce(m.capacity, t.capacity) as capacity, m.turn, w.busy_at
    from team_member m join team t on t.id = m.team_id left join agent_work w on w.agent_id = m.agent_id
    where m.team_id = any(${teamIds}::uuid[])`.execute(trx)
  return rows
}

/** Moves the agent to the end of the team's rotation. */
export const endTurn = (trx: Transaction, teamId: string, agentId: string) =>
  sql`
    update team_member set turn = (select max(turn) + 1 from team_member where team_id = ${teamId})
    where team_id = ${teamId} and agent_id = ${agentId}`.execute(trx)

/** Records when agents last had new work. In the order of their ids, because two transactions may record the same agents. */
export async function recordWork(trx: Transaction, work: Map<string, string>): Promise<void> {
  if (work.size === 0) return
  const ids = [...work.keys()].sort()
  await sql`
    insert into agent_work (agent_id, busy_at)
    select t.agent_id, t.busy_at from unnest(
      ${ids}::uuid[], ${ids.map((id) => work.get(id) ?? '')}::timestamptz[]
    ) as t (agent_id, busy_at) order by t.agent_id
    on conflict (agent_id) do update set busy_at = greatest(agent_work.busy_at, excluded.busy_at)`.execute(
    trx,
  )
}
