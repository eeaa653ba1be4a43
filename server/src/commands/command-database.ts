import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { ignoreMissing } from '../core/data-dir.ts'
import { boundedWaits } from '../core/database.ts'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'
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
  if (databaseUrl !== null) return foundDatabase(databaseUrl, { isInUse: false })
  const directory = await realpath(path.join(dataDir, 'postgres')).catch(ignoreMissing)
  if (directory === undefined && !options.create) return { found: false }
  if (directory !== undefined) {
    const home = clusterHome(directory)
    const lock = await acquireFileLock(home.lock)
    if (!lock.held) {
      const url = (await readFile(home.url, 'utf8')).trim()
      return foundDatabase(url, { isInUse: true })
    }
    await lock.release()
  }
  const log = { info: () => {}, warn: (message: string) => void process.stderr.write(`${message}\n`) }
  const starting = startEmbeddedPostgres({ dataDir, log })
  // Otherwise the database would keep running without a service.
  const release = exitOnSignal(async () => (await starting).stop())
  const postgres = await starting
  const close = async () => {
    await postgres.stop()
    release()
  }
  return { found: true, url: postgres.url, isInUse: false, close }
}

/** A database that this command has not started. */
function foundDatabase(url: string, { isInUse }: { isInUse: boolean }): OpenDatabase {
  const release = exitOnSignal(async () => {})
  return { found: true, url, isInUse, close: async () => release() }
}

/** Exit codes of a shell for a program that a signal ended. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[]

/**
 * On a signal, the process exits after `cleanUp`, and not at once: only then are its listeners of `exit` called.
 * @returns a function that removes the listeners
 */
function exitOnSignal(cleanUp: () => Promise<void>): () => void {
  const onSignal = (signal: keyof typeof exitCodes) =>
    void cleanUp()
      .catch(() => {})
      .finally(() => process.exit(exitCodes[signal]))
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** Opens the configured database for a command that needs one. @throws {StartError} when there is none */
export async function openExistingDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const database = await openCommandDatabase(config, { create: false })
  if (database.found) return database
  throw new StartError(
    `There is no database in ${config.dataDir}. Set PARLEY_DATA_DIR or DATABASE_URL as for the service. Its first start creates an embedded database.`,
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
