import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { fingerprint } from '../core/backup/create-backup.ts'
import { completeRestore, readBackupStart, restoreBackup } from '../core/backup/restore-backup.ts'
import { ensureDataDir, ignoreMissing, writePrivateFile } from '../core/data-dir.ts'
import { walkAfterRestore } from '../core/log-consumers/after-restore.ts'
import { StartError } from '../core/start-error.ts'
import type { FileStorage } from '../core/storage/file-storage.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { checkRestorable, reserveForRestore, takeOverFiles } from '../core/storage/storage-owner.ts'
import { openCommandDatabase, withClient } from './command-database.ts'
import { readArguments, UsageError } from './read-arguments.ts'

/** `parley restore`: restores an archive into the configured database, which must be empty. */
export async function run(words: string[]): Promise<number> {
  const { values, positionals } = readArguments(words, {
    max: 1,
    options: {
      'without-secret': { type: 'boolean', default: false },
      'take-over-storage': { type: 'boolean', default: false },
    },
  })
  const [name] = positionals
  if (name === undefined) throw new UsageError('Name the archive.')
  const file = path.resolve(name)
  const config = readConfig(process.env, process.cwd())
  const { header, secret } = await readBackupStart(file)
  const keepSecret = values['without-secret']
    ? null
    : await secretToKeep(config, secret, header.secret_fingerprint)

  const database = await openCommandDatabase(config, { create: true })
  if (!database.found) throw new Error('A database is created when there is none')
  try {
    if (database.isInUse) {
      throw new StartError(
        `Parley is running on ${config.dataDir}. Stop it, or name another PARLEY_DATA_DIR.`,
      )
    }
    const storage = await openFileStorage(config)
    const files = values['take-over-storage'] ? 'taken over' : 'none'
    const { manifest, migrated, foreign } = await restoreInto({
      databaseUrl: database.url,
      storage,
      file,
      files,
      // Before the rows: a restore that fails here can be repeated, but rows without their secret cannot be decrypted.
      keepSecret: async () => {
        if (keepSecret !== null) await writePrivateFile(path.join(config.dataDir, 'secret'), keepSecret)
      },
    }).finally(() => storage.close())
    const removed = manifest.removed_files?.length ?? 0
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `Restored and verified: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files, as of ${header.taken_at}.\n` +
        (migrated.length === 0 ? '' : `Migrated from ${header.parley}: ${migrated.join(', ')}.\n`) +
        (manifest.damaged_files.length === 0
          ? ''
          : `${manifest.damaged_files.length} files were already missing or damaged when the backup was made:\n` +
            manifest.damaged_files.map((key) => `  ${key}\n`).join('')) +
        (removed === 0 ? '' : `${removed} files were removed while the backup was made.\n`) +
        (foreign.length === 0
          ? ''
          : `Not restored, because Parley did not create them: ${foreign.join(', ')}.\n`),
    )
    return 0
  } finally {
    await database.close()
  }
}

/** Reserves the storage during the restore, so that a failed restore can be repeated. */
async function restoreInto(options: {
  databaseUrl: string
  storage: FileStorage
  file: string
  files: 'taken over' | 'none'
  keepSecret: () => Promise<void>
}) {
  const { databaseUrl, storage, file, files, keepSecret } = options
  process.stdout.write(`Checking and restoring ${file}.\n`)
  const restored = await restoreBackup({
    databaseUrl,
    storage,
    file,
    beforeCheck: (client) => checkRestorable(client, storage, files),
    beforeRows: async (client) => {
      await keepSecret()
      await reserveForRestore(client, storage, files)
    },
    afterRows: walkAfterRestore,
  })
  await completeRestore(() => withClient(databaseUrl, (client) => takeOverFiles(client, storage)))
  return restored
}

/**
 * Returns the secret to write to the data dir; null when the right one is already configured.
 * @throws {StartError} when another secret is configured, or none and the archive does not include one
 */
async function secretToKeep(config: Config, included: Buffer | null, wanted: string): Promise<string | null> {
  const another =
    'With another secret the keys of widgets, webhooks and logins, the credentials of channels and the addresses of holiday calendars cannot be ' +
    'decrypted: set PARLEY_SECRET to the one of that time, or restore with --without-secret, regenerate those keys and enter those credentials ' +
    'and addresses in the panel.'
  if (config.secret !== null) {
    if (fingerprint(config.secret) === wanted) return null
    throw new StartError(`PARLEY_SECRET is not the secret of this backup. ${another}`)
  }
  await ensureDataDir(config.dataDir)
  const file = path.join(config.dataDir, 'secret')
  const present = (await readFile(file, 'utf8').catch(ignoreMissing))?.trim()
  if (present !== undefined && fingerprint(present) !== wanted)
    throw new StartError(`${file} is not the secret of this backup. ${another}`)
  if (present !== undefined) return null
  if (included === null) throw new StartError(`This backup does not include the secret. ${another}`)
  return `${included.toString()}\n`
}
