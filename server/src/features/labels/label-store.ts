import type { Label } from '@parley/protocol/label'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type LabelTables = { label: Label & { organization_id: string } }

const tables = (db: Database | Transaction) => (db as Database).withTables<LabelTables>()

const columns = ['id', 'name', 'colour', 'archived_at', 'created_at'] as const

/** By name. */
export const listLabels = (db: Database, organizationId: string): Promise<Label[]> =>
  tables(db)
    .selectFrom('label')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute()

export const findLabel = (
  db: Database | Transaction,
  organizationId: string,
  labelId: string,
): Promise<Label | undefined> =>
  tables(db)
    .selectFrom('label')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', labelId)
    .executeTakeFirst()

/** Serializes changes of an organization's labels until the commit, so that count and names stay valid. */
export const lockLabels = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`labels ${organizationId}`}, 0))`.execute(trx)

export async function countLabels(trx: Transaction, organizationId: string): Promise<number> {
  const { count } = await tables(trx)
    .selectFrom('label')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another label has this name, regardless of case. */
export async function nameTaken(
  trx: Transaction,
  organizationId: string,
  name: string,
  except: string | null,
): Promise<boolean> {
  let rows = tables(trx)
    .selectFrom('label')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
  if (except !== null) rows = rows.where('id', '<>', except)
  return (await rows.executeTakeFirst()) !== undefined
}

export const insertLabel = (trx: Transaction, row: Label & { organization_id: string }) =>
  tables(trx).insertInto('label').values(row).execute()

export const updateLabel = (
  trx: Transaction,
  labelId: string,
  change: Partial<Pick<Label, 'name' | 'colour' | 'archived_at'>>,
): Promise<Label> =>
  tables(trx)
    .updateTable('label')
    .set(change)
    .where('id', '=', labelId)
    .returning(columns)
    .executeTakeFirstOrThrow()
