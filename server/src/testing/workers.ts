import { afterEach } from 'vitest'
import { createLogger } from '../core/logger.ts'
import { createAttemptPartitions } from '../features/webhooks/attempt-partitions.ts'
import type { Claimed, Finished } from '../features/webhooks/delivery-queue.ts'
import {
  createDeliveryWorker,
  type DeliveryWorker,
  type WorkerDeps,
} from '../features/webhooks/delivery-worker.ts'
import type { WebhookFixture } from './webhook-fixture.ts'

/** Starts workers on the fixture's queue and stops them after each test. */
export function useWorkers(desk: WebhookFixture) {
  const cleanUps: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  })

  const delivered = ({ delivery_id, attempt_id }: Claimed): Finished => ({
    delivery_id,
    attempt_id,
    outcome: 'delivered',
    status: 200,
    error: null,
    duration_ms: 1,
    retry_after: 600,
    request: null,
    response: null,
  })

  /** Starts a worker. `ended(n)` waits until n attempts have finished. */
  function startWorker(more: Partial<WorkerDeps> = {}) {
    const finished: Finished[] = []
    let tell = () => {}
    const worker: DeliveryWorker = createDeliveryWorker({
      queue: desk.queue,
      perform: async (claimed) => delivered(claimed),
      logger: createLogger('silent'),
      onFinished(one) {
        finished.push(one)
        tell()
      },
      onSettled: () => {},
      cancelMarked: async () => {},
      createPartitions: () => createAttemptPartitions(desk.pool, desk.now()),
      ...more,
    })
    worker.start()
    cleanUps.push(() => worker.stop())
    const ended = async (count: number) => {
      while (finished.length < count) await new Promise<void>((resolve) => (tell = resolve))
      return finished
    }
    return { worker, ended }
  }

  /** Queues test deliveries for a webhook with an earlier success, which may use all its slots. */
  async function queueUp(count: number): Promise<void> {
    const { id } = await desk.webhook()
    await desk.pool.query('insert into webhook_trouble (webhook_id, failures, since) values ($1, 0, now())', [
      id,
    ])
    for (let made = 0; made < count; made += 1) await desk.call('POST', `/webhooks/${id}/test`)
  }

  return { startWorker, queueUp, delivered, cleanUps }
}
