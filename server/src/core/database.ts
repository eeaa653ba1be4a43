import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'
import { checkWritable, replaceUnusable } from './pool-connections.ts'
import { prepareMarked } from './prepared-statements.ts'

/**
 * Each store adds the tables it owns (`db.withTables<{ message: MessageTable }>()`), so the compiler hides the tables of
 * other features.
 */
export type Database = Kysely<object>
export type Transaction = KyselyTransaction<object>

export interface DatabaseHandle {
  db: Database
  pool: pg.Pool
  /** @throws if the database does not respond, or refuses writes */
  check(): Promise<void>
  close(): Promise<void>
}

const { TIMESTAMPTZ: timestamptz, INT8: int8 } = pg.types.builtins

/**
 * PostgreSQL writes `2026-01-31 10:20:30.123+00` (the session is in UTC, our columns have milliseconds).
 * Converted as text: a JS Date would lose digits that are needed to find the row again.
 */
export function parseTimestamp(text: string): string {
  const [date = '', time = ''] = text.replace('+00', '').split(' ')
  const [seconds = '', fraction = ''] = time.split('.')
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}+00:00`
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === timestamptz) return parseTimestamp
    // bigint as number: log positions and sizes stay far below 2^53.
    if (oid === int8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** Limits of PostgreSQL, shorter than those of the client. */
export const sessionTimeouts = '-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s'

/** Bounds every wait for a server that the network no longer reaches. */
export const boundedWaits = (queryTimeoutMs: number | null = 35_000) => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
  ...(queryTimeoutMs !== null && { query_timeout: queryTimeoutMs }),
})

/**
 * Makes PostgreSQL end a session within half a minute, and release its locks, if its machine has vanished: by default this takes two hours.
 * Rows that are being sent to it can still take a quarter of an hour. Servers on some systems do not have all of these settings.
 */
export async function endIfVanished(client: pg.Client): Promise<void> {
  for (const settings of [
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    // Otherwise a statement that runs would end first.
    "set client_connection_check_interval = '10s'",
  ])
    await client.query(settings).catch(() => {})
}

/**
 * `connections`: more than 16 do not raise the rate of single commits on two cores (docs/performance.md).
 * `lookUps`: for statements that only look up by key. Keeps the planner from sequential scans of tables whose statistics
 * are from when they were empty.
 * `plannedOnce`: named statements keep their first plan. PostgreSQL would otherwise plan a statement again whenever one of
 * its arrays is short (docs/decisions/group-commit.md).
 * `queryTimeoutMs`: how long a statement may take before its connection is given up. Longer than PostgreSQL's own limit, which does not help if
 * the network drops the connection without closing it. null: no limit, for commands that set `statement_timeout` themselves.
 * `asyncCommit`: a commit does not wait for the disk. For work that is repeated if a crash of the database undoes it.
 * `onConnectionLost`: called for each connection that is lost while it is in use, whose commit may take effect without a response.
 */
export function openDatabase(
  url: string,
  options: {
    connections?: number
    lookUps?: boolean
    plannedOnce?: boolean
    queryTimeoutMs?: number | null
    asyncCommit?: boolean
    onConnectionLost?: () => void
  } = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    types,
    ...boundedWaits(options.queryTimeoutMs),
    options:
      `-c timezone=UTC -c datestyle=ISO ${sessionTimeouts} -c lock_timeout=10s` +
      // JIT compilation takes longer than our statements. PostgreSQL would compile those whose rows it overestimates.
      ' -c jit=off' +
      (options.lookUps ? ' -c enable_seqscan=off' : '') +
      (options.plannedOnce ? ' -c plan_cache_mode=force_generic_plan' : '') +
      (options.asyncCommit ? ' -c synchronous_commit=off' : ''),
    application_name: 'parley',
    idleTimeoutMillis: 60_000,
    // Opening a connection on demand costs a connect and cold PostgreSQL caches: a call rang after 20 to 32 ms instead of 15.
    min: 4,
  })
  replaceUnusable(pool, options.onConnectionLost)
  pool.on('connect', prepareMarked)
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    check: () => checkWritable(pool),
    async close() {
      await db.destroy()
      // Kysely only ends a pool that it has used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Returns the SQLSTATE of a PostgreSQL error (`23505` is unique_violation), undefined for other errors. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether a text had U+0000 or a lone surrogate: valid JSON that neither text nor jsonb can store. */
export function isUnstorableText(error: unknown): boolean {
  const code = postgresCode(error)
  return code === '22021' || code === '22P05' || (code === '22P02' && / for type json/.test(String(error)))
}
