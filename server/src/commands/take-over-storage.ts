import { readConfig } from '../config.ts'
import { migrate } from '../core/migrate.ts'
import { claimStorage, storagePlace } from '../core/shared-storage.ts'
import { StartError } from '../core/start-error.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { takeOverFiles } from '../core/storage/storage-owner.ts'
import { openExistingDatabase, withClient } from './command-database.ts'

/** `parley take-over-storage`: marks the configured file storage as that of the configured database. */
export async function run(): Promise<number> {
  const config = readConfig(process.env, process.cwd())
  const database = await openExistingDatabase(config)
  try {
    if (database.isInUse) throw new StartError(`Parley is running on ${config.dataDir}. Stop it first.`)
    await migrate(database.url)
    const storage = await openFileStorage(config)
    try {
      // Refuses while a process uses another storage.
      const claim = await claimStorage(database.url, storagePlace(config))
      try {
        await withClient(database.url, (client) => takeOverFiles(client, storage))
      } finally {
        await claim.stop()
      }
    } finally {
      storage.close()
    }
    const place = config.s3 === null ? `${config.dataDir}/media` : `The bucket ${config.s3.bucket}`
    process.stdout.write(`${place} belongs to this database now. A Parley on another database refuses it.\n`)
    return 0
  } finally {
    await database.close()
  }
}
