import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Bus } from '../core/bus/bus.ts'
import { openBuilds, type KeptBuilds } from '../core/builds/open-builds.ts'
import { createBus } from '../core/bus/create-bus.ts'
import { clientNetwork } from '../core/client-network.ts'
import { createClockCheck } from '../core/clock-check.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { createCountryLookup } from '../core/country.ts'
import { openDatabase, type Database, type DatabaseHandle } from '../core/database.ts'
import { createForwardedReader } from '../core/forwarded-address.ts'
import { createHttp, type Http } from '../core/http.ts'
import type { Logger } from '../core/logger.ts'
import { createLostCommits } from '../core/lost-commits.ts'
import { createMailer, type Mailer } from '../core/mail/mailer.ts'
import { createMetrics, type Metrics } from '../core/metrics.ts'
import { createRateLimits, type RateLimits } from '../core/rate-limits.ts'
import { createReadiness, type Readiness } from '../core/readiness.ts'
import { createSecrets, type Secrets } from '../core/secrets.ts'
import { createSignedLinks, type SignedLinks } from '../core/signed-links.ts'
import { createDownloadLimit, type AdmitDownload } from '../core/storage/download-limit.ts'
import type { FileStorage } from '../core/storage/file-storage.ts'
import { openClaimedStorage } from '../core/storage/open-claimed-storage.ts'
import type { PasswordHashing } from '../core/password-hashing.ts'
import type { OpenSockets } from '../realtime/contexts.ts'
import { createPresence, type Presence } from '../realtime/presence/presence.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'

/** What every feature may use. Features name the members that they need in their own dependency types. */
export interface Infrastructure {
  config: Config
  /** The public address, without a trailing slash. */
  baseUrl: string
  databaseUrl: string
  database: DatabaseHandle
  /** For `openDatabase`: lets other processes notice commits that were announced to nobody. */
  onConnectionLost: () => void
  db: Database
  pool: pg.Pool
  bus: Bus
  clock: Clock
  logger: Logger
  metrics: Metrics
  readiness: Readiness
  http: Http
  secrets: Secrets
  links: SignedLinks
  /** Refuses changes until it is known to be that of this database. */
  storage: FileStorage
  /** null: only the current build is served. */
  builds: KeptBuilds | null
  admitDownload: AdmitDownload
  /** Before files are removed for good. @throws {StartError} when the storage is no longer that of this database */
  confirmFiles: () => Promise<void>
  /** null: no mail server is configured. */
  mailer: Mailer | null
  presence: Presence
  rateLimits: RateLimits
  sockets: OpenSockets
  countryOf: (request: IncomingMessage) => string
  /** Rate-limit key of the client's address. */
  networkOf: (request: IncomingMessage) => string
  lifecycle: Lifecycle
  passwordHashing: PasswordHashing | undefined
  /** Error handler for work that nobody awaits; `area` is the message in the log. */
  logErrors: (area: string) => (error: unknown) => void
}

export interface InfrastructureOptions {
  config: Config
  databaseUrl: string
  secret: string | Uint8Array
  logger: Logger
  clock?: Clock
  /** Directory of the installation. Without it, only the current build is served. */
  keepBuildsOf?: string
  /** scrypt by default; tests use a cheap one. */
  passwordHashing?: PasswordHashing
}

/** The database is migrated already. */
export async function createInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { config, databaseUrl, logger, clock = systemClock } = options
  const lifecycle = createLifecycle({ worker: config.roles.worker })
  const logErrors = (area: string) => (error: unknown) => {
    logger.error({ err: error }, area)
    readiness.note(error)
  }
  const secrets = createSecrets(options.secret)
  const metrics = createMetrics()
  const bus = createBus({ ...config, secrets, logger, metrics, onError: logErrors('bus') })
  // Runs after the database is closed: until then, commits are announced.
  lifecycle.onStop(bus.close)
  const lostCommits = createLostCommits({
    askDatabase: () => database.check(),
    reportGap: bus.reportGap,
  })
  lifecycle.onStop(lostCommits.close)
  const { onConnectionLost } = lostCommits
  const database = openDatabase(databaseUrl, { onConnectionLost })
  const readiness = createReadiness({
    askDatabase: database.check,
    directory: config.s3 === null || config.databaseUrl === null ? config.dataDir : null,
    isStopping: () => lifecycle.signal.aborted,
    clock,
  })
  lifecycle.onStop(database.close)
  const clockCheck = createClockCheck({ pool: database.pool, logger, onError: logErrors('clock check') })
  lifecycle.onStart(clockCheck.start)
  lifecycle.onStop(clockCheck.stop)
  const files = openClaimedStorage({ config, database: database.pool, logger, signal: lifecycle.signal })
  const { storage, confirmFiles } = await files.catch(async (error: unknown) => {
    await lifecycle.stop()
    throw error
  })
  lifecycle.onStop(async () => storage.close())
  const builds =
    options.keepBuildsOf === undefined
      ? null
      : openBuilds({
          config,
          root: options.keepBuildsOf,
          storage,
          confirmFiles,
          secrets,
          clock,
          logger,
          signal: lifecycle.signal,
        })
  const presence = createPresence({ db: database.db, bus, onError: logErrors('presence') })
  lifecycle.onStop(presence.close)
  lifecycle.addWorker({ start: presence.reconnects.start, stop: async () => {} })
  const rateLimits = createRateLimits({ bus, clock })
  lifecycle.onStop(async () => rateLimits.close())
  const readForwarded = createForwardedReader(config.trustProxy)
  return {
    config,
    baseUrl: config.baseUrl,
    databaseUrl,
    database,
    onConnectionLost,
    db: database.db,
    pool: database.pool,
    bus,
    clock,
    logger,
    metrics,
    readiness,
    http: createHttp({ logger, trustProxy: config.trustProxy, onFailure: readiness.note }),
    secrets,
    links: createSignedLinks(secrets),
    builds,
    storage,
    admitDownload: createDownloadLimit(),
    confirmFiles,
    mailer: config.mail === null ? null : createMailer(config.mail),
    presence,
    rateLimits,
    sockets: { widgets: new Set(), agents: new Set() },
    countryOf: createCountryLookup({ header: config.countryHeader, trustProxy: config.trustProxy }),
    networkOf: (request) => clientNetwork(readForwarded(request).address),
    lifecycle,
    passwordHashing: options.passwordHashing,
    logErrors,
  }
}
