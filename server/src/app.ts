import type { Config } from './config.ts'
import { describeApi } from './api-description.ts'
import { composeChat } from './chat.ts'
import { createLocalBus } from './core/bus.ts'
import { createCountryLookup } from './core/country.ts'
import { startJobs, type Jobs } from './core/jobs.ts'
import { systemClock, type Clock } from './core/clock.ts'
import { openDatabase } from './core/database.ts'
import { createHttp } from './core/http.ts'
import { createLogConsumers } from './core/log-consumers/log-consumers.ts'
import type { Logger } from './core/logger.ts'
import { createMetrics } from './core/metrics.ts'
import { createSecrets } from './core/secrets.ts'
import { createSignedLinks } from './core/signed-links.ts'
import { staticFiles } from './core/static-files.ts'
import { iceRoutes } from './features/calls/ice-routes.ts'
import { createIce } from './features/calls/ice.ts'
import { openConversationId } from './features/conversations/conversation-store.ts'
import { messagesPageRoutes } from './features/conversations/messages-page-routes.ts'
import { signMessagesUrl } from './features/conversations/messages-path.ts'
import { isVisitorOwner } from './features/conversations/message-commands.ts'
import { mediaRoutes } from './features/media/media-routes.ts'
import { openFileStorage } from './core/storage/file-storage.ts'
import { createMediaSweep } from './features/media/media-sweep.ts'
import { createMedia } from './features/media/media.ts'
import { createRecordingFiles, signRecordings } from './features/recordings/recording-files.ts'
import { createSender, type SenderOptions } from './features/webhooks/sending/sender.ts'
import { checkWebhookUrl } from './features/webhooks/sending/webhook-url.ts'
import { operationRoutes } from './operations.ts'
import { composePeople } from './people.ts'
import type { SocialEndpoints } from './features/social-login/endpoints.ts'
import { createPresence } from './realtime/presence.ts'
import { composeRecordings } from './recordings.ts'
import { composeSocialLogin, sweepLogins } from './social-login.ts'
import { composeWebhooks } from './webhooks.ts'

export interface AppDeps {
  config: Config
  databaseUrl: string
  secret: string | Uint8Array
  logger: Logger
  clock?: Clock
  /** Whom webhooks trust and how their names are resolved; tests and benchmarks have receivers of their own. */
  sending?: Pick<SenderOptions, 'ca' | 'resolve'>
  /** Where the files of builds before this one are kept, for pages that were opened before an upgrade. */
  formerBuilds?: string | null
  /** Where the services of social login are; tests have their own on this machine. */
  socialEndpoints?: SocialEndpoints
}

export type App = Awaited<ReturnType<typeof createApp>>

/** How long a stop waits for requests under way, in milliseconds. */
const stopWithin = 10_000

/**
 * The composition root: the only place that knows every feature. Each gets what it needs of another handed in here.
 * The database is migrated already. Answers a service that does not listen yet.
 */
