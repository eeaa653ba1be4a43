import type { ErrorCode } from '@parley/protocol/error'
import type {
  Delivery,
  DeliveryType,
  directDeliveries,
  SavedWebhook,
  StatisticsPeriod,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookStatistics,
  WebhookUrlWarning,
} from '@parley/protocol/webhook'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { Secrets } from '../../core/secrets.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import { cancelMarked } from './cancellations.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { Wake } from './delivery-hints.ts'
import { findDelivery } from './delivery-log.ts'
import { sampleOf } from './event-samples.ts'
import { enqueueFor, type DirectEvent } from './outbox.ts'
import { queueTime } from './queue-time.ts'
import { newWebhookSecret, openSecret, sealSecret } from './webhook-secret.ts'
import { readStatistics } from './webhook-statistics.ts'
import {
  countWebhooksLocked,
  findSealedSecret,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  switchWebhook,
  updateWebhook,
  type WebhookSwitch,
} from './webhook-store.ts'

/** Per organization: each event makes one delivery per webhook. */
const maxWebhooks = 20

/** Deleted webhooks keep a row for 14 days, so creations are limited as well. */
const maxCreatedPerDay = 100

/** Checks a URL without a DNS lookup; the addresses are checked when connecting (spec 7). */
export type CheckUrl = (
  url: string,
) => { ok: true; url: string } | { ok: false; code: ErrorCode; detail: string }

const cleanName = (name: string | null): string | null => name?.trim() || null

export type Webhooks = ReturnType<typeof createWebhooks>

