import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { boundedWaits, endIfVanished } from '../database.ts'
import { migrate } from '../migrate.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { checkArchive, damaged, drain, explainDamage, readArchive } from './archive-reader.ts'
import { backupFormat, headerName, secretName, type BackupHeader } from './backup-format.ts'
import { leaveOutForeign, type Restorable } from './foreign-tables.ts'
import { defaultRetryDelaysMs } from './read-with-retries.ts'
import { restoreFile } from './restore-file.ts'
import { copyIn, sessionSettings } from './schema-catalog.ts'
import { mustBeEmpty, prepareTables } from './target-database.ts'
import { verifyRestore } from './verify-restore.ts'

export interface RestoreOptions {
  databaseUrl: string
  storage: FileStorage
  file: string
  /** Runs once the database is known to be empty, before the whole archive is read, which can take long. Writes nothing. */
  beforeCheck?: (client: Client) => Promise<void>
  /** Runs once the database is known to be empty and the archive to be intact, before anything is written. */
  beforeRows?: (client: Client) => Promise<void>
  /** Runs in the restore's transaction after all rows were copied and verified. */
  afterRows?: (client: Client) => Promise<void>
  /** Delays before further requests for a file of the storage that could not be read (ms). */
  retryDelaysMs?: readonly number[]
}

/**
 * Reads the entries before the rows: the header, and the secret if the archive includes it. They are only known to be intact once
 * `restoreBackup` calls `beforeRows`.
 */
export async function readBackupStart(
  file: string,
): Promise<{ header: BackupHeader; secret: Buffer | null }> {
  let header: BackupHeader | undefined
  try {
    for await (const { name, content } of readArchive(file)) {
      if (header === undefined) {
        header = await readHeader(file, name, content)
        if (!header.includes_secret) return { header, secret: null }
      } else if (name === secretName) {
        return { header, secret: await buffer(content) }
      } else break
    }
  } catch (error) {
    const explained = explainDamage(file, error)
    // A damaged header may also be malformed JSON.
    if (!(explained instanceof StartError)) await checkArchive(file)
    throw explained
  }
  throw damaged(file)
}

async function readHeader(file: string, name: string, content: NodeJS.ReadableStream): Promise<BackupHeader> {
  if (name !== headerName) throw new StartError(`${file} is no backup of Parley.`)
  const header = JSON.parse(await text(content)) as BackupHeader
  if ((header.format as number) > backupFormat) {
    throw new StartError(
      `${file} was made by Parley ${header.parley} in a newer format. Restore it with that version or a newer one.`,
    )
  }
  return header
}

/**
 * Restores an archive, of which nothing is written if it is damaged: creates the schema of the archive's version, copies the rows, verifies counts and hashes, and migrates to
 * this version. All rows are committed together, so a restore that fails before leaves the target without rows and can be repeated; see
 * `completeRestore` for what follows.
 * @returns the header and the manifest without what Parley did not create, and the migrations that this version added
 * @throws {StartError} when the target is not empty, or the archive is damaged or from a newer version
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restorable & { migrated: string[] }> {
  const restored = await restoreRows(options)
  return { ...restored, migrated: await completeRestore(() => migrate(options.databaseUrl)) }
}

async function restoreRows(options: RestoreOptions): Promise<Restorable> {
  const { databaseUrl, file } = options
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'parley restore',
    // Restoring the files may take longer than the network keeps an idle connection.
    ...boundedWaits(null),
  })
  client.on('error', () => {})
  const { header } = await readBackupStart(file)
  await client.connect()
  // Its locks would keep this restore from being repeated.
  await endIfVanished(client)
  try {
    await client.query(sessionSettings)
    await mustBeEmpty(client, header)
    await options.beforeCheck?.(client)
    const manifest = await checkArchive(file)
    // A service may have been started on it meanwhile.
    await mustBeEmpty(client, header)
    await options.beforeRows?.(client)
    await migrate(databaseUrl, { to: header.migrations })
    await client.query('begin')
    const restorable = await leaveOutForeign(client, header, manifest)
    const tables = await prepareTables(client, restorable.header)
    await copyEntries(client, options, restorable)
    await verifyRestore(client, restorable.header, restorable.manifest)
    await tables.complete(restorable.manifest)
    await options.afterRows?.(client)
    await client.query('commit')
    return restorable
  } catch (error) {
    throw explainDamage(file, error)
  } finally {
    await client.end()
  }
}

/** Runs a step after the rows were committed. @throws {StartError} that says how to go on: another restore would be refused */
export async function completeRestore<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `All rows and files were restored, but not everything after them was done: ${reason.replace(/\.$/, '')}. Correct this and run ` +
        '`parley take-over-storage` with the same settings, which completes the restore; do not restore again.',
      { cause },
    )
  }
}

/** Copies rows and files in one pass and compares the hashes of the files with the manifest. */
async function copyEntries(
  client: Client,
  { file, storage, retryDelaysMs = defaultRetryDelaysMs }: RestoreOptions,
  { header, manifest, foreign }: Restorable,
): Promise<void> {
  const { files, damaged_files: damagedFiles, removed_files: removedFiles = [] } = manifest
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  const expected = new Map(files.map(({ key, sha256 }) => [key, sha256]))
  const partial = new Set([...damagedFiles, ...removedFiles])
  const restored = new Set<string>()
  for await (const entry of readArchive(file)) {
    const [kind, ...rest] = entry.name.split('/')
    // Names of other tables may contain a slash.
    if (kind === 'tables' && foreign.includes(rest.slice(0, -1).join('/'))) await drain(entry)
    else if (kind === 'tables') {
      const table = tables.get(rest[0] ?? '')
      if (table === undefined) throw damaged(file)
      await pipeline(entry.content, client.query(copyFrom(copyIn(table))))
    } else if (kind === 'files') {
      const key = rest.join('/')
      const sha256 = expected.get(key)
      if (sha256 === undefined) throw damaged(file)
      const state = partial.has(key) ? 'partial' : 'whole'
      const found = await restoreFile(storage, entry, { key, sha256, state }, retryDelaysMs)
      if (found !== sha256) throw damaged(file)
      restored.add(key)
    } else await drain(entry)
  }
  if (restored.size < expected.size) throw damaged(file)
}
