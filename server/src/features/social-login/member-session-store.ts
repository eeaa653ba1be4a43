import type { Database } from '../../core/database.ts'
import { tables, type MemberSessionRow } from './social-login-tables.ts'

/** Replaces an existing session of the same key. */
export const putMemberSession = (db: Database, row: MemberSessionRow): Promise<unknown> =>
  tables(db)
    .insertInto('member_session')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'jkt']).doUpdateSet({
        customer_id: row.customer_id,
        created_at: row.created_at,
        expires_at: row.expires_at,
      }),
    )
    .execute()

export const findMemberSession = (
  db: Database,
  providerId: string,
  jkt: string,
  now: string,
): Promise<Pick<MemberSessionRow, 'customer_id' | 'created_at' | 'expires_at'> | undefined> =>
  tables(db)
    .selectFrom('member_session')
    .select(['customer_id', 'created_at', 'expires_at'])
    .where('provider_id', '=', providerId)
    .where('jkt', '=', jkt)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const deleteMemberSession = (db: Database, providerId: string, jkt: string): Promise<unknown> =>
  tables(db)
    .deleteFrom('member_session')
    .where('provider_id', '=', providerId)
    .where('jkt', '=', jkt)
    .execute()

export const deleteSessionsOf = (db: Database, customerId: string): Promise<unknown> =>
  tables(db).deleteFrom('member_session').where('customer_id', '=', customerId).execute()
