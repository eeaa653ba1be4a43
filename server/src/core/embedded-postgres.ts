import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { ensureDataDir, ignoreMissing } from './data-dir.ts'
import { errorCode } from './error-code.ts'
import { canEnter, databaseAccount, type Account } from './postgres-account.ts'
import { ensureSharedDir, postgresBinaries } from './postgres-binaries.ts'
import { clusterHome, ensureCluster } from './postgres-cluster.ts'
import type { StartLog } from './postgres-server.ts'
import { superviseServer } from './postgres-supervisor.ts'
import { acquireFileLock } from './file-lock.ts'
import { StartError } from './start-error.ts'

export type EmbeddedPostgres = {
  /** For the role `parley`, which owns the database `parley` and can create others. */
  url: string
  /** Shuts the database down, also one that was taken over, and releases the data dir. */
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  /** Absolute path. The database is in `<dataDir>/postgres`. */
  dataDir: string
  log: StartLog
  /** false: no fsync, for tests. */
  durable?: boolean
  /** For several services on one database. */
  maxConnections?: number
  /** Used by root for what the database's user cannot reach in the data dir or node_modules. */
  sharedDir?: string
  /** Called once when the database has exited and cannot be restarted, with a reason of one line. */
  onLost?: (reason: string) => void
}

/**
 * Runs a PostgreSQL for this service alone, on a free port of 127.0.0.1. It survives a killed service, and the next start
 * takes it over. If it exits on its own, it is restarted.
 * @throws {StartError} when another service uses the data dir, it is not writable, or PostgreSQL cannot run
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  maxConnections,
  sharedDir = '/var/lib/parley',
  onLost = log.warn,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded PostgreSQL does not run on Windows: start Parley in WSL or with Docker (docs/operating.md).',
    )
  }
  await ensureDataDir(dataDir)
  const { directory, account } = await databaseDirectory(
    path.join(await realpath(dataDir), 'postgres'),
    sharedDir,
  )
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
    const server = await superviseServer(
      { home, postgres: binaries.postgres, account, durable, maxConnections, log },
      { onLost },
    )
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

type DatabaseDirectory = { directory: string; account: Account }

/**
 * Finds or creates the directory of the database: in the data dir, or in `sharedDir` with a symbolic link in the data dir
 * when the account that PostgreSQL runs as cannot enter the data dir.
 */
async function databaseDirectory(inDataDir: string, sharedDir: string): Promise<DatabaseDirectory> {
  const known = await lstat(inDataDir).catch(ignoreMissing)
  if (known === undefined) {
    try {
      return await createDatabaseDirectory(inDataDir, sharedDir)
    } catch (error) {
      // A concurrent start created it; the file lock decides between the two.
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
  const directory = await realpath(inDataDir).catch(ignoreMissing)
  if (directory === undefined) {
    throw new StartError(
      `${inDataDir} links to a database directory which does not exist. Restore it from a backup, ` +
        'or remove the link to start with an empty database.',
    )
  }
  await ensureDataDir(directory)
  const owner = (await stat(clusterHome(directory).data).catch(ignoreMissing)) ?? (await stat(directory))
  const account = await databaseAccount(owner)
  await mustEnter(directory, account)
  return { directory, account }
}

async function createDatabaseDirectory(inDataDir: string, sharedDir: string): Promise<DatabaseDirectory> {
  const dataDir = path.dirname(inDataDir)
  const account = await databaseAccount(await stat(dataDir))
  if (await canEnter(dataDir, account)) return await makeDirectory(inDataDir, account)
  await ensureSharedDir(sharedDir)
  // A random name: a data dir that was removed and created again must start with an empty database.
  const created = await makeDirectory(path.join(sharedDir, randomBytes(8).toString('hex')), account)
  await mustEnter(created.directory, account)
  await symlink(created.directory, inDataDir)
  return created
}

async function makeDirectory(directory: string, account: Account): Promise<DatabaseDirectory> {
  await mkdir(directory)
  // Owned by the owner of its parent. Another account owns only the cluster inside and passes through.
  const { uid, gid } = await stat(path.dirname(directory))
  if (account !== undefined) await chown(directory, uid, gid)
  await chmod(directory, account === undefined || account.uid === uid ? 0o700 : 0o711)
  return { directory, account }
}

async function mustEnter(directory: string, account: Account): Promise<void> {
  if (await canEnter(directory, account)) return
  throw new StartError(
    `The database in ${directory} runs as user ${account?.uid}, who has no access to it. ` +
      'Move it to a directory that every user can enter, such as /var/lib.',
  )
}
