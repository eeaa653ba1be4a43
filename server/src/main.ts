import path from 'node:path'
import { createApp, type App } from './app.ts'
import { loadOrCreateSecret, readConfig, type Config } from './config.ts'
import { ensureDataDir } from './core/data-dir.ts'
import { startEmbeddedPostgres } from './core/embedded-postgres.ts'
import { createLogger, type Logger } from './core/logger.ts'
import { migrate } from './core/migrate.ts'
import { StartError } from './core/start-error.ts'
import { keepCurrentBuild } from './core/static-files.ts'

/** Starts configuration, database and service, and stops them on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const logger = createLogger(config.logLevel)
  for (const warning of config.warnings) logger.warn(warning)

  if (keepsFiles(config)) await ensureDataDir(config.dataDir)
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: logger }) : null
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? ''
  let app: App
  try {
    app = await startApp(config, databaseUrl, logger)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  announce(config, app, await app.setupLink())

  const stop = async (signal: string): Promise<void> => {
    logger.info({ signal }, 'stopping')
    await app.stop()
    await embedded?.stop()
  }
  // A terminal and npm may both send the signal: the second one must not end the process before it has stopped.
  let stopped: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopped ??= stop(signal)
      stopped.then(
        () => process.exit(0),
        (error: unknown) => {
          logger.fatal({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
  }
}

/** With S3 and an external database no file is kept on this machine. */
const keepsFiles = ({ s3, demo }: Config): boolean => s3 === null || demo

async function startApp(config: Config, databaseUrl: string, logger: Logger): Promise<App> {
  await migrate(databaseUrl)
  const secret = config.secret ?? (await loadOrCreateSecret(config.dataDir))
  const formerBuilds = keepsFiles(config) ? path.join(config.dataDir, 'builds') : null
  if (formerBuilds !== null) {
    await keepCurrentBuild(formerBuilds).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'the build is not kept: pages of today have to be loaded anew after an upgrade',
      ),
    )
  }
  const app = await createApp({ config, databaseUrl, secret, logger, formerBuilds })
  try {
    await app.listen()
  } catch (error) {
    await app.stop()
    throw portProblem(error, config) ?? error
  }
  return app
}

function portProblem(error: unknown, { host, port }: Config): StartError | undefined {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use. Stop whoever uses it, or choose another with PORT=....`,
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

/** Prints where the service runs, and how to sign in to the demo or to set it up. */
function announce({ baseUrl }: Config, { demo }: App, setupLink: string | null): void {
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
      '              Whoever opens this link first owns this installation.',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

main().catch((error: unknown) => {
  // One line for what the operator can fix; a stack trace for a bug.
  process.stderr.write(
    error instanceof StartError
      ? `parley: ${error.message}\n`
      : `parley: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
