import type { MessageSent } from '@parley/protocol/message'
import type { Delivery, DeliveryDetail, SavedWebhook, WebhookEvent } from '@parley/protocol/webhook'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../core/database.ts'
import { createSecrets } from '../core/secrets.ts'
import { createSignedLinks } from '../core/signed-links.ts'
import { signMessagesUrl } from '../features/conversations/messages-path.ts'
import { signRecordings } from '../features/recordings/recording-files.ts'
import { createAttemptPartitions } from '../features/webhooks/attempt-partitions.ts'
import { createPerformAttempt } from '../features/webhooks/delivery-attempt.ts'
import {
  createDeliveryQueue,
  type Claimed,
  type Finished,
  type Settled,
} from '../features/webhooks/delivery-queue.ts'
import type { Due } from '../features/webhooks/due-webhooks.ts'
import type { Send, SendInput, SendResult } from '../features/webhooks/sending/send-result.ts'
import {
  baseUrl,
  connectVisitor,
  foundOrganization,
  startTestService,
  testSecret,
  type TestOrganization,
  type TestService,
} from './test-service.ts'
import { sendText } from './test-shop.ts'

/**
 * A service whose deliveries are sent by the test: a real queue and database, a manual clock and a simulated receiver.
 * The worker of `service.app` is not started.
 */
export interface WebhookFixture {
  service: TestService
  organization: TestOrganization
  database: DatabaseHandle
  pool: pg.Pool
  queue: ReturnType<typeof createDeliveryQueue>
  /** Requests sent since the test began. */
  sent: (SendInput & { json: SentBody })[]
  /** Sends batches until nothing is due. */
  deliverDue(): Promise<Settled[]>
  /** Leases due deliveries like a worker. `finish` ends the attempts; without it, the worker has died. */
  claim(limit?: number, due?: Due): Promise<Claimed[]>
  finish(claimed: Claimed | undefined, result: Pick<Finished, 'outcome' | 'status'>): Promise<Settled[]>
  /** Sets the receiver's response from now on. */
  answer(how: Answer): void
  turn(milliseconds: number): void
  now(): number
  call(method: string, path: string, body?: object): Promise<{ status: number; body: never }>
  webhook(events?: WebhookEvent[], more?: object): Promise<SavedWebhook>
  /** A visitor's first message, which causes customer.created and conversation.started. */
  customer(): Promise<MessageSent>
  deliveries(query?: string): Promise<Delivery[]>
  detail(id: string): Promise<DeliveryDetail>
}

/** A status, parts of a result, or a function of the request. */
export type Answer = number | Partial<SendResult> | ((input: SendInput) => Partial<SendResult>)

export interface SentBody {
  event_id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

const noExchange = { error: null, duration_ms: 1, retry_after: 600, request: null, response: null }

/** Concurrent attempts per webhook. */
export const maxPerWebhook = 8

export const minutes = 60_000
export const days = 24 * 60 * minutes

export function useWebhookFixture(): WebhookFixture {
  let ahead = 0
  let answering: (input: SendInput) => Partial<SendResult> = () => ({})
  const clock = () => Date.now() + ahead
  const desk: Partial<WebhookFixture> = {}
  const full = desk as WebhookFixture

  const send: Send = async (input) => {
    const json = JSON.parse(input.body.toString()) as SentBody
    full.sent.push({ ...input, json })
    const result = answering(input)
    const status = result.status === undefined ? 200 : result.status
    return {
      outcome: status !== null && status >= 200 && status < 300 ? 'delivered' : 'bad_status',
      status,
      failure: null,
      durationMs: 12.4,
      retryAfterSeconds: null,
      request: {
        url: input.url,
        headers: { 'webhook-id': input.eventId, 'webhook-signature': `v1,${'s'.repeat(43)}=` },
      },
      response: status === null ? null : { status, headers: {}, body: 'ok', truncated: false },
      ...result,
    }
  }

  beforeAll(async () => {
    const service = await startTestService({
      clock,
      resolve: async (name) =>
        name === 'nowhere.com' ? { ok: false, reason: 'not_found' } : { ok: true, addresses: ['1.1.1.1'] },
    })
    const database = openDatabase(service.databaseUrl, { connections: 4 })
    const { pool } = database
    const secrets = createSecrets(testSecret)
    const links = createSignedLinks(secrets)
    const queue = createDeliveryQueue({ pool, clock, maxPerWebhook })
    const perform = createPerformAttempt({
      send,
      secrets,
      clock,
      renewals: {
        'conversation.ended': signMessagesUrl({ baseUrl, links }),
        'call.recording_ready': signRecordings({ baseUrl, links }),
      },
    })
    const organization = await foundOrganization(service, 'Shop')
    Object.assign(desk, {
      service,
      organization,
      database,
      pool,
      queue,
      async deliverDue() {
        await createAttemptPartitions(pool, clock())
        const settled: Settled[] = []
        for (;;) {
          const claimed = await queue.claim(64)
          if (claimed.length === 0) return settled
          settled.push(...(await queue.finish(await Promise.all(claimed.map(perform)))))
        }
      },
      async claim(limit = 64, due?: Due) {
        await createAttemptPartitions(pool, clock())
        return queue.claim(limit, due)
      },
      finish: ({ delivery_id, attempt_id }: Claimed, end: Pick<Finished, 'outcome' | 'status'>) =>
        queue.finish([{ ...noExchange, ...end, delivery_id, attempt_id }]),
      answer(how: Answer) {
        const parts = typeof how === 'number' ? { status: how } : how
        answering = typeof parts === 'function' ? parts : () => parts
      },
      turn: (milliseconds: number) => (ahead += milliseconds),
      now: clock,
      call: (method: string, path: string, body?: object) =>
        service.call(method, `/v1/organizations/${organization.id}${path}`, {
          cookie: organization.cookie,
          ...(body && { body }),
        }),
      async webhook(events: WebhookEvent[] = ['customer.created'], more: object = {}) {
        const input = { url: 'https://hooks.shop.com/parley', events, ...more }
        const { status, body } = await full.call('POST', '/webhooks', input)
        if (status !== 201) throw new Error(`Creating a webhook failed: ${JSON.stringify(body)}`)
        return body as SavedWebhook
      },
      async customer() {
        const { socket } = await connectVisitor(service, organization.providerId)
        const sent = await sendText(socket, 'Hello')
        await socket.leave()
        return sent
      },
      deliveries: async (query = '') =>
        ((await full.call('GET', `/deliveries${query}`)).body as { data: Delivery[] }).data,
      detail: async (id: string) => (await full.call('GET', `/deliveries/${id}`)).body as DeliveryDetail,
    })
  })
  beforeEach(async () => {
    full.answer(200)
    desk.sent = []
    // Each test starts without webhooks and deliveries.
    await full.pool.query(
      'delete from delivery_queue; delete from delivery; update webhook set deleted_at = now()',
    )
  })
  afterAll(async () => {
    await full.database.close()
    await full.service.stop()
  })
  return full
}
