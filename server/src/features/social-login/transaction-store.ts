import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import { deleteInBatches } from '../../core/delete-in-batches.ts'
import { tables, type CodeRow, type TransactionRow } from './social-login-tables.ts'

export const insertTransaction = (db: Database, row: TransactionRow): Promise<unknown> =>
  tables(db).insertInto('login_transaction').values(row).execute()

export const deleteUnopened = (db: Database, providerId: string, jkt: string): Promise<unknown> =>
  tables(db)
    .deleteFrom('login_transaction')
    .where('provider_id', '=', providerId)
    .where('jkt', '=', jkt)
    .where('ticket_hash', 'is not', null)
    .execute()

/** Consumes the ticket, so a second browser with the same URL finds nothing. */
export const openTransaction = (
  db: Database,
  ticketHash: string,
  opened: Pick<TransactionRow, 'state_hash' | 'browser_hash' | 'page' | 'language'>,
): Promise<TransactionRow | undefined> =>
  tables(db)
    .updateTable('login_transaction')
    .set({ ...opened, ticket_hash: null })
    .where('ticket_hash', '=', ticketHash)
    .returningAll()
    .executeTakeFirst()

/** Stores the parameters of a POST callback. Returns false if there is no such transaction or it already has an answer. */
export async function storeAnswer(
  db: Database,
  stateHash: string,
  social: string,
  seal: (transactionId: string) => string,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('login_transaction')
    .select('id')
    .where('state_hash', '=', stateHash)
    .where(sql<string>`social`, '=', social)
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (!row) return false
  const { numUpdatedRows } = await tables(db)
    .updateTable('login_transaction')
    .set({ answer: seal(row.id) })
    .where('id', '=', row.id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the transaction, so that a state can be used only once. */
export const consumeTransaction = (db: Database, stateHash: string): Promise<TransactionRow | undefined> =>
  tables(db)
    .deleteFrom('login_transaction')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()

/** Idempotent. */
export const insertCode = (db: Database, row: CodeRow): Promise<unknown> =>
  tables(db)
    .insertInto('login_code')
    .values(row)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .execute()

export const findCode = (db: Database, codeHash: string): Promise<CodeRow | undefined> =>
  tables(db).selectFrom('login_code').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()

export const deleteCode = (db: Database, codeHash: string): Promise<unknown> =>
  tables(db).deleteFrom('login_code').where('code_hash', '=', codeHash).execute()

/** Deletes expired transactions, codes and member sessions. */
export async function deleteExpired(db: Database, now: string): Promise<void> {
  for (const table of ['login_transaction', 'login_code', 'member_session'] as const) {
    await deleteInBatches(db, table, sql`expires_at <= ${now}`)
  }
}
