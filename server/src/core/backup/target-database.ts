import { escapeIdentifier, type Client } from 'pg'
import { StartError } from '../start-error.ts'
import type { BackupHeader, BackupManifest } from './backup-format.ts'

/**
 * @throws {StartError} unless the database has no tables, or, after a failed restore, only empty tables of the archive's version
 * or an older one
 */
export async function mustBeEmpty(client: Client, header: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  if (rows.length === 0) return
  for (const { name } of rows) {
    // A service that was started on an empty database has marked its storage.
    if (name === 'migration' || name === 'storage_owner') continue
    const found = await client.query(`select from ${escapeIdentifier(name)} limit 1`)
    if (found.rowCount !== 0) throw notEmpty(client, `has rows in the table ${name}`)
  }
  const known = new Set(header.migrations.map((migration) => migration.name))
  const applied = rows.some(({ name }) => name === 'migration')
    ? (await client.query<{ name: string }>('select name from migration order by name')).rows
    : []
  const newer = applied.find(({ name }) => !known.has(name))
  if (newer !== undefined) throw notEmpty(client, 'has the tables of a newer Parley')
}

const notEmpty = (client: Client, reason: string) =>
  new StartError(
    `A backup can only be restored into an empty database: ${client.database ?? 'this one'} ${reason}. Create a new one, or name ` +
      'another PARLEY_DATA_DIR.',
  )

export interface PreparedTables {
  complete(manifest: BackupManifest): Promise<void>
}

/**
 * Creates the partitions and, until `complete`, drops foreign keys and disables triggers, so that tables can be copied in any
 * order. Transaction ids of the old cluster are not restored: rows count as older than the column
 * (docs/decisions/log-consumers.md).
 */
export async function prepareTables(client: Client, header: BackupHeader): Promise<PreparedTables> {
  for (const { parent, name, bound, options } of header.partitions) {
    const storage = options.length > 0 ? ` with (${options.join(', ')})` : ''
    await client.query(
      `create table ${escapeIdentifier(name)} (like ${escapeIdentifier(parent)} including defaults)${storage};
       alter table ${escapeIdentifier(parent)} attach partition ${escapeIdentifier(name)} ${bound}`,
    )
  }
  const after: string[] = []
  const keys = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`,
  )
  for (const { owner, name, definition } of keys.rows) {
    await client.query(`alter table ${owner} drop constraint ${name}`)
    after.push(`alter table ${owner} add constraint ${name} ${definition}`)
  }
  const ids = await client.query<{ owner: string; name: string; value: string | null }>(
    `select a.attrelid::regclass::text as owner, quote_ident(a.attname) as name, pg_get_expr(d.adbin, d.adrelid) as value
     from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'xid8'::regtype
       and not a.attisdropped`,
  )
  for (const { owner, name, value } of ids.rows) {
    await client.query(`alter table ${owner} alter column ${name} set default '0'`)
    after.push(
      `alter table ${owner} alter column ${name} ${value === null ? 'drop default' : `set default ${value}`}`,
    )
  }
  for (const { name } of header.tables) {
    await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`)
    after.push(`alter table ${escapeIdentifier(name)} enable trigger user`)
    // Rows that a migration inserted are in the archive, too.
    await client.query(`delete from ${escapeIdentifier(name)}`)
  }
  return {
    async complete({ sequences }) {
      for (const statement of after) await client.query(statement)
      for (const { name, value, is_called } of sequences)
        await client.query('select setval($1::regclass, $2, $3)', [escapeIdentifier(name), value, is_called])
    },
  }
}
