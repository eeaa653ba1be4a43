import { escapeIdentifier, type Client } from 'pg'
import type { BackupHeader, BackupManifest, Partition, TableShape } from './backup-format.ts'

/**
 * Tables that are not backed up. The migrations fill `migration`, and the header has its rows. Leases of processes end with the
 * processes. A restored database gets an id of its own. The schema `jobs` is not read at all: pg-boss and every start of the service
 * recreate it.
 */
const excludedTables = [
  'migration',
  'log_consumer_process',
  'presence_process',
  'agent_presence',
  'storage_owner',
]

/**
 * Returns the tables with the columns to copy: all except generated columns and transaction ids, which have no meaning in
 * another cluster. Partitions are read through their parent.
 */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `select c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
         order by a.attnum
       ) as columns,
       array(
         select quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end
         from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.place
       ) as key
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     order by c.relname`,
    [excludedTables],
  )
  return rows.map(({ name, columns, key }) => ({
    name,
    columns,
    order: key.length > 0 ? key.join(', ') : `${escapeIdentifier(name)}::text collate "C"`,
  }))
}

export async function readPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select parent.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       coalesce(c.reloptions, '{}') as options
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class parent on parent.oid = i.inhparent
     where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
     order by c.relname`,
  )
  return rows
}

export async function readMigrations(client: Client): Promise<BackupHeader['migrations']> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  return rows
}

export async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${escapeIdentifier(name)}`,
    )
    for (const row of state.rows) sequences.push({ name, ...row })
  }
  return sequences
}

const withFiles = (tables: TableShape[]): TableShape[] =>
  tables.filter(({ columns }) => columns.includes('storage_key') && columns.includes('size'))

/** Returns the files of every table that has the columns `storage_key` and `size`. */
export async function readFileKeys(
  client: Client,
  tables: TableShape[],
): Promise<{ key: string; size: number }[]> {
  const keys: { key: string; size: number }[] = []
  for (const { name } of withFiles(tables)) {
    const { rows } = await client.query<{ key: string; size: string }>(
      `select storage_key as key, size::text from ${escapeIdentifier(name)} where storage_key is not null order by storage_key collate "C"`,
    )
    for (const { key, size } of rows) keys.push({ key, size: Number(size) })
  }
  return keys
}

/** Returns those of the keys that a row still refers to. */
export async function readNeededKeys(
  client: Client,
  tables: TableShape[],
  keys: string[],
): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const { name } of withFiles(tables)) {
    const { rows } = await client.query<{ key: string }>(
      `select storage_key as key from ${escapeIdentifier(name)} where storage_key = any($1)`,
      [keys],
    )
    for (const { key } of rows) needed.add(key)
  }
  return needed
}

export const columnList = ({ columns }: TableShape): string => columns.map(escapeIdentifier).join(', ')

/** Copies rows in an order that does not depend on the database, so that equal tables give equal bytes. */
export const copyOut = (table: TableShape): string =>
  `copy (select ${columnList(table)} from ${escapeIdentifier(table.name)} order by ${table.order}) to stdout`

export const copyIn = (table: TableShape): string =>
  `copy ${escapeIdentifier(table.name)} (${columnList(table)}) from stdin`

/** The text format of values must not depend on the server's settings. */
export const sessionSettings =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1; set bytea_output = 'hex'; " +
  "set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0"
