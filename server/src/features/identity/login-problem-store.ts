import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

type LoginProblemTables = {
  login_problem: {
    id: string
    provider_id: string
    code: string
    pid: string | null
    origin: string | null
    count: number
    first_at: string
    last_at: string
  }
}

const tables = (db: Database) => db.withTables<LoginProblemTables>()

/** Counts a repeated problem of the same page in one row. Deletes the oldest rows beyond `maxProblems`. */
export async function writeLoginProblem(
  db: Database,
  problem: { id: string; providerId: string; code: string; pid: string | null; origin: string | null },
  at: string,
  maxProblems: number,
): Promise<void> {
  const { id, providerId, code, pid, origin } = problem
  await sql`
    with known as (
      update login_problem set count = count + 1, last_at = ${at}
      where id = (
        select id from login_problem
        where provider_id = ${providerId} and code = ${code}
          and pid is not distinct from ${pid} and origin is not distinct from ${origin}
        limit 1
      )
      returning id
    )
    insert into login_problem (id, provider_id, code, pid, origin, first_at, last_at)
    select ${id}, ${providerId}, ${code}, ${pid}, ${origin}, ${at}, ${at}
    where not exists (select from known)`.execute(db)
  await sql`
    delete from login_problem where id in (
      select id from login_problem where provider_id = ${providerId}
      order by last_at desc, id desc offset ${maxProblems}
    )`.execute(db)
}

/** Newest first. */
export const listLoginProblems = (db: Database, providerId: string) =>
  tables(db)
    .selectFrom('login_problem')
    .select(['id', 'code', 'pid', 'origin', 'count', 'first_at', 'last_at'])
    .where('provider_id', '=', providerId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
