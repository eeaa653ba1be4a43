import type { App, createApp } from './app.ts'
import { withClient } from './commands/command-database.ts'
import { loadOrCreateSecret, readConfig, type Config } from './config.ts'
import { ensureDataDir } from './core/data-dir.ts'
import { startEmbeddedPostgres } from './core/embedded-postgres.ts'
import { installationDir } from './core/installation.ts'
import { createLogger, type Logger } from './core/logger.ts'
import { migrate } from './core/migrate.ts'
import { settleEach } from './core/settle-each.ts'
import { claimStorage, storagePlace } from './core/shared-storage.ts'
import { sourceLines } from './core/source-lines.ts'
import { StartError } from './core/start-error.ts'
import { lowerHelperThreads } from './core/thread-priority.ts'
import { isSecretOf, wrongSecretMessage } from './database-secret.ts'

/** Until then most code is compiled, which the first requests wait for. */
const warmUpMs = 30_000

type Started = { stop(): Promise<unknown> }

/** Reads the configuration, starts database and service, and stops them on a signal, even during the start. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const logger = createLogger(config.logLevel)
  for (const warning of config.warnings) logger.warn(warning)

  const started: Started[] = []
  const stopping = new AbortController()
  const starting = start(config, logger, started, stopping.signal)
  const stopParts = async (): Promise<void> => {
    // Whatever is starting must finish before it can be stopped.
    await starting.catch(() => {})
    await settleEach(started.toReversed(), (part) => part.stop())
  }
  // A failed start stops, too, and a terminal and npm may both send the signal: none may exit before everything stopped.
  let stopped: Promise<void> | undefined
  let failure: { error: unknown } | undefined
  const stop = (): Promise<void> => (stopped ??= stopParts())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) logger.info({ signal }, 'stopping')
      stopping.abort()
      stop().then(
        () => logger.flush(() => (failure === undefined ? process.exit(0) : fail(failure.error))),
        (error: unknown) => {
          logger.fatal({ err: error }, 'stopping failed')
          logger.flush(() => process.exit(1))
        },
      )
    })
  }
  try {
    await starting
  } catch (error) {
    if (stopping.signal.aborted) return
    failure = { error }
    await stop()
    throw error
  }
}

/** @param started receives everything that must be stopped, in start order */
async function start(config: Config, logger: Logger, started: Started[], signal: AbortSignal): Promise<void> {
  if (keepsFiles(config)) await ensureDataDir(config.dataDir)
  let databaseUrl = config.databaseUrl ?? ''
  if (config.databaseUrl === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: logger, onLost: exitWith })
    started.push(embedded)
    databaseUrl = embedded.url
  }
  if (signal.aborted) return
  const migrated = migrate(databaseUrl, { signal, onBlocked: (message) => logger.warn(message) })
  // Most of the program: it is loaded while the database answers.
  const program = import('./app.ts')
  program.catch(() => {})
  await migrated
  if (config.databaseUrl !== null) {
    const onConflict = (message: string) => logger.error(message)
    started.push(await claimStorage(databaseUrl, storagePlace(config), onConflict))
  }
  const app = await createService((await program).createApp, config, databaseUrl, logger)
  started.push(app)
  // A load balancer sees the stop at once, also while the service is starting. Errors are reported where it is stopped again.
  signal.addEventListener('abort', () => void app.stop().catch(() => {}))
  const setup = {
    setupLink: await app.agents.setupLink(),
    demoPreventsSetup: await app.demo.preventsSetup(),
  }
  if (signal.aborted) return
  await app.listen().catch((error: unknown) => {
    throw portProblem(error, config) ?? error
  })
  announce(config, app, setup)
  // Otherwise they take the processors from messages while they mark the heap (docs/decisions/helper-threads.md).
  setTimeout(() => lowerHelperThreads(10), warmUpMs).unref()
}

/** One line for what the operator can fix. */
function exitWith(reason: string): never {
  process.stderr.write(`parley: ${reason}\n`)
  process.exit(1)
}

/** With S3 and an external database no file is kept on this machine. */
const keepsFiles = ({ s3, databaseUrl, demo }: Config): boolean => s3 === null || databaseUrl === null || demo

/** The database is migrated already. */
async function createService(
  create: typeof createApp,
  config: Config,
  databaseUrl: string,
  logger: Logger,
): Promise<App> {
  const secret = config.secret ?? (await loadOrCreateSecret(config.dataDir))
  // Not refused: after a restore without the secret, the keys are regenerated in the panel.
  if (!(await withClient(databaseUrl, (client) => isSecretOf(client, secret))))
    logger.error(wrongSecretMessage(config))
  return create({ config, databaseUrl, secret, logger, keepBuildsOf: installationDir })
}

function portProblem(error: unknown, { host, port }: Config): StartError | undefined {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with PORT=....`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} is reserved. Choose one above 1023 with PORT=..., and put a proxy in front.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Choose another with HOST=....`)
  }
  return undefined
}

/** Prints the service's address and how to sign in to the demo or set up the service. */
function announce(
  { baseUrl, databaseUrl }: Config,
  { demo: { account: demo } }: App,
  { setupLink, demoPreventsSetup }: { setupLink: string | null; demoPreventsSetup: boolean },
): void {
  const lines = [`Parley is running at ${baseUrl}`, '']
  if (demo) {
    lines.push(
      `  Demo shop   ${baseUrl}/shop/`,
      `  Panel       ${baseUrl}/panel/`,
      demo.password === null
        ? `  Sign in as  ${demo.email} (the password was changed in the panel)`
        : `  Sign in as  ${demo.email}  ${demo.password}`,
    )
  } else {
    lines.push(`  Panel       ${baseUrl}/panel/`)
  }
  if (setupLink !== null) {
    lines.push(
      `  Set up      ${setupLink}`,
      '              The first person to open this link becomes the owner of this installation.',
    )
  }
  if (demoPreventsSetup) {
    lines.push(
      '  Set up      The only organization is the demo, and its accounts can still sign in.',
      `              To create your own, start with ${databaseUrl === null ? 'a new PARLEY_DATA_DIR' : 'an empty database'}.`,
    )
  }
  // Without room on the disk of the log, the service continues.
  process.stdout.on('error', () => {})
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function fail(error: unknown): never {
  if (error instanceof StartError) exitWith(error.message)
  exitWith(error instanceof Error ? sourceLines(error.stack ?? error.message) : String(error))
}

main().catch(fail)
