import type { Client } from 'pg'
import { createdTables } from '../migrate.ts'
import { StartError } from '../start-error.ts'
import type { BackupHeader, BackupManifest } from './backup-format.ts'

export interface Restorable {
  header: BackupHeader
  manifest: BackupManifest
  /** Tables and sequences of the archive that Parley did not create, such as those of an operator's script. */
  foreign: string[]
}

/**
 * Leaves out what the migrations did not create in the target: nothing says how to.
 * @throws {StartError} when the target lacks a table of the migrations
 */
export async function leaveOutForeign(
  client: Client,
  header: BackupHeader,
  manifest: BackupManifest,
): Promise<Restorable> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S') and not relispartition`,
  )
  const present = new Set(rows.map(({ name }) => name))
  const isPresent = ({ name }: { name: string }): boolean => present.has(name)
  const foreign = [...header.tables, ...manifest.sequences].flatMap((item) =>
    isPresent(item) ? [] : [item.name],
  )
  const created = foreign.length === 0 ? new Set() : createdTables(header.migrations)
  const lacking = foreign.find((name) => created.has(name))
  if (lacking !== undefined) {
    throw new StartError(
      `The database lacks the table ${lacking}, although its migrations have run. Nothing was restored. Restore into a new database.`,
    )
  }
  return {
    header: {
      ...header,
      tables: header.tables.filter(isPresent),
      partitions: header.partitions.filter(({ parent }) => present.has(parent)),
    },
    manifest: {
      ...manifest,
      tables: manifest.tables.filter(isPresent),
      sequences: manifest.sequences.filter(isPresent),
    },
    foreign,
  }
}
