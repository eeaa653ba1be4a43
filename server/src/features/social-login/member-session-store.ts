import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import { tables, type MemberSessionRow } from './social-login-tables.ts'

/**
 * Uses up the code and stores the session of its sign-in, which replaces an existing one of the same key. One statement, so that a
 * failure leaves the code. Returns false if the code was used already.
 */
export async function putMemberSession(
  db: Database,
  row: MemberSessionRow,
  codeHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    with used as (delete from login_code where code_hash = ${codeHash} returning code_hash)
    insert into member_session (provider_id, jkt, organization_id, customer_id, created_at, expires_at)
    select ${row.provider_id}::uuid, ${row.jkt}, ${row.organization_id}::uuid, ${row.customer_id}::uuid,
      ${row.created_at}::timestamptz, ${row.expires_at}::timestamptz
    from used
    on conflict (provider_id, jkt) do update set
      customer_id = excluded.customer_id, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning jkt`.execute(db)
  return rows.length > 0
}

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

/** Returns those of these keys' sessions that have not ended, in one statement for any number of keys. */
export async function findLiveSessions(
  db: Database,
  keys: { providerId: string; jkt: string }[],
  now: string,
): Promise<Pick<MemberSessionRow, 'provider_id' | 'jkt' | 'customer_id'>[]> {
  const [providerIds, jkts] = [keys.map(({ providerId }) => providerId), keys.map(({ jkt }) => jkt)]
  const { rows } = await sql<Pick<MemberSessionRow, 'provider_id' | 'jkt' | 'customer_id'>>`
    select provider_id, jkt, customer_id
    from unnest(${providerIds}::uuid[], ${jkts}::text[]) as wanted (provider_id, jkt)
    join member_session using (provider_id, jkt)
    where expires_at > ${now}::timestamptz`.execute(db)
  return rows
}

export const deleteMemberSession = (db: Database, providerId: string, jkt: string): Promise<unknown> =>
  tables(db)
    .deleteFrom('member_session')
    .where('provider_id', '=', providerId)
    .where('jkt', '=', jkt)
    .execute()

export const deleteSessionsOf = (db: Database, customerId: string): Promise<unknown> =>
  tables(db).deleteFrom('member_session').where('customer_id', '=', customerId).execute()
