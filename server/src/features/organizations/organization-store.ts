import type { Organization } from '@parley/protocol/organization'
import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type OrganizationTables = {
  organization: { id: string; name: string; is_demo: Generated<boolean>; created_at: string }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<OrganizationTables>()
const columns = ['id', 'name', 'created_at'] as const

export const insertOrganization = (trx: Transaction, row: Organization & { is_demo: boolean }) =>
  tables(trx).insertInto('organization').values(row).execute()

export const findOrganization = (db: Database, id: string): Promise<Organization | undefined> =>
  tables(db).selectFrom('organization').select(columns).where('id', '=', id).executeTakeFirst()

/** At most two: for a command that needs to know whether there is only one. */
export const firstOrganizations = (db: Database): Promise<Organization[]> =>
  tables(db).selectFrom('organization').select(columns).where('is_demo', 'is', false).limit(2).execute()

export const findDemoOrganization = (trx: Transaction): Promise<Organization | undefined> =>
  tables(trx).selectFrom('organization').select(columns).where('is_demo', 'is', true).executeTakeFirst()

export const findAnyOrganization = (db: Database | Transaction): Promise<{ id: string } | undefined> =>
  tables(db).selectFrom('organization').select('id').limit(1).executeTakeFirst()

export const updateOrganization = (
  db: Database,
  id: string,
  change: { name: string },
): Promise<Organization | undefined> =>
  tables(db)
    .updateTable('organization')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const namesOfOrganizations = (db: Database, ids: string[]): Promise<{ id: string; name: string }[]> =>
  tables(db).selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).execute()