/** The webhooks of an organization (spec 2.6). */
export function createWebhooks(deps: {
  db: Database
  clock: Clock
  secrets: Secrets
  checkUrl: CheckUrl
  /** Returns a warning about the addresses of a saved URL. The addresses are checked again when connecting. */
  checkDns: (url: string, organizationId: string) => Promise<WebhookUrlWarning | null>
  notifier: ChangeNotifier
  /** Called when a delivery is due. */
  wake: Wake
  onError: (error: unknown) => void
}) {
  const { db, clock, secrets, notifier } = deps

  // Transactions that wait for a lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)
  // Statistics of a busy webhook read millions of rows: one organization must not take all connections for them.
  const readers = createKeyedSemaphore(2)
  const inTurn = <T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> =>
    turns.run(organizationId, () => db.transaction().execute(work))

  function validUrl(url: string): string {
    const verdict = deps.checkUrl(url)
    if (!verdict.ok) throw new AppError(verdict.code, { detail: verdict.detail, pointer: '/body/url' })
    return verdict.url
  }

  async function requireWebhook(organizationId: string, id: string): Promise<Webhook> {
    const webhook = await findWebhook(db, organizationId, id)
    if (!webhook) throw new AppError('not_found')
    return webhook
  }

  async function withUrlWarning(
    organizationId: string,
    id: string,
    url: string | undefined,
  ): Promise<SavedWebhook> {
    const warning = url === undefined ? null : await deps.checkDns(url, organizationId)
    return { ...(await requireWebhook(organizationId, id)), url_warning: warning }
  }

  /**
   * Cancels one batch before it resolves, so that the response already reflects it; a worker cancels the rest, and all of it if this
   * fails: the change is committed, and a repeated deletion would return not_found.
   */
  async function change(organizationId: string, id: string, update: WebhookSwitch): Promise<void> {
    const done = await inTurn(organizationId, (trx) => switchWebhook(trx, organizationId, id, update))
    if (done === 'not_found') throw new AppError('not_found')
    if (done === 'to_cancel')
      await cancelMarked(db, queueTime(clock), { webhookId: id, batches: 1 }).catch(deps.onError)
    notifier.notify(organizationId, 'webhooks')
    notifier.notify(organizationId, 'deliveries')
  }

  /** Locked in share mode. @throws AppError not_found, webhook_inactive */
  async function activeWebhook(
    trx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<{ id: string; era: number }> {
    const webhook = await lockWebhook(trx, organizationId, id)
    if (!webhook) throw new AppError('not_found')
    if (!webhook.active) throw new AppError('webhook_inactive')
    return { id, era: webhook.era }
  }

  return {
    find: requireWebhook,
    list: (organizationId: string, page: Parameters<typeof listWebhooks>[2]) =>
      listWebhooks(db, organizationId, page),

    /** @throws AppError webhook_limit, rate_limited or a URL error */
    async create(organizationId: string, input: WebhookInput): Promise<SavedWebhook> {
      const id = newId()
      const row = {
        id,
        organization_id: organizationId,
        name: cleanName(input.name ?? null),
        url: validUrl(input.url),
        events: input.events,
        active: input.active ?? true,
        secret: sealSecret(secrets, id, newWebhookSecret()),
        created_at: timestamp(clock()),
      }
      await inTurn(organizationId, async (trx) => {
        const dayAgo = timestamp(clock() - 24 * 3600 * 1000)
        const { existing, createdToday } = await countWebhooksLocked(trx, organizationId, dayAgo)
        if (existing >= maxWebhooks) throw new AppError('webhook_limit')
        if (createdToday >= maxCreatedPerDay)
          throw new AppError('rate_limited', {
            detail: `At most ${maxCreatedPerDay} webhooks can be created in 24 hours.`,
            retryAfter: 3600,
          })
        await insertWebhook(trx, row)
      })
      notifier.notify(organizationId, 'webhooks')
      return withUrlWarning(organizationId, id, row.url)
    },

    /**
     * Waiting deliveries that the webhook no longer receives are never sent, even if the change is reverted.
     * @throws AppError not_found or a URL error
     */
    async update(organizationId: string, id: string, input: WebhookChange): Promise<SavedWebhook> {
      const { name, url, events, active } = input
      const update = {
        ...(name !== undefined && { name: cleanName(name) }),
        ...(url !== undefined && { url: validUrl(url) }),
        ...(events !== undefined && { events }),
        ...(active !== undefined && { active }),
      }
      if (Object.keys(update).length > 0) await change(organizationId, id, update)
      return withUrlWarning(organizationId, id, update.url)
    },

    /** Stops deliveries and deletes the secret; deliveries stay in the log. @throws AppError not_found */
    remove: (organizationId: string, id: string): Promise<void> =>
      change(organizationId, id, { deleted_at: timestamp(clock()), active: false, secret: '' }),

    /** @throws AppError not_found, webhook_secret_unreadable */
    async secret(organizationId: string, id: string): Promise<string> {
      const sealed = await findSealedSecret(db, organizationId, id)
      if (sealed === undefined) throw new AppError('not_found')
      return openSecret(secrets, id, sealed)
    },

    /** The new secret signs from the next attempt on (spec 5.5, rule 7). @throws AppError not_found */
    async regenerateSecret(organizationId: string, id: string): Promise<string> {
      const secret = newWebhookSecret()
      const sealed = sealSecret(secrets, id, secret)
      if (!(await updateWebhook(db, organizationId, id, { secret: sealed }))) throw new AppError('not_found')
      notifier.notify(organizationId, 'webhooks')
      return secret
    },

    /** @throws AppError not_found */
    async statistics(
      organizationId: string,
      id: string,
      period: StatisticsPeriod,
    ): Promise<WebhookStatistics> {
      await requireWebhook(organizationId, id)
      return readers.run(organizationId, () => readStatistics(db, id, period, clock()))
    },

    exists: async (organizationId: string, id: string): Promise<boolean> =>
      (await findWebhook(db, organizationId, id)) !== undefined,

    /**
     * Queues a delivery of this event to this webhook only, regardless of its subscriptions. Idempotent by the event's id: returns
     * whether it was queued now. @throws AppError not_found, webhook_inactive
     */
    async enqueueDirect(
      organizationId: string,
      id: string,
      event: DirectEvent & { type: (typeof directDeliveries)[number] },
    ): Promise<boolean> {
      const deliveryId = await inTurn(organizationId, async (trx) => {
        const webhook = await activeWebhook(trx, organizationId, id)
        const occurred = { ...event, organization_id: organizationId, occurred_at: timestamp(clock()) }
        return enqueueFor(trx, webhook, occurred, queueTime(clock))
      })
      if (deliveryId === null) return false
      deps.wake([id])
      notifier.notify(organizationId, 'deliveries')
      return true
    },

    /**
     * Sends a `webhook.test` event or a sample of an event, to this webhook only and regardless of its subscriptions.
     * @throws AppError not_found, webhook_inactive
     */
    async sendTest(
      organizationId: string,
      id: string,
      type: DeliveryType = 'webhook.test',
    ): Promise<Delivery> {
      const deliveryId = await inTurn(organizationId, async (trx) => {
        const webhook = await activeWebhook(trx, organizationId, id)
        const event = {
          id: newId(),
          organization_id: organizationId,
          type,
          occurred_at: timestamp(clock()),
          customer_id: null,
          conversation_id: null,
          data: sampleOf(type, { webhookId: id, now: clock() }),
        }
        return enqueueFor(trx, webhook, event, queueTime(clock))
      })
      deps.wake([id])
      notifier.notify(organizationId, 'deliveries')
      const delivery = deliveryId === null ? undefined : await findDelivery(db, organizationId, deliveryId)
      if (!delivery) throw new Error('The delivery was not found after its insert')
      return delivery
    },
  }
}
