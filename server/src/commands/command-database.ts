import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { boundedWaits } from '../core/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../core/embedded-postgres.ts'
import { acquireFileLock } from '../core/file-lock.ts'
import { clusterHome } from '../core/postgres-cluster.ts'
import { StartError } from '../core/start-error.ts'

interface OpenDatabase {
  found: true
  url: string
  /** Whether a running service uses it; always false for an external database. */
  isInUse: boolean
  close(): Promise<void>
}

export type CommandDatabase =
  | OpenDatabase
  /** The data dir has no embedded database yet. */
  | { found: false }

/** Opens the configured database for a command. Starts the embedded one unless a running service has already started it. */
export async function openCommandDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { create: boolean },
): Promise<CommandDatabase> {
  if (databaseUrl !== null) return { found: true, url: databaseUrl, isInUse: false, close: async () => {} }
  const directory = await realpath(path.join(dataDir, 'postgres')).catch(ignoreMissing)
  if (directory === undefined && !options.create) return { found: false }
  if (directory !== undefined) {
    const home = clusterHome(directory)
    const lock = await acquireFileLock(home.lock)
    if (!lock.held) {
      const url = (await readFile(home.url, 'utf8')).trim()
      return { found: true, url, isInUse: true, close: async () => {} }
    }
    await lock.release()
  }
  const log = { info: () => {}, warn: (message: string) => void process.stderr.write(`${message}\n`) }
  const starting = startEmbeddedPostgres({ dataDir, log })
  const release = stopOnSignal(starting)
  const postgres = await starting
  const close = async () => {
    await postgres.stop()
    release()
  }
  return { found: true, url: postgres.url, isInUse: false, close }
}

/** Exit codes of a shell for a program that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 }

/**
 * A signal stops the database before it ends the process: otherwise the database would keep running without a service.
 * @returns a function that removes the listeners
 */
function stopOnSignal(starting: Promise<EmbeddedPostgres>): () => void {
  const onSignal = (signal: keyof typeof exitCodes) => {
    starting
      .then((postgres) => postgres.stop())
      .catch(() => {})
      .finally(() => process.exit(exitCodes[signal]))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}

/** Opens the configured database for a command that needs one. @throws {StartError} when there is none */
export async function openExistingDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const database = await openCommandDatabase(config, { create: false })
  if (database.found) return database
  throw new StartError(
    `There is no database in ${config.dataDir}. Set PARLEY_DATA_DIR or DATABASE_URL as for the service.`,
  )
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'parley command',
    ...boundedWaits(null),
  })
  // The running query fails anyway; without a listener a broken connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
