import type { SocialProvider } from '@parley/protocol/customer'
import type { KeySource } from '@parley/protocol/social-login'
import type { Database, Transaction } from '../../core/database.ts'
import { tables, type LoginRow } from './social-login-tables.ts'

export interface MemberLoginRow {
  key_source: KeySource
  session_days: number
}

/** Defaults for a widget without a `member_login` row. */
export const defaultMemberLogin: MemberLoginRow = { key_source: 'service', session_days: 30 }

export const findMemberLogin = (
  db: Database | Transaction,
  providerId: string,
): Promise<MemberLoginRow | undefined> =>
  tables(db)
    .selectFrom('member_login')
    .select(['key_source', 'session_days'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

export const findLogins = (db: Database | Transaction, providerId: string): Promise<LoginRow[]> =>
  tables(db).selectFrom('social_login').selectAll().where('provider_id', '=', providerId).execute()

export const findLogin = (
  db: Database,
  providerId: string,
  social: SocialProvider,
): Promise<LoginRow | undefined> =>
  tables(db)
    .selectFrom('social_login')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('social', '=', social)
    .executeTakeFirst()

/** Creates the row if it is missing and locks it, so that concurrent saves run one after another. */
export async function lockMemberLogin(
  trx: Transaction,
  ids: { provider_id: string; organization_id: string },
): Promise<MemberLoginRow> {
  await tables(trx)
    .insertInto('member_login')
    .values({ ...ids, ...defaultMemberLogin })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .execute()
  return tables(trx)
    .selectFrom('member_login')
    .select(['key_source', 'session_days'])
    .where('provider_id', '=', ids.provider_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateMemberLogin = (
  trx: Transaction,
  providerId: string,
  change: Partial<MemberLoginRow>,
): Promise<unknown> =>
  tables(trx).updateTable('member_login').set(change).where('provider_id', '=', providerId).execute()

export const putLogin = (trx: Transaction, row: LoginRow): Promise<unknown> =>
  tables(trx)
    .insertInto('social_login')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'social']).doUpdateSet({
        enabled: row.enabled,
        client_id: row.client_id,
        secret: row.secret,
        team_id: row.team_id,
        key_id: row.key_id,
      }),
    )
    .execute()
