import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { boundedWaits, endIfVanished } from './database.ts'
import { errorCode } from './error-code.ts'
import { installationDir } from './installation.ts'
import { StartError } from './start-error.ts'

const ownMigrations = path.join(installationDir, 'server/migrations')

/** Arbitrary, but the same in every process of every version. */
const advisoryLock = 7_226_539_001

const minPostgresVersion = 15

type Migration = { name: string; sql: string; checksum: string }

/** lock_not_available and deadlock_detected: PostgreSQL looks for deadlocks before the lock timeout. */
const blockedCodes = new Set(['55P03', '40P01'])
/** A statement that waits for the advisory lock could not be aborted. */
const otherProcessRetryMs = 500

interface Migrating {
  directory?: string
  /** Runs only these, the migrations of a backup; all by default. */
  to?: readonly Pick<Migration, 'name' | 'checksum'>[]
  /** How long a migration waits for a lock (ms). All later statements on the table wait behind it, reads as well. */
  lockTimeoutMs?: number
  /** Delay before the next try (ms), in which those statements run. */
  lockRetryMs?: number
  /** Ends the wait for a lock or another process. A migration that runs completes; the remaining ones do not run. */
  signal?: AbortSignal
  /** Receives a line for the operator at each try that found a lock taken, and once when another process migrates. */
  onBlocked?: (message: string) => void
}

/**
 * Runs the pending migrations (`NNNN-name.sql`) in order, each in one transaction, and returns their names. Concurrent
 * starts wait for each other. Waits for as long as another transaction, such as that of a backup, has a lock which a migration
 * needs. Forward only: a later migration corrects an earlier one.
 * @throws {StartError} when the database cannot be reached, is too old, or does not match these files
 * @throws AbortError when `signal` aborts before all have run
 */