export async function createApp(deps: AppDeps) {
  const { config, databaseUrl, secret, logger, clock = systemClock } = deps
  const { baseUrl } = config
  const database = openDatabase(databaseUrl)
  const { db, pool } = database
  const secrets = createSecrets(secret)
  const metrics = createMetrics()
  const bus = createLocalBus((error) => logger.error({ err: error }, 'bus'))
  const presence = createPresence({ bus, clock })
  const http = createHttp({ logger, trustProxy: config.trustProxy })
  let stopping = false
  let jobs: Jobs | null = null

  await describeApi(http, baseUrl)
  operationRoutes(http, { pool, metrics, isStopping: () => stopping })
  const storage = await openFileStorage(config)
  const media = createMedia({
    db,
    storage,
    secrets,
    clock,
    baseUrl,
    maxBytes: config.mediaMaxBytes,
    onStored: (bytes) => metrics.uploadedBytes.inc(bytes),
    isStranger: isVisitorOwner,
  })
  mediaRoutes(http, { media })
  const links = createSignedLinks(secrets)
  messagesPageRoutes(http, { db, links, clock, withLinks: media.withLinks })
  const people = await composePeople({
    config,
    databaseUrl,
    db,
    bus,
    clock,
    logger,
    secrets,
    presence,
    http,
    media: { max_bytes: config.mediaMaxBytes, accept: [] },
  })
  const ice = createIce({ config: config.ice, clock })
  iceRoutes(http, { ice, authorizeAgent: people.authorizeAgent })
  const allowNetworks = config.webhookAllowNetworks
  const webhooks = composeWebhooks({
    databaseUrl,
    database,
    bus,
    clock,
    logger,
    metrics,
    secrets,
    http,
    authorize: people.authorizeAccess,
    worker: config.roles.worker,
    sender: createSender({ allowNetworks, now: clock, ...deps.sending }),
    checkUrl: (url) => checkWebhookUrl(url, { allowNetworks }),
    renewals: {
      'conversation.ended': signMessagesUrl({ baseUrl, links }),
      'call.recording_ready': signRecordings({ baseUrl, links }),
    },
  })
  const countryOf = createCountryLookup({ header: config.countryHeader, trustProxy: config.trustProxy })
  const chat = composeChat({
    baseUrl,
    databaseUrl,
    database,
    bus,
    clock,
    logger,
    metrics,
    presence,
    http,
    people,
    media,
    iceServers: ice.forCall,
    recordings: createRecordingFiles({ db, links, clock, baseUrl }),
    outbox: webhooks.outbox,
    countryOf,
    openMemberSessions: (members) =>
      composeSocialLogin({
        baseUrl,
        db,
        clock,
        logger,
        secrets,
        http,
        people,
        countryOf,
        signIn: members.signIn,
        endpoints: deps.socialEndpoints,
      }),
  })

  const recordings = composeRecordings({
    db,
    bus,
    clock,
    logger,
    http,
    storage,
    links,
    log: chat.log,
    authorizeAgent: people.authorizeAgent,
    calls: chat.calls,
    openConversation: openConversationId,
  })

  const logConsumers = createLogConsumers({
    databaseUrl,
    bus,
    clock,
    logger,
    metrics,
    consumers: config.roles.worker ? chat.calls.logConsumers : [],
  })

  staticFiles(http, { baseUrl, former: deps.formerBuilds ?? null })

  return {
    http,
    demo: people.demo,
    dismissEnded: chat.sockets.dismissEnded,
    calls: chat.calls,
    recordings,
    logConsumers,
    /** @throws an error with code EADDRINUSE or EACCES when the port cannot be had */
    async listen(): Promise<void> {
      await http.listen({ host: config.host, port: config.port })
      chat.calls.start()
      if (config.roles.worker) {
        jobs = await startJobs({
          databaseUrl,
          logger,
          jobs: {
            'sweep-media': { cron: '17 * * * *', run: createMediaSweep({ db, storage, clock }) },
            'sweep-logins': sweepLogins({ db, clock }),
            ...webhooks.jobs,
            ...recordings.jobs,
          },
        })
        await webhooks.startWorker()
        await logConsumers.start()
        chat.searchUpkeep.start()
        recordings.startWorker()
      }
    },
    /** Graceful: sockets are told to come back, requests under way finish, then everything is closed (SPEC B2). */
    async stop(): Promise<void> {
      if (stopping) return
      stopping = true
      const workerStopped = webhooks.stopWorker()
      await chat.calls.stopRinging()
      await chat.sockets.drain()
      const deadline = setTimeout(() => http.server.closeAllConnections(), stopWithin)
      await http.close()
      clearTimeout(deadline)
      await jobs?.stop()
      await workerStopped
      await chat.searchUpkeep.stop()
      await recordings.stopWorker()
      await logConsumers.stop()
      await chat.calls.close()
      webhooks.close()
      await chat.close()
      presence.close()
      await people.close()
      storage.close()
      await bus.close()
      await database.close()
    },
  }
}
