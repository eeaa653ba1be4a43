import path from 'node:path'
import { access, constants, stat } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import { createBackup } from '../core/backup/create-backup.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { StartError } from '../core/start-error.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { confirmFiles } from '../core/storage/storage-owner.ts'
import { openExistingDatabase, withClient } from './command-database.ts'
import { existingSecret, requireSecretOf } from './existing-secret.ts'
import { readArguments } from './read-arguments.ts'

/** `parley backup`: writes everything to one archive, while the service runs. Returns 1 if files are missing. */
export async function run(words: string[]): Promise<number> {
  const { values, positionals } = readArguments(words, {
    max: 1,
    options: { 'without-secret': { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env, process.cwd())
  const directory =
    positionals[0] === undefined ? await defaultDirectory(process.cwd(), config.dataDir) : undefined
  const file = path.resolve(directory ?? '', positionals[0] ?? defaultName(new Date()))
  if ((await stat(file).catch(ignoreMissing)) !== undefined)
    throw new StartError(`${file} exists already. Name another file.`)
  const database = await openExistingDatabase(config)
  try {
    const secret = await existingSecret(config)
    const includeSecret = config.secret === null && !values['without-secret']
    if (includeSecret)
      await withClient(database.url, (client) => requireSecretOf(client, secret, config.dataDir))
    const storage = await openFileStorage(config)
    await withClient(database.url, (client) => confirmFiles(client, storage)).catch((error: unknown) => {
      storage.close()
      throw error
    })
    // The chunks of a recording are removed as soon as they are joined.
    const filesFirst = ['recording_chunk']
    const { manifest } = await createBackup({
      databaseUrl: database.url,
      storage,
      file,
      secret,
      includeSecret,
      filesFirst,
    }).finally(() => storage.close())
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { size } = await stat(file)
    process.stdout.write(
      `${file}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files, ${(size / 1e6).toFixed(1)} MB\n`,
    )
    if (manifest.damaged_files.length > 0) {
      process.stderr.write(
        `parley: ${manifest.damaged_files.length} files are missing in the storage, cannot be read or have another size; the archive has everything else:\n` +
          manifest.damaged_files.map((key) => `  ${key}\n`).join(''),
      )
    }
    const removed = manifest.removed_files ?? []
    if (removed.length > 0)
      process.stdout.write(
        `${removed.length} files were removed during the backup and are not in the archive:\n` +
          removed.map((key) => `  ${key}\n`).join(''),
      )
    process.stdout.write(
      includeSecret
        ? 'It includes the secret of the data dir: anyone with this file can read all of its content. Store it safely.\n'
        : 'It does not include PARLEY_SECRET: store it separately. Without it, the keys of widgets, webhooks and logins cannot be decrypted.\n',
    )
    if (directory === config.dataDir)
      process.stdout.write(
        'It is in the data dir. Copy it to another disk before you upgrade: a container without a volume loses it.\n',
      )
    return manifest.damaged_files.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

/** The data dir if the working directory is read-only, as in a container. */
const defaultDirectory = (workingDir: string, dataDir: string): Promise<string> =>
  access(workingDir, constants.W_OK).then(
    () => workingDir,
    () => dataDir,
  )

const defaultName = (now: Date): string =>
  `parley-${now.toISOString().slice(0, 19).replaceAll(':', '')}.tar.zst`
