import type { BusinessHoursInput } from '@parley/protocol/business-hours'
import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'

type BusinessHoursTables = {
  business_hours: {
    id: string
    organization_id: string
    is_default: boolean
    enabled: boolean
    time_zone: string
    week: unknown
    exceptions: unknown
    updated_at: string
  }
}

const tables = (db: Database) => db.withTables<BusinessHoursTables>()

/** undefined: the organization has never saved any. */
export const findDefaultHours = (
  db: Database,
  organizationId: string,
): Promise<BusinessHoursInput | undefined> =>
  tables(db)
    .selectFrom('business_hours')
    .select(['enabled', 'time_zone'])
    .select(sql<BusinessHoursInput['week']>`week`.as('week'))
    .select(sql<BusinessHoursInput['exceptions']>`exceptions`.as('exceptions'))
    .where('organization_id', '=', organizationId)
    .where('is_default', '=', true)
    .executeTakeFirst()

export async function saveDefaultHours(
  db: Database,
  organizationId: string,
  { week, exceptions, ...rest }: BusinessHoursInput,
  now: string,
): Promise<void> {
  const columns = {
    ...rest,
    week: JSON.stringify(week),
    exceptions: JSON.stringify(exceptions),
    updated_at: now,
  }
  await tables(db)
    .insertInto('business_hours')
    .values({ id: newId(), organization_id: organizationId, is_default: true, ...columns })
    .onConflict((conflict) =>
      conflict.column('organization_id').where('is_default', '=', true).doUpdateSet(columns),
    )
    .execute()
}
