import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import { openDatabase, type DatabaseHandle } from './core/database.ts'
import type { Outbox } from './core/event-log.ts'
import type { Http } from './core/http.ts'
import type { RecurringJob } from './core/jobs.ts'
import type { Logger } from './core/logger.ts'
import type { Metrics } from './core/metrics.ts'
import type { AuthorizeAccess } from './core/permissions.ts'
import type { Secrets } from './core/secrets.ts'
import { makeAttemptDays } from './features/webhooks/attempt-days.ts'
import { cancelMarked } from './features/webhooks/cancellations.ts'
import { checkClock, databaseTime } from './features/webhooks/database-clock.ts'
import { createDeliveries } from './features/webhooks/deliveries.ts'
import { createPerformAttempt } from './features/webhooks/delivery-attempt.ts'
import { createAnnouncer, listenForDue } from './features/webhooks/delivery-hints.ts'
import type { LinkRenewals } from './features/webhooks/delivery-links.ts'
import { createDeliveryNews } from './features/webhooks/delivery-news.ts'
import { createDeliveryQueue } from './features/webhooks/delivery-queue.ts'
import { deliveryRoutes } from './features/webhooks/delivery-routes.ts'
import { createDeliveryWorker } from './features/webhooks/delivery-worker.ts'
import { createLogRetention } from './features/webhooks/log-retention.ts'
import { enqueueEvents } from './features/webhooks/outbox.ts'
import { queueTime } from './features/webhooks/queue-time.ts'
import type { Sender } from './features/webhooks/sending/sender.ts'
import { webhookRoutes } from './features/webhooks/webhook-routes.ts'
import { createWebhooks, type CheckUrl } from './features/webhooks/webhooks.ts'

export interface WebhookDeps {
  databaseUrl: string
  database: DatabaseHandle
  bus: Bus
  clock: Clock
  logger: Logger
  metrics: Metrics
  secrets: Secrets
  http: Http
  authorize: AuthorizeAccess
  /** Whether this process sends, too. */
  worker: boolean
  sender: Sender
  checkUrl: CheckUrl
  renewals: LinkRenewals
}

/** POSTs of one webhook at once, over all workers. */
const perWebhook = 16

/**
 * The worker has connections of its own: one claims, one finishes, and a leased delivery must not wait behind what
 * browsers ask for.
 */
const workerConnections = 3

/** Webhooks: what organizations set up, what is written with each event, and the worker that sends it. */
export function composeWebhooks(deps: WebhookDeps) {
  const { bus, clock, database, http, logger, metrics, authorize } = deps
  const { db, pool } = database
  const news = createDeliveryNews(bus)
  const sending = deps.worker ? composeWorker() : null
  const announcer = createAnnouncer(pool)
  const wake = sending?.worker.wake ?? announcer.wake

  const webhooks = createWebhooks({
    db,
    clock,
    secrets: deps.secrets,
    checkUrl: deps.checkUrl,
    foresee: deps.sender.foresee,
    news,
    wake,
  })
  const deliveries = createDeliveries({ db, clock, news, wake })
  webhookRoutes(http, { webhooks, authorize })
  deliveryRoutes(http, { deliveries, authorize })

  const outbox: Outbox = async (trx, entries) => {
    const made = await enqueueEvents(trx, entries, queueTime(clock))
    return () => {
      if (made.length > 0) wake()
      for (const { organization_id: organizationId } of made) news.tell(organizationId, 'deliveries')
    }
  }

  function composeWorker() {
    // A claim of 256 among 30,000 takes 7.5 ms instead of 15, an end of as many 7.5 instead of 21 (with the fill factor of `delivery`).
    const own = openDatabase(deps.databaseUrl, { connections: workerConnections, lookUps: true })
    const queue = createDeliveryQueue({ pool: own.pool, clock, perWebhook })
    // Without the database there is no figure; the others are still worth a look.
    metrics.countQueue(() => queue.depth().catch(() => ({})))
    const worker = createDeliveryWorker({
      queue,
      logger,
      perform: createPerformAttempt({
        send: deps.sender.send,
        secrets: deps.secrets,
        clock,
        renewals: deps.renewals,
      }),
      async cancelMarked() {
        for (const organizationId of await cancelMarked(own.db, queueTime(clock)))
          news.tell(organizationId, 'deliveries')
      },
      makeRoomForAttempts: async () => makeAttemptDays(own.pool, await databaseTime(own.pool, clock)),
      onFinished({ outcome, duration_ms: ms }, claimed) {
        metrics.webhookAttempts.inc({ outcome })
        if (ms !== null) metrics.webhookSeconds.observe(ms / 1000)
        metrics.webhookWait.observe(claimed.waited_ms / 1000)
      },
      onSettled({ organization_id: organizationId, trouble }) {
        news.tell(organizationId, 'deliveries')
        if (trouble) news.tell(organizationId, 'webhooks')
      },
    })
    return { own, worker }
  }

  const retain = createLogRetention({ pool, clock })
  const keepLog: RecurringJob = {
    cron: '23 * * * *',
    async run() {
      await checkClock(pool, logger)
      await retain()
    },
  }
  let listening: { stop(): Promise<void> } | null = null

  return {
    outbox,
    jobs: { 'keep-delivery-log': keepLog },
    async startWorker(): Promise<void> {
      if (!sending) return
      await makeAttemptDays(pool, await databaseTime(pool, clock))
      await checkClock(pool, logger)
      listening = listenForDue(deps.databaseUrl, sending.worker.wake, logger)
      sending.worker.start()
    },
    /** Attempts under way end, for up to 10 s. */
    async stopWorker(): Promise<void> {
      await Promise.all([listening?.stop(), sending?.worker.stop()])
      deps.sender.close()
      await sending?.own.close()
    },
    close(): void {
      announcer.close()
      news.close()
    },
  }
}
