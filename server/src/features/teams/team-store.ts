import type { Team, TeamMember, TeamStrategy } from '@parley/protocol/team'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type Db = Database | Transaction

export interface TeamRow {
  id: string
  organization_id: string
  name: string
  strategy: TeamStrategy
  capacity: number
  reassign_minutes: number | null
  created_at: string
  deleted_at: string | null
}

type TeamTables = {
  team: TeamRow
  team_member: { team_id: string; agent_id: string; capacity: number | null }
  team_widget: { provider_id: string; team_id: string }
}

const tables = (db: Db) => (db as Database).withTables<TeamTables>()

const existing = (db: Db, organizationId: string) =>
  tables(db).selectFrom('team').where('organization_id', '=', organizationId).where('deleted_at', 'is', null)

export const findTeam = (db: Db, organizationId: string, teamId: string): Promise<TeamRow | undefined> =>
  existing(db, organizationId).selectAll().where('id', '=', teamId).executeTakeFirst()

/** By name. */
export async function listTeams(db: Db, organizationId: string): Promise<Team[]> {
  const rows = await existing(db, organizationId)
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute()
  return withMembers(db, rows)
}

export async function withMembers(db: Db, rows: TeamRow[]): Promise<Team[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const members = await tables(db)
    .selectFrom('team_member')
    .select(['team_id', 'agent_id', 'capacity'])
    .where('team_id', 'in', ids)
    .orderBy('agent_id')
    .execute()
  const widgets = await tables(db)
    .selectFrom('team_widget')
    .selectAll()
    .where('team_id', 'in', ids)
    .orderBy('provider_id')
    .execute()
  return rows.map(({ id, name, strategy, capacity, reassign_minutes, created_at }) => ({
    id,
    name,
    strategy,
    capacity,
    reassign_minutes,
    members: members
      .filter(({ team_id }) => team_id === id)
      .map(({ agent_id, capacity: own }) => ({ agent_id, capacity: own })),
    provider_ids: widgets.filter(({ team_id }) => team_id === id).map(({ provider_id }) => provider_id),
    created_at,
  }))
}

/** Serializes changes of an organization's teams until the commit, so that count and names stay valid. */
export const lockTeams = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`teams ${organizationId}`}, 0))`.execute(trx)

export async function countTeams(trx: Transaction, organizationId: string): Promise<number> {
  const { count } = await existing(trx, organizationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another team has this name, regardless of case. */
export async function nameTaken(
  trx: Transaction,
  organizationId: string,
  name: string,
  except: string,
): Promise<boolean> {
  const row = await existing(trx, organizationId)
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

export const insertTeam = (trx: Transaction, row: TeamRow) =>
  tables(trx).insertInto('team').values(row).execute()

export const updateTeam = (
  trx: Transaction,
  teamId: string,
  change: Partial<Omit<TeamRow, 'id' | 'organization_id'>>,
): Promise<TeamRow> =>
  tables(trx)
    .updateTable('team')
    .set(change)
    .where('id', '=', teamId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Members who stay keep their turn; new ones are next. */
export async function replaceMembers(trx: Transaction, teamId: string, members: TeamMember[]) {
  const ids = members.map(({ agent_id }) => agent_id)
  await sql`delete from team_member where team_id = ${teamId} and agent_id <> all(${ids}::uuid[])`.execute(
    trx,
  )
  if (members.length === 0) return
  await tables(trx)
    .insertInto('team_member')
    .values(members.map((member) => ({ team_id: teamId, ...member })))
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'agent_id'])
        .doUpdateSet((eb) => ({ capacity: eb.ref('excluded.capacity') })),
    )
    .execute()
}

/** A widget that had another team changes to this one. */
export async function replaceWidgets(trx: Transaction, teamId: string, providerIds: string[]) {
  await sql`delete from team_widget where team_id = ${teamId}`.execute(trx)
  if (providerIds.length === 0) return
  await tables(trx)
    .insertInto('team_widget')
    .values(providerIds.map((provider_id) => ({ provider_id, team_id: teamId })))
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ team_id: teamId }))
    .execute()
}

/** Widgets of the team, also deleted ones. */
export async function widgetsOf(db: Db, organizationId: string, teamId: string): Promise<string[]> {
  const rows = await existing(db, organizationId)
    .innerJoin('team_widget', 'team_widget.team_id', 'team.id')
    .select('team_widget.provider_id')
    .where('team.id', '=', teamId)
    .execute()
  return rows.map(({ provider_id }) => provider_id)
}

/** Teams of which the agent is a member, by name; all teams if `agentId` is null. */
export function teamsOf(
  db: Db,
  organizationId: string,
  agentId: string | null,
): Promise<Pick<TeamRow, 'id' | 'name'>[]> {
  let rows = existing(db, organizationId).select(['team.id', 'team.name'])
  if (agentId !== null)
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('team_member')
          .select('team_member.agent_id')
          .whereRef('team_member.team_id', '=', 'team.id')
          .where('team_member.agent_id', '=', agentId),
      ),
    )
  return rows.orderBy(sql`lower(team.name)`).execute()
}

/** Members of any of these teams. */
export async function membersOf(db: Db, teamIds: string[]): Promise<string[]> {
  if (teamIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('team_member')
    .select('agent_id')
    .distinct()
    .where('team_id', 'in', teamIds)
    .execute()
  return rows.map(({ agent_id }) => agent_id)
}

export async function isMember(db: Db, teamId: string, agentId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('team_member')
    .select('agent_id')
    .where('team_id', '=', teamId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes an agent from all teams of the organization. Returns whether they were in one. */
export async function forgetMember(
  db: Transaction,
  organizationId: string,
  agentId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from team_member where agent_id = ${agentId}
      and team_id in (select id from team where organization_id = ${organizationId})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** The team in which new conversations of this widget start. */
export const firstTeam = (
  db: Db,
  organizationId: string,
  providerId: string,
): Promise<Pick<TeamRow, 'id' | 'name'> | undefined> =>
  existing(db, organizationId)
    .innerJoin('team_widget', 'team_widget.team_id', 'team.id')
    .select(['team.id', 'team.name'])
    .where('team_widget.provider_id', '=', providerId)
    .executeTakeFirst()

/** Teams whose deletion has begun. */
export const deletedTeams = (db: Database, max: number) =>
  tables(db).selectFrom('team').selectAll().where('deleted_at', 'is not', null).limit(max).execute()

export const deleteTeam = (db: Database, teamId: string) =>
  tables(db).deleteFrom('team').where('id', '=', teamId).execute()
