import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { boundedWaits, endIfVanished } from '../database.ts'
import { productVersion } from '../product-version.ts'
import { createSecrets } from '../secrets.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { createArchiveWriter, type ArchiveWriter } from './archive-writer.ts'
import {
  backupFormat,
  headerName,
  manifestName,
  secretName,
  type BackupHeader,
  type BackupManifest,
  type TableShape,
} from './backup-format.ts'
import { defaultRetryDelaysMs, readWithRetries } from './read-with-retries.ts'
import {
  copyOut,
  readFileKeys,
  readMigrations,
  readNeededKeys,
  readPartitions,
  readSequences,
  readTables,
  sessionSettings,
} from './schema-catalog.ts'
import { createTableDigest, newline } from './table-digest.ts'

export interface BackupOptions {
  databaseUrl: string
  storage: FileStorage
  /** Where the archive is written. */
  file: string
  secret: string | Uint8Array
  /** Whether the archive includes the secret itself. */
  includeSecret: boolean
  /** Tables whose files the service may remove soon: copied before all others. */
  filesFirst?: string[]
  /** Delays before further requests for a file whose download failed (ms). */
  retryDelaysMs?: readonly number[]
}

/**
 * Backs up one snapshot of the database and the files that its rows refer to. The service keeps running.
 * @throws {StartError} when the archive cannot be written
 */
export async function createBackup(
  options: BackupOptions,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const archive = createArchiveWriter(options.file)
  try {
    return await writeBackup(archive, options)
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function writeBackup(
  archive: ArchiveWriter,
  options: BackupOptions,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const client = await connect(options.databaseUrl)
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await readTables(client)
    const header: BackupHeader = {
      format: backupFormat,
      parley: productVersion,
      taken_at: new Date().toISOString(),
      migrations: await readMigrations(client),
      tables,
      partitions: await readPartitions(client),
      secret_fingerprint: fingerprint(options.secret),
      includes_secret: options.includeSecret,
    }
    await archive.add(headerName, JSON.stringify(header, null, 2))
    if (options.includeSecret) await archive.add(secretName, Buffer.from(options.secret))

    const { filesFirst = [], retryDelaysMs = defaultRetryDelaysMs } = options
    const copy = (keys: FileKey[]) => copyFiles(archive, options.storage, keys, retryDelaysMs)
    const early = await readFileKeys(
      client,
      tables.filter(({ name }) => filesFirst.includes(name)),
    )
    const files = await copy(early)
    const manifest: BackupManifest = { tables: [], sequences: await readSequences(client), ...files }
    for (const table of tables) manifest.tables.push(await copyTable(archive, client, table))
    const late = await readFileKeys(
      client,
      tables.filter(({ name }) => !filesFirst.includes(name)),
    )
    // Ends the snapshot before the files, which may take long: an open snapshot holds back vacuum.
    await client.query('commit')
    await client.end()
    const others = await copy(late)
    manifest.files.push(...others.files)
    const absent = [...files.damaged_files, ...others.damaged_files]
    // The service removes rows before their files, so what it removed meanwhile has no row any more.
    const needed = await stillNeeded(options.databaseUrl, tables, absent)
    manifest.damaged_files = absent.filter((key) => needed.has(key))
    manifest.removed_files = absent.filter((key) => !needed.has(key))
    await archive.add(manifestName, JSON.stringify(manifest))
    await archive.finish()
    return { header, manifest }
  } finally {
    await client.end()
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'parley backup',
    ...boundedWaits(null),
  })
  client.on('error', () => {})
  await client.connect()
  await endIfVanished(client)
  await client.query(sessionSettings)
  return client
}

/** Uses a new connection: copying the files may have taken longer than the network keeps an idle one. */
async function stillNeeded(databaseUrl: string, tables: TableShape[], keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const client = await connect(databaseUrl)
  try {
    return await readNeededKeys(client, tables, keys)
  } finally {
    await client.end()
  }
}

/** Returns a value that identifies a secret without revealing it. */
export const fingerprint = (secret: string | Uint8Array): string =>
  createSecrets(secret).key('backup fingerprint').export().toString('hex').slice(0, 32)

const partBytes = 8 * 1024 * 1024

async function copyTable(
  archive: ArchiveWriter,
  client: Client,
  table: TableShape,
): Promise<BackupManifest['tables'][number]> {
  const digest = createTableDigest()
  let parts = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    const all = Buffer.concat(waiting)
    const end = all.lastIndexOf(newline) + 1
    if (end > 0) {
      parts += 1
      await archive.add(`tables/${table.name}/${String(parts).padStart(6, '0')}`, all.subarray(0, end))
    }
    waiting = [all.subarray(end)]
    bytes = all.length - end
  }
  for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  if (bytes > 0) await flush()
  return { name: table.name, ...digest.result() }
}

/** Consecutive unreadable files after which the backup fails: the storage is unavailable. */
const maxUnreadable = 10

interface FileKey {
  key: string
  size: number
}

/** A file that is missing or cannot be read is noted as damaged. @throws the storage's error after `maxUnreadable` in a row */
async function copyFiles(
  archive: ArchiveWriter,
  storage: FileStorage,
  keys: FileKey[],
  retryDelaysMs: readonly number[],
): Promise<Pick<BackupManifest, 'files' | 'damaged_files'>> {
  const files: BackupManifest['files'] = []
  const damagedFiles: string[] = []
  let unreadable = 0
  const count = (error: unknown): undefined => {
    unreadable += 1
    if (unreadable >= maxUnreadable) throw error
  }
  for (const { key, size } of keys) {
    const source = await readWithRetries(storage, { key, size }, retryDelaysMs).catch(count)
    if (source === undefined) {
      damagedFiles.push(key)
      continue
    }
    const { sha256, isComplete, error } = await archive.addStream(`files/${key}`, size, source)
    files.push({ key, size, sha256 })
    if (!isComplete) damagedFiles.push(key)
    if (error === undefined) unreadable = 0
    else count(error)
  }
  return { files, damaged_files: damagedFiles }
}
