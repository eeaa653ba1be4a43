import type { Channel } from '@parley/protocol/channel'
import type { Database, Transaction } from '../../core/database.ts'

type MiniAppTables = {
  mini_app: { provider_id: string; organization_id: string; widget_id: string; created_at: string }
  mini_app_login: { provider_id: string; hash: string; jkt: string; created_at: string; expires_at: string }
  mini_app_member: { customer_id: string; organization_id: string; channel: Channel; account_id: string }
  /** The view of customers. */
  customer_face: { id: string; organization_id: string; name: string | null }
}

export type MiniAppRow = MiniAppTables['mini_app']
export type LoginRow = MiniAppTables['mini_app_login']

const tables = (db: Database | Transaction) => (db as Database).withTables<MiniAppTables>()

export const findMiniApp = (db: Database, providerId: string): Promise<MiniAppRow | undefined> =>
  tables(db).selectFrom('mini_app').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

export const putMiniApp = (db: Database, row: MiniAppRow): Promise<unknown> =>
  tables(db)
    .insertInto('mini_app')
    .values(row)
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ widget_id: row.widget_id }))
    .execute()

export const deleteMiniApp = (db: Database, providerId: string): Promise<unknown> =>
  tables(db).deleteFrom('mini_app').where('provider_id', '=', providerId).execute()

/** Returns false when the hash is known: it was used before. */
export async function insertLogin(db: Database, row: LoginRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('mini_app_login')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findLogin = (db: Database, providerId: string, hash: string): Promise<LoginRow | undefined> =>
  tables(db)
    .selectFrom('mini_app_login')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('hash', '=', hash)
    .executeTakeFirst()

export const deleteExpiredLogins = (db: Database, now: string): Promise<unknown> =>
  tables(db).deleteFrom('mini_app_login').where('expires_at', '<=', now).execute()

export const putMember = (db: Database, row: MiniAppTables['mini_app_member']): Promise<unknown> =>
  tables(db)
    .insertInto('mini_app_member')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()

export const accountOfMember = (db: Database, organizationId: string, customerId: string) =>
  tables(db)
    .selectFrom('mini_app_member')
    .select(['channel', 'account_id'])
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()

export async function membersOfAccount(
  db: Database,
  organizationId: string,
  account: { channel: Channel; account_id: string },
): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('mini_app_member')
    .select('customer_id')
    .where('organization_id', '=', organizationId)
    .where('channel', '=', account.channel)
    .where('account_id', '=', account.account_id)
    .orderBy('customer_id')
    .limit(maxSameAccounts)
    .execute()
  return rows.map((row) => row.customer_id)
}

/** Members of several widgets and contacts of several bots; more are not shown. */
export const maxSameAccounts = 20

export const namesOf = (db: Database, organizationId: string, customerIds: string[]) =>
  tables(db)
    .selectFrom('customer_face')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', customerIds)
    .execute()
