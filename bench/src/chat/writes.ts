import pg from 'pg'
import { fixed } from '../figures.ts'

/** Every message inserts into the first two and updates the others. */
const tables = ['message', 'event_log', 'customer_log', 'conversation'] as const

interface TableWrites {
  inserted: number
  updated: number
  /** Updates that changed no index. */
  hot: number
  vacuums: number
  indexes: number
}

export interface Writes {
  /** Position in the write-ahead log, in bytes. */
  wal: number
  tables: Record<string, TableWrites>
}

/** What the database has written so far. Its counts of rows are up to a second old. */
export async function readWrites(databaseUrl: string): Promise<Writes> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<TableWrites & { name: string }>(
      `select relname::text as name, n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as hot,
         autovacuum_count::int as vacuums, (select count(*)::int from pg_index where indrelid = relid) as indexes
       from pg_stat_user_tables where relname = any($1)`,
      [tables],
    )
    const { rows: wal } = await client.query<{ bytes: string }>(
      "select (pg_current_wal_insert_lsn() - '0/0')::text as bytes",
    )
    return {
      wal: Number(wal[0]?.bytes),
      tables: Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts])),
    }
  } finally {
    await client.end()
  }
}

/** @param messages those sent to the product, and the bytes of the write-ahead log of these rounds */
export function printWrites(
  before: Writes,
  after: Writes,
  { wal, sent }: { wal: number; sent: number },
): void {
  console.log(`  written per message of the product: ${fixed(wal / sent, 0)} B of WAL`)
  for (const name of tables) {
    const [first, last] = [before.tables[name], after.tables[name]]
    if (first === undefined || last === undefined) throw new Error(`The database has no table ${name}.`)
    const updated = last.updated - first.updated
    const hot =
      updated === 0 ? '' : `, ${fixed(((last.hot - first.hot) / updated) * 100)} % of them in place (HOT)`
    console.log(
      `    ${name}: ${fixed((last.inserted - first.inserted) / sent, 2)} rows inserted, ${fixed(updated / sent, 2)} updated${hot}; ` +
        `${last.indexes} indexes; autovacuum ran ${last.vacuums - first.vacuums} times`,
    )
  }
}
