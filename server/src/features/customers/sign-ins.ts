import type { AuthProvider } from '@parley/protocol/customer'
import { sql } from 'kysely'
import type pg from 'pg'
import { plainArray } from '../../core/array-literal.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { batchLookups } from '../../core/coalesce.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { firstIdAt, newId } from '../../core/ids.ts'
import type { CustomerRow } from './customer-store.ts'

export interface SignInRow {
  id: string
  auth_provider: AuthProvider
  created_at: string
}

type SignInTables = { customer_sign_in: SignInRow & { customer_id: string; day: string } }

const dayMs = 86_400_000
/** A year, and a month to compare it with the one before: a record of when a person was active is kept no longer. */
const retentionMs = 400 * dayMs
const batchSize = 1000
/** Members per statement. */
const maxInsert = 128

/** The same text for any number of members, so that it is planned once per connection. In order, so that two processes cannot deadlock. */
const recordAll = `
  insert into customer_sign_in (id, customer_id, auth_provider, day, created_at)
  select id, customer_id, auth_provider, $4::date, $5::timestamptz
  from unnest($1::uuid[], $2::uuid[], $3::text[]) as member (id, customer_id, auth_provider)
  order by customer_id
  on conflict (customer_id, day) do nothing`

/** In UTC: `2026-01-31`. @param now milliseconds */
export const dayOf = (now: number): string => timestamp(now).slice(0, 10)

type Member = { id: string; auth_provider: AuthProvider }

export type SignIns = ReturnType<typeof createSignIns>

/** The first sign-in of each member per day. */
export function createSignIns(deps: { db: Database; pool: pg.Pool; clock: Clock }) {
  const { clock, pool } = deps
  const db = deps.db.withTables<SignInTables>()

  const insert = batchLookups(async (members: Member[]): Promise<Map<Member, void>> => {
    const now = clock()
    await pool.query({
      name: 'record sign-ins',
      text: recordAll,
      values: [
        plainArray(members.map(() => newId())),
        plainArray(members.map(({ id }) => id)),
        plainArray(members.map(({ auth_provider: authProvider }) => authProvider)),
        dayOf(now),
        timestamp(now),
      ],
    })
    return new Map()
  }, maxInsert)

  return {
    /** Without effect if one of this day is recorded. */
    async record({ id, auth_provider }: Pick<CustomerRow, 'id' | 'auth_provider'>): Promise<void> {
      if (auth_provider !== null) await insert({ id, auth_provider })
    },

    /** Deletes records past their retention, in small transactions. */
    async sweep(): Promise<void> {
      const oldest = firstIdAt((await readDatabaseMs(deps.db, clock)) - retentionMs)
      const deleteBatch = () =>
        db
          .deleteFrom('customer_sign_in')
          .where('id', 'in', (rows) =>
            rows
              .selectFrom('customer_sign_in')
              .select('id')
              .where('id', '<', oldest)
              .orderBy('id')
              .limit(batchSize),
          )
          .executeTakeFirst()
      while ((await deleteBatch()).numDeletedRows === BigInt(batchSize));
    },

    /** Newest first. */
    async ofCustomer(query: {
      customerId: string
      max: number
      after: { created_at: string; id: string } | null
    }): Promise<SignInRow[]> {
      const { after } = query
      let rows = db
        .selectFrom('customer_sign_in')
        .select(['id', 'auth_provider', 'created_at'])
        .where('customer_id', '=', query.customerId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.max)
      if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id}::uuid)`)
      return rows.execute()
    },
  }
}