export async function migrate(
  url: string,
  {
    directory = ownMigrations,
    to,
    lockTimeoutMs = 3000,
    lockRetryMs = 3000,
    signal,
    onBlocked,
  }: Migrating = {},
): Promise<string[]> {
  const all = readMigrations(directory)
  const migrations = to === undefined ? all : upTo(all, to)
  const client = await connect(url)
  try {
    await checkServer(client)
    // A role may have timeouts, and building an index can take longer.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await lockMigrations(client, signal, onBlocked)
    await client.query(
      `create table if not exists migration (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    )
    const applied = await client.query<Migration>('select name, checksum from migration order by name')
    const pending = pendingMigrations(migrations, applied.rows)
    for (const migration of pending) {
      signal?.throwIfAborted()
      while ((await apply(client, migration, lockTimeoutMs)) === 'blocked') {
        onBlocked?.(await blockedLine(client, migration))
        await delay(lockRetryMs, undefined, { signal })
      }
    }
    return pending.map(({ name }) => name)
  } finally {
    // Also releases the lock.
    await client.end()
  }
}

/** Waits for another process that migrates. The end of the connection releases the lock. */
async function lockMigrations(
  client: Client,
  signal: AbortSignal | undefined,
  onBlocked: Migrating['onBlocked'] | undefined,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      advisoryLock,
    ])
    if (rows[0]?.locked) return
    // Processes that start together usually wait for less.
    if (tries === 1) onBlocked?.('Waiting for another process that migrates this database.')
    await delay(otherProcessRetryMs, undefined, { signal })
  }
}

/** Returns the names of the migrations that the next start would run. Changes nothing. @throws {StartError} as `migrate` does */
export async function pendingMigrationNames(url: string): Promise<string[]> {
  const migrations = readMigrations(ownMigrations)
  const client = await connect(url)
  try {
    await checkServer(client)
    const table = await client.query<{ there: boolean }>(
      `select to_regclass('migration') is not null as there`,
    )
    const applied = table.rows[0]?.there
      ? (await client.query<Migration>('select name, checksum from migration order by name')).rows
      : []
    return pendingMigrations(migrations, applied).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Returns the names of all tables that these migrations create, except partitions. */
export function createdTables(migrations: readonly Pick<Migration, 'name'>[]): Set<string> {
  const names = new Set(migrations.map(({ name }) => name))
  const statements = readMigrations(ownMigrations).filter(({ name }) => names.has(name))
  const created = statements.flatMap(({ sql }) => [...sql.matchAll(/\bcreate (?:unlogged )?table (\w+)/gi)])
  return new Set(created.map(([, name = '']) => name))
}

/** Synchronous, because the start waits for it: asynchronously, so many small files take several times as long. */
function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = names.map((name) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
  for (const [index, number] of numbers.entries()) {
    if (number === undefined)
      throw new Error(`Migration ${names[index]} is not named like 0001-event-log.sql.`)
    if (numbers.indexOf(number) !== index) throw new Error(`Two migrations have the number ${number}.`)
  }
  return names.map((name) => {
    // Line ends may differ in a Windows checkout; the checksum must not.
    const sql = readFileSync(`${directory}/${name}`, 'utf8').replaceAll('\r\n', '\n')
    return {
      name: name.slice(0, -'.sql'.length),
      sql,
      checksum: hash('sha256', sql, 'hex'),
    }
  })
}

async function connect(url: string): Promise<Client> {
  const client = createClient(url)
  // The running query fails anyway; without a listener a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await endIfVanished(client)
    return client
  } catch (cause) {
    throw new StartError(
      `The database ${client.database} at ${client.host}:${client.port} cannot be reached (${reasonOf(cause)}). ` +
        (untrusted.test(errorCode(cause) ?? '')
          ? 'Check its certificate. If a private authority issued it, name the file of the authority: append sslrootcert=/path/to/ca.pem to DATABASE_URL, or set NODE_EXTRA_CA_CERTS.'
          : 'Check that it runs and that DATABASE_URL is right.'),
      { cause },
    )
  }
}

/** Codes of OpenSSL for a certificate whose issuer is unknown. */
const untrusted = /^(UNABLE_TO_(GET|VERIFY)|SELF_SIGNED|DEPTH_ZERO)/

function createClient(url: string): Client {
  try {
    return new Client({ connectionString: url, application_name: 'parley migrate', ...boundedWaits(null) })
  } catch (cause) {
    // pg reads the files of sslrootcert, sslcert and sslkey here.
    throw new StartError(`DATABASE_URL cannot be used: ${reasonOf(cause)}.`, { cause })
  }
}

async function checkServer(client: Client): Promise<void> {
  const settings = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  )
  const { version = 0, encoding = '' } = settings.rows[0] ?? {}
  if (version < minPostgresVersion) {
    throw new StartError(
      `The database runs on PostgreSQL ${version}; Parley needs ${minPostgresVersion} or newer. Upgrade it, or set DATABASE_URL to another.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database ${client.database} is encoded in ${encoding}; Parley needs UTF8: ` +
        `create database parley encoding 'UTF8' template template0.`,
    )
  }
}

/** Returns the files of these migrations. @throws {StartError} unless they are the oldest ones of this version */
function upTo(files: Migration[], migrations: readonly Pick<Migration, 'name' | 'checksum'>[]): Migration[] {
  for (const [index, { name, checksum }] of migrations.entries()) {
    const file = files[index]
    if (file?.name === name && file.checksum === checksum) continue
    throw new StartError(
      `The backup was made by another Parley: this version has no migration ${name} like it. ` +
        'Restore it with the version that made it, or a newer one.',
    )
  }
  return files.slice(0, migrations.length)
}

/** Returns the migrations that have not run yet. Throws when files and database disagree. */
function pendingMigrations(
  migrations: Migration[],
  applied: Pick<Migration, 'name' | 'checksum'>[],
): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    if (file === undefined) {
      throw new StartError(
        `The database was migrated by a newer Parley: this version does not know its migration ${name}. ` +
          'Start the newer version again, or restore the backup from before the upgrade.',
      )
    }
    if (file.checksum !== checksum) {
      throw new StartError(
        `Migration ${name} was edited after it ran on this database. Put the file back as it was, and make the change in a new migration.`,
      )
    }
  }
  const newest = applied.at(-1)?.name ?? ''
  const pending = migrations.slice(applied.length)
  const late = migrations.find(({ name }) => name < newest && !applied.some((done) => done.name === name))
  if (late !== undefined) {
    throw new StartError(
      `Migration ${late.name} comes too late: ${newest} already ran on this database. Give it the next free number.`,
    )
  }
  return pending
}

async function apply(
  client: Client,
  { name, sql, checksum }: Migration,
  lockTimeoutMs: number,
): Promise<'applied' | 'blocked'> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
    return 'applied'
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (blockedCodes.has(errorCode(cause) ?? '')) return 'blocked'
    const position = cause instanceof DatabaseError ? Number(cause.position ?? 0) : 0
    const line = position === 0 ? '' : `:${sql.slice(0, position).split('\n').length}`
    throw new Error(`Migration ${name}.sql${line} failed and was rolled back: ${reasonOf(cause)}`, { cause })
  }
}

/** Names the oldest transaction, which most likely has the lock. */
async function blockedLine(client: Client, { name }: Migration): Promise<string> {
  const { rows } = await client.query<{ pid: number; application: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename, 'unknown') as application,
       extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  const [oldest] = rows
  const holder =
    oldest === undefined
      ? ''
      : ` The oldest is of "${oldest.application}" (process ${oldest.pid}) and began ${oldest.seconds} s ago.`
  return `Migration ${name} waits until other transactions end, such as that of a backup, and is tried again.${holder}`
}

/** When IPv4 and IPv6 both fail, Node throws an AggregateError with an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
