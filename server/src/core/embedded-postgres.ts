import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { ensureDataDir, ignoreMissing } from './data-dir.ts'
import { errorCode } from './error-code.ts'
import { canEnter, databaseAccount, type Account } from './postgres-account.ts'
import { ensureSharedDir, postgresBinaries } from './postgres-binaries.ts'
import { clusterHome, ensureCluster } from './postgres-cluster.ts'
import { startServer, type StartLog } from './postgres-server.ts'
import { acquireFileLock } from './file-lock.ts'
import { StartError } from './start-error.ts'

export type EmbeddedPostgres = {
  /** Of the role `parley`, which owns the database `parley` and may make others. */
  url: string
  /** Shuts the database down, whoever started it, and gives the data dir free. */
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  /** Absolute. The database lives in `<dataDir>/postgres`. */
  dataDir: string
  log: StartLog
  /** false: nothing is forced to the disk, a power cut may spoil it. For tests. */
  durable?: boolean
  /** Where root puts what the database's own user cannot reach inside the data dir or node_modules. */
  sharedDir?: string
}

/**
 * Runs a real PostgreSQL for this service alone, on a free port of 127.0.0.1. It outlives a service that is killed,
 * and the next start takes it over.
 * @throws {StartError} when another service uses the data dir, it is not writable, or PostgreSQL does not run here
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  sharedDir = '/var/lib/parley',
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded PostgreSQL does not run on Windows: start Parley in WSL, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  await ensureDataDir(dataDir)
  const { directory, account } = await placeOf(path.join(await realpath(dataDir), 'postgres'), sharedDir)
  const home = clusterHome(directory)
  const lock = await acquireFileLock(home.lock)
  if (!lock.held) {
    throw new StartError(
      `Another Parley (${lock.holder}) uses the data dir ${dataDir}. Stop it, or give this one a PARLEY_DATA_DIR of its own.`,
    )
  }
  try {
    const binaries = await postgresBinaries(account, account === undefined ? dataDir : sharedDir)
    await ensureCluster(home, binaries, account, durable)
    const server = await startServer({ home, postgres: binaries.postgres, account, durable, log })
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await server.stop()
      await lock.release()
    }
    return { url: server.url, stop: () => (stopped ??= stop()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

type Place = { directory: string; account: Account }

/**
 * Where the database lives: in the data dir, or, when the user that root lends it cannot enter there, in a directory of
 * its own below `sharedDir`, which a link in the data dir remembers.
 */
async function placeOf(inDataDir: string, sharedDir: string): Promise<Place> {
  const known = await lstat(inDataDir).catch(ignoreMissing)
  if (known === undefined) {
    try {
      return await newPlace(inDataDir, sharedDir)
    } catch (error) {
      // Another service that starts at the same moment made it; the lock inside decides between the two.
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
  const directory = await realpath(inDataDir).catch(ignoreMissing)
  if (directory === undefined) {
    throw new StartError(
      `${inDataDir} is a link to the database's place, and nothing is there. Restore it from a backup, ` +
        'or remove the link to start with an empty database.',
    )
  }
  await ensureDataDir(directory)
  const owner = (await stat(clusterHome(directory).data).catch(ignoreMissing)) ?? (await stat(directory))
  const account = await databaseAccount(owner)
  await mustEnter(directory, account)
  return { directory, account }
}

async function newPlace(inDataDir: string, sharedDir: string): Promise<Place> {
  const dataDir = path.dirname(inDataDir)
  const account = await databaseAccount(await stat(dataDir))
  if (await canEnter(dataDir, account)) return await makePlace(inDataDir, account)
  await ensureSharedDir(sharedDir)
  // Named by chance, not after the data dir: a data dir that was removed and made again starts with an empty database.
  const place = await makePlace(path.join(sharedDir, randomBytes(8).toString('hex')), account)
  await mustEnter(place.directory, account)
  await symlink(place.directory, inDataDir)
  return place
}

async function makePlace(directory: string, account: Account): Promise<Place> {
  await mkdir(directory)
  // It belongs to whoever its parent belongs to; a borrowed account owns only the cluster inside, and passes through.
  const { uid, gid } = await stat(path.dirname(directory))
  if (account !== undefined) await chown(directory, uid, gid)
  await chmod(directory, account === undefined || account.uid === uid ? 0o700 : 0o711)
  return { directory, account }
}

async function mustEnter(directory: string, account: Account): Promise<void> {
  if (await canEnter(directory, account)) return
  throw new StartError(
    `The database in ${directory} runs as user ${account?.uid}, who cannot enter there. ` +
      'Move it to where everybody may pass, like /var/lib.',
  )
}
