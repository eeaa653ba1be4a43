import { openDatabase } from '../core/database.ts'
import type { Outbox } from '../core/event-log.ts'
import type { AuthorizeAccess } from '../core/permissions.ts'
import { createAttemptPartitions } from '../features/webhooks/attempt-partitions.ts'
import { cancelMarked } from '../features/webhooks/cancellations.ts'
import { databaseTime } from '../features/webhooks/database-clock.ts'
import { createDeliveries } from '../features/webhooks/deliveries.ts'
import { createPerformAttempt } from '../features/webhooks/delivery-attempt.ts'
import { announceDue, wakeOnHints } from '../features/webhooks/delivery-hints.ts'
import type { LinkRenewals } from '../features/webhooks/delivery-links.ts'
import { createChangeNotifier, type ChangeNotifier } from '../features/webhooks/change-notifier.ts'
import { createDeliveryQueue } from '../features/webhooks/delivery-queue.ts'
import { deliveryRoutes } from '../features/webhooks/delivery-routes.ts'
import { createDeliveryWorker, type DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { createLogRetention } from '../features/webhooks/log-retention.ts'
import { enqueueEvents } from '../features/webhooks/outbox.ts'
import { queueTime } from '../features/webhooks/queue-time.ts'
import { createFetchDocument } from '../features/webhooks/sending/fetch-document.ts'
import { createFindHost } from '../features/webhooks/sending/find-host.ts'
import { createSender, type Sender, type SenderOptions } from '../features/webhooks/sending/sender.ts'
import { checkWebhookUrl } from '../features/webhooks/sending/webhook-url.ts'
import { webhookRoutes } from '../features/webhooks/webhook-routes.ts'
import { createWebhooks } from '../features/webhooks/webhooks.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface WebhookPorts {
  apiKeys: { authorizeAccess: AuthorizeAccess }
  linkRenewals: LinkRenewals
  /** Trusted CA and DNS resolution; set by tests and benchmarks. */
  sending?: Pick<SenderOptions, 'ca' | 'resolve'> | undefined
}

/** Concurrent requests per webhook, across all workers. */
const maxPerWebhook = 16

/** The worker has its own connections for claims and results, so that leased deliveries do not wait for browser requests. */
const workerConnections = 3

/** Webhooks: their settings, the deliveries written with each event, and the worker that sends them. */
export function composeWebhooks(infra: Infrastructure, ports: WebhookPorts) {
  const { bus, clock, config, lifecycle } = infra
  const authorize = ports.apiKeys.authorizeAccess
  const allowNetworks = config.webhookAllowNetworks
  const sender = createSender({ allowNetworks, now: clock, ...ports.sending })
  lifecycle.onStop(sender.close)
  const notifier = createChangeNotifier(bus)
  lifecycle.onStop(notifier.close)
  const worker = config.roles.worker ? composeWorker(infra, ports, sender, notifier) : null
  const wake = worker?.wake ?? announceDue(bus)

  const webhooks = createWebhooks({
    ...infra,
    checkUrl: (url) => checkWebhookUrl(url, { allowNetworks }),
    checkDns: sender.checkDns,
    notifier,
    wake,
    onError: infra.logErrors('webhooks'),
  })
  const deliveries = createDeliveries({ ...infra, notifier, wake, renewals: ports.linkRenewals })
  const outbox: Outbox = async (trx, entries) => {
    const made = await enqueueEvents(trx, entries, queueTime(clock))
    return () => {
      if (made.length > 0) wake(made.map(({ webhook_id: id }) => id))
      for (const organizationId of new Set(made.map(({ organization_id: id }) => id)))
        notifier.notify(organizationId, 'deliveries')
    }
  }
  const retain = createLogRetention(infra)
  return defineFeature({
    outbox,
    exists: webhooks.exists,
    enqueueDirect: webhooks.enqueueDirect,
    /** The same guard for other connections. */
    findHost: createFindHost({ allowNetworks, now: clock, resolve: ports.sending?.resolve }),
    fetchDocument: createFetchDocument({
      allowNetworks,
      now: clock,
      resolve: ports.sending?.resolve,
      ca: ports.sending?.ca,
    }),
    routes(http) {
      webhookRoutes(http, { webhooks, authorize })
      deliveryRoutes(http, { deliveries, authorize })
    },
    jobs: {
      'keep-delivery-log': {
        cron: '23 * * * *',
        run: retain,
      },
    },
  })
}

function composeWorker(
  infra: Infrastructure,
  { linkRenewals }: WebhookPorts,
  { send }: Sender,
  notifier: ChangeNotifier,
): DeliveryWorker {
  const { bus, clock, databaseUrl, lifecycle, logger, metrics, onConnectionLost, pool } = infra
  // With `lookUps`, claiming 256 of 30,000 takes 7.5 ms instead of 15, and saving 256 results 7.5 ms instead of 21
  // (with the fill factor of `delivery`).
  // A crash of the database that undoes a claim or a result undoes all of it: the delivery is claimed again.
  const own = openDatabase(databaseUrl, {
    connections: workerConnections,
    lookUps: true,
    plannedOnce: true,
    asyncCommit: true,
    onConnectionLost,
  })
  lifecycle.onStop(own.close)
  const queue = createDeliveryQueue({ pool: own.pool, clock, maxPerWebhook })
  metrics.countQueue(() => queue.depth())
  const worker = createDeliveryWorker({
    queue,
    logger,
    perform: createPerformAttempt({ ...infra, send, renewals: linkRenewals }),
    async cancelMarked() {
      for (const organizationId of await cancelMarked(own.db, queueTime(clock)))
        notifier.notify(organizationId, 'deliveries')
    },
    createPartitions: async () => createAttemptPartitions(own.pool, await databaseTime(own.pool, clock)),
    onFinished({ outcome, duration_ms: ms }, claimed) {
      metrics.webhookAttempts.inc({ outcome })
      if (ms !== null) metrics.webhookSeconds.observe(ms / 1000)
      metrics.webhookWait.observe(claimed.waited_ms / 1000)
    },
    onSettled({ organization_id: organizationId, trouble }) {
      notifier.notify(organizationId, 'deliveries')
      if (trouble) notifier.notify(organizationId, 'webhooks')
    },
  })
  let stopListening = () => {}
  lifecycle.addWorker({
    async start() {
      await createAttemptPartitions(pool, await databaseTime(pool, clock))
      stopListening = wakeOnHints(bus, worker.wake)
      worker.start()
    },
    /** Waits up to 10 s for attempts in flight. */
    stop() {
      stopListening()
      return worker.stop()
    },
  })
  return worker
}
