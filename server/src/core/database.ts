import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'

/**
 * Each store adds the tables it owns (`db.withTables<{ message: MessageTable }>()`), so another
 * feature's table does not exist for the compiler.
 */
export type Database = Kysely<object>
export type Transaction = KyselyTransaction<object>

export interface DatabaseHandle {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

const { TIMESTAMPTZ: timestamptz, INT8: int8 } = pg.types.builtins

/**
 * PostgreSQL writes `2026-01-31 10:20:30.123+00` (the session is in UTC, our columns have milliseconds).
 * It becomes our own form by text alone: a JS Date would lose digits that are needed to find the row again.
 */
export function parseTimestamp(text: string): string {
  const [date = '', time = ''] = text.replace('+00', '').split(' ')
  const [seconds = '', fraction = ''] = time.split('.')
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}+00:00`
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === timestamptz) return parseTimestamp
    // Log positions and sizes stay far below 2^53.
    if (oid === int8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * `connections`: 16 is where single commits stop growing on two cores (docs/performance.md).
 * `lookUps`: for work that consists of look-ups by key alone; the planner then never reads a whole table instead, whatever it
 * believes of one that was empty a minute ago.
 * `plannedOnce`: named statements keep their first plan. For one whose arrays differ in length with every call, PostgreSQL
 * otherwise takes a short array for a reason to plan anew each time (docs/decisions/group-commit.md).
 * `asyncCommit`: a commit does not wait for the disk. For work that is done again when a crash of the database undoes it.
 */
export function openDatabase(
  url: string,
  options: { connections?: number; lookUps?: boolean; plannedOnce?: boolean; asyncCommit?: boolean } = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    types,
    // Nothing waits for ever: not for a lock, not for a server that a network forgot.
    options:
      '-c timezone=UTC -c datestyle=ISO -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s' +
      (options.lookUps ? ' -c enable_seqscan=off' : '') +
      (options.plannedOnce ? ' -c plan_cache_mode=force_generic_plan' : '') +
      (options.asyncCommit ? ' -c synchronous_commit=off' : ''),
    keepAlive: true,
    query_timeout: 35_000,
    application_name: 'parley',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // After a quiet minute the first event would pay for a connection and PostgreSQL's own caches: a call rang after 20 to 32 ms
    // instead of 15.
    min: 4,
  })
  // An idle connection that breaks (database restart) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The pool's own listener is gone while a client is checked out; its query rejects, which is enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** PostgreSQL's code of an error, when it is one: `23505` is a broken unique rule. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Somebody's text has U+0000 or half a surrogate pair: valid JSON, and yet neither text nor jsonb can hold it. */
export function isUnstorableText(error: unknown): boolean {
  const code = postgresCode(error)
  return code === '22021' || code === '22P05' || (code === '22P02' && / for type json/.test(String(error)))
}
