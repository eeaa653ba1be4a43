import type { BusinessHoursInput, HoursException } from '@parley/protocol/business-hours'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'

type BusinessHoursTables = {
  business_hours: {
    id: string
    organization_id: string
    is_default: boolean
    /** null: the organization's own. */
    team_id: string | null
    enabled: boolean
    time_zone: string
    week: unknown
    exceptions: unknown
    updated_at: string
  }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<BusinessHoursTables>()

/** Whose hours: the organization's own (`teamId` null), or a team's. */
export interface HoursOwner {
  organizationId: string
  teamId: string | null
}

/** What a person entered. */
export type EnteredHours = Omit<BusinessHoursInput, 'holiday_feed'>

export interface SavedHours extends EnteredHours {
  id: string
  /** Closed dates of their calendar. */
  holidays: HoursException[]
}

/** undefined: none were saved. */
export const findHours = (
  db: Database | Transaction,
  { organizationId, teamId }: HoursOwner,
): Promise<SavedHours | undefined> =>
  tables(db)
    .selectFrom('business_hours')
    .select(['id', 'enabled', 'time_zone'])
    .select(
      sql<HoursException[]>`coalesce((
        select holidays from holiday_feed where hours_id = business_hours.id
      ), '[]')`.as('holidays'),
    )
    .select(sql<BusinessHoursInput['week']>`week`.as('week'))
    .select(sql<BusinessHoursInput['exceptions']>`exceptions`.as('exceptions'))
    .where('organization_id', '=', organizationId)
    .where('team_id', 'is not distinct from', teamId)
    .executeTakeFirst()

/** Returns the id of the hours. */
export async function saveHours(
  db: Database | Transaction,
  { organizationId, teamId }: HoursOwner,
  { enabled, time_zone, week, exceptions }: EnteredHours,
  now: string,
): Promise<string> {
  const columns = {
    enabled,
    time_zone,
    week: JSON.stringify(week),
    exceptions: JSON.stringify(exceptions),
    updated_at: now,
  }
  const { id } = await tables(db)
    .insertInto('business_hours')
    .values({
      id: newId(),
      organization_id: organizationId,
      is_default: teamId === null,
      team_id: teamId,
      ...columns,
    })
    .onConflict((conflict) =>
      (teamId === null
        ? conflict.column('organization_id').where('is_default', '=', true)
        : conflict.column('team_id').where('team_id', 'is not', null)
      ).doUpdateSet(columns),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns whether the team had hours of its own. */
export async function deleteTeamHours(
  db: Database | Transaction,
  organizationId: string,
  teamId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('business_hours')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether reports can compute days of this time zone in the database (migration 0229). */
export async function isUsableTimeZone(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ usable: boolean }>`
    select usable_time_zone(${name}) is not null as usable`.execute(db)
  return rows[0]?.usable === true
}
