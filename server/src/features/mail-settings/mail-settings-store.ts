import type { Database } from '../../core/database.ts'

const tables = (db: Database) =>
  db.withTables<{ mail_setting: { organization_id: string; previews: boolean } }>()

/** Whether notifications by e-mail may quote notes. Default: no. */
export async function readPreviews(db: Database, organizationId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('mail_setting')
    .select('previews')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.previews ?? false
}

export const savePreviews = (db: Database, organizationId: string, previews: boolean): Promise<unknown> =>
  tables(db)
    .insertInto('mail_setting')
    .values({ organization_id: organizationId, previews })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ previews }))
    .execute()
