import { databaseNow } from '../core/database-time.ts'
import { senderDomain } from '../core/mail/mail-settings.ts'
import { createMailMetrics } from '../features/mails/mail-metrics.ts'
import { queueDepth } from '../features/mails/mail-store.ts'
import { createMailWorker } from '../features/mails/mail-worker.ts'
import { createMails } from '../features/mails/mails.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    /** E-mails were committed to the queue. */
    'mails.due': Record<string, never>
  }
}

/** The durable queue of e-mails, and the worker that sends them (docs/decisions/system-mail.md). */
export function composeMails(infra: Infrastructure) {
  const { bus, clock, config, db, lifecycle, logger, mailer, metrics, secrets } = infra
  const worker =
    mailer === null || config.mail === null
      ? null
      : createMailWorker({
          db,
          clock,
          secrets,
          mailer,
          logger,
          domain: senderDomain(config.mail),
          onOutcome: createMailMetrics(metrics.registry, () => queueDepth(db, databaseNow(clock))),
        })
  if (worker !== null) {
    lifecycle.addWorker(worker)
    lifecycle.onStop(bus.subscribe('mails.due', worker.wake))
  }
  const mails = createMails({
    db,
    clock,
    secrets,
    isOn: worker !== null,
    wake: () => bus.publish('mails.due', {}),
  })
  return defineFeature({
    ...mails,
    /** Starts the worker, for tests without the lifecycle's start. */
    start: (): void => worker?.start(),
    /** Sends what is due, for tests. */
    sendDue: async (): Promise<void> => worker?.sendDue(),
    jobs: { 'sweep-mails': { cron: '11 4 * * *', run: mails.sweep } },
  })
}
