import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { ConversationRow } from './conversation-store.ts'

/** Returns those of these teams that have open, awake conversations without an agent. One index look-up per team. */
export async function teamsWaiting(db: Database, teamIds: string[]): Promise<string[]> {
  if (teamIds.length === 0) return []
  const { rows } = await sql<{ team_id: string }>`
    select asked.team_id from unnest(${teamIds}::uuid[]) as asked (team_id)
    where exists (
      select from conversation c
      where c.team_id = asked.team_id and c.status = 'open' and c.agent_id is null and c.snoozed_seq is null
    )`.execute(db)
  return rows.map((row) => row.team_id)
}

/** Conversations that changed while they were claimed. Each attempt sees the changes of the one before. */
const maxClaimAttempts = 10

/**
 * Claims the conversation of these teams that has waited longest, by locking its customer: every change of a conversation
 * takes this lock first. Customers with a change in progress are skipped instead of waited for. The conversation itself is not
 * locked: a skipped one would stay locked until the commit, and its next message would wait for that.
 */
export async function claimOldest(
  trx: Transaction,
  organizationId: string,
  teamIds: string[],
): Promise<ConversationRow | undefined> {
  for (let attempt = 0; attempt < maxClaimAttempts; attempt += 1) {
    const { rows } = await sql<{ id: string }>`
      select c.id from conversation c join customer_log h on h.customer_id = c.customer_id
      where ${isWaiting(organizationId, teamIds)}
      order by coalesce(c.waiting_since, c.started_at), c.id
      limit 1 for update of h skip locked`.execute(trx)
    const [locked] = rows
    if (!locked) return undefined
    // Read again: the statement saw the conversation as it was before the lock.
    const claimed = await sql<ConversationRow>`
      select c.id, c.organization_id, c.customer_id, c.provider_id, c.agent_id, c.team_id, c.status, c.started_at,
        c.closed_at, c.duration, c.first_response_time
      from conversation c where c.id = ${locked.id} and ${isWaiting(organizationId, teamIds)}`.execute(trx)
    if (claimed.rows[0]) return claimed.rows[0]
  }
  return undefined
}

/** Locks the customer, unless another transaction has. Returns whether it did. */
export async function lockIfFree(trx: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_log where customer_id = ${customerId} for update skip locked`.execute(trx)
  return rows.length > 0
}

const isWaiting = (organizationId: string, teamIds: string[]) => sql<boolean>`
  c.organization_id = ${organizationId} and c.team_id = any(${teamIds}::uuid[])
  and c.status = 'open' and c.agent_id is null and c.snoozed_seq is null`

/** Open, awake conversations of each of these agents. */
export async function loadsOf(trx: Database | Transaction, agentIds: string[]): Promise<Map<string, number>> {
  if (agentIds.length === 0) return new Map()
  const { rows } = await sql<{ agent_id: string; load: number }>`
    select agent_id, count(*) as load from conversation
    where agent_id = any(${agentIds}::uuid[]) and status = 'open' and snoozed_seq is null
    group by agent_id`.execute(trx)
  return new Map(rows.map((row) => [row.agent_id, row.load]))
}

/** Conversations of the team that were assigned and are unanswered since `before` move on. */
export interface TeamDeadline {
  team_id: string
  before: string
  /** Agents who keep their conversations. */
  except_agents: string[]
}

export interface Unanswered {
  id: string
  organization_id: string
  customer_id: string
  team_id: string
}

/** Assigned by their team, and unanswered since that team's deadline or longer. At most `max` per team, longest first. */
export async function unansweredSince(
  db: Database | Transaction,
  deadlines: TeamDeadline[],
  max: number,
  only: string | null = null,
): Promise<Unanswered[]> {
  if (deadlines.length === 0) return []
  const { rows } = await sql<Unanswered>`
    select found.id, found.organization_id, found.customer_id, found.team_id
    from jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb)
      as deadline (team_id uuid, before timestamptz, except_agents uuid[]) cross join lateral (
      select * from conversation c
      where c.team_id = deadline.team_id and c.status = 'open' and c.routed_at is not null
        and c.agent_id is not null and c.snoozed_seq is null and c.waiting_since is not null
        and greatest(c.waiting_since, c.routed_at) <= deadline.before
        and c.agent_id <> all(deadline.except_agents)
        and (${only}::uuid is null or c.id = ${only}::uuid)
      order by greatest(c.waiting_since, c.routed_at) limit ${max}
    ) found`.execute(db)
  return rows
}

/** Open conversations of a team. */
export async function openOfTeam(db: Database, teamId: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversation where team_id = ${teamId} and closed_at is null limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the team from closed conversations, at most `max`. Returns how many. */
export async function clearTeamOfClosed(db: Database, teamId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update conversation set team_id = null where id in (
      select id from conversation where team_id = ${teamId} and status = 'closed' limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
