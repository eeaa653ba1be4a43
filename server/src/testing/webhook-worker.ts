import { openDatabase } from '../core/database.ts'
import { createLogger } from '../core/logger.ts'
import { createSecrets } from '../core/secrets.ts'
import { createAttemptPartitions } from '../features/webhooks/attempt-partitions.ts'
import { createPerformAttempt } from '../features/webhooks/delivery-attempt.ts'
import { createDeliveryQueue } from '../features/webhooks/delivery-queue.ts'
import { createDeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { createSender } from '../features/webhooks/sending/sender.ts'

/**
 * A worker in a separate process, for tests that kill it. Argument: JSON with `databaseUrl`, `secret`, the trusted `ca`, and
 * the number of concurrent attempts `concurrency`. Prints `ready` when it runs.
 */
const options = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  secret: string
  ca: string
  concurrency: number
}
const { pool } = openDatabase(options.databaseUrl, { connections: 3 })
const sender = createSender({ allowNetworks: ['127.0.0.0/8'], now: Date.now, ca: options.ca })
const worker = createDeliveryWorker({
  queue: createDeliveryQueue({ pool, clock: Date.now, maxPerWebhook: 8 }),
  perform: createPerformAttempt({
    send: sender.send,
    secrets: createSecrets(options.secret),
    clock: Date.now,
    renewals: {},
  }),
  logger: createLogger('silent'),
  onFinished: () => {},
  onSettled: () => {},
  cancelMarked: async () => {},
  createPartitions: () => createAttemptPartitions(pool, Date.now()),
  maxConcurrent: options.concurrency,
})
worker.start()
console.log('ready')
