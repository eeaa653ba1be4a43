import type { ErrorCode } from '@parley/protocol/error'
import type {
  Delivery,
  SavedWebhook,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookUrlWarning,
} from '@parley/protocol/webhook'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { Secrets } from '../../core/secrets.ts'
import { cancelMarked } from './cancellations.ts'
import type { DeliveryNews } from './delivery-news.ts'
import { findDelivery } from './delivery-log.ts'
import { enqueueFor } from './outbox.ts'
import { queueTime } from './queue-time.ts'
import { newWebhookSecret, openSecret, sealSecret } from './webhook-secret.ts'
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

/** Each event is one delivery for every one of them; nobody who means well needs more. */
const mostWebhooks = 20

/** One that is deleted leaves a row for 14 days. */
const mostMadeADay = 100

/** What can be said of an address when it is saved; the last word is spoken when it is dialled (spec 7). */
export type CheckUrl = (
  url: string,
) => { ok: true; url: string } | { ok: false; code: ErrorCode; detail: string }

export type Webhooks = ReturnType<typeof createWebhooks>

/** The endpoints of an organization (spec 2.6). */
export function createWebhooks(deps: {
  db: Database
  clock: Clock
  secrets: Secrets
  checkUrl: CheckUrl
  /** What its name says, for whoever saved it; the last word is the same. */
  foresee: (url: string, organizationId: string) => Promise<WebhookUrlWarning | null>
  news: DeliveryNews
  /** Something is due. */
  wake: () => void
}) {
  const { db, clock, secrets, news } = deps

  function checked(url: string): string {
    const verdict = deps.checkUrl(url)
    if (!verdict.ok) throw new AppError(verdict.code, { detail: verdict.detail, pointer: '/body/url' })
    return verdict.url
  }

  async function existing(organizationId: string, id: string): Promise<Webhook> {
    const webhook = await findWebhook(db, organizationId, id)
    if (!webhook) throw new AppError('not_found')
    return webhook
  }

  async function saved(organizationId: string, id: string, url: string | undefined): Promise<SavedWebhook> {
    const warning = url === undefined ? null : await deps.foresee(url, organizationId)
    return { ...(await existing(organizationId, id)), url_warning: warning }
  }

  /** Of what it cancels one batch at once, so that the answer finds it cancelled; a worker goes on with the others. */
  async function change(organizationId: string, id: string, update: WebhookSwitch): Promise<void> {
    const done = await db.transaction().execute((trx) => switchWebhook(trx, organizationId, id, update))
    if (done === 'not_found') throw new AppError('not_found')
    if (done === 'to_cancel') await cancelMarked(db, queueTime(clock), { webhookId: id, batches: 1 })
    news.tell(organizationId, 'webhooks')
    news.tell(organizationId, 'deliveries')
  }

  return {
    find: existing,
    list: (organizationId: string, page: Parameters<typeof listWebhooks>[2]) =>
      listWebhooks(db, organizationId, page),

    /** @throws AppError webhook_limit, rate_limited, or what is wrong with the address */
    async create(organizationId: string, input: WebhookInput): Promise<SavedWebhook> {
      const id = newId()
      const row = {
        id,
        organization_id: organizationId,
        url: checked(input.url),
        events: input.events,
        active: input.active ?? true,
        secret: sealSecret(secrets, id, newWebhookSecret()),
        created_at: timestamp(clock()),
      }
      await db.transaction().execute(async (trx) => {
        const dayAgo = timestamp(clock() - 24 * 3600 * 1000)
        const { present, made } = await countWebhooksLocked(trx, organizationId, dayAgo)
        if (present >= mostWebhooks) throw new AppError('webhook_limit')
        if (made >= mostMadeADay)
          throw new AppError('rate_limited', {
            detail: `At most ${mostMadeADay} webhooks are made in 24 hours.`,
            retryAfter: 3600,
          })
        await insertWebhook(trx, row)
      })
      news.tell(organizationId, 'webhooks')
      return saved(organizationId, id, row.url)
    },

    /**
     * What waits and may not be sent any more is never sent from then on; switching on again does not bring it back.
     * @throws AppError not_found, or what is wrong with the address
     */
    async update(organizationId: string, id: string, input: WebhookChange): Promise<SavedWebhook> {
      const { url, events, active } = input
      const update = {
        ...(url !== undefined && { url: checked(url) }),
        ...(events !== undefined && { events }),
        ...(active !== undefined && { active }),
      }
      if (Object.keys(update).length > 0) await change(organizationId, id, update)
      return saved(organizationId, id, update.url)
    },

    /** It receives nothing from then on; its deliveries stay in the log for their time, its secret does not. @throws AppError not_found */
    remove: (organizationId: string, id: string): Promise<void> =>
      change(organizationId, id, { deleted_at: timestamp(clock()), active: false, secret: '' }),

    /** @throws AppError not_found */
    async secret(organizationId: string, id: string): Promise<string> {
      const sealed = await findSealedSecret(db, organizationId, id)
      if (sealed === undefined) throw new AppError('not_found')
      return openSecret(secrets, id, sealed)
    },

    /** It alone signs from the next attempt on (spec 5.5, rule 7). @throws AppError not_found */
    async regenerateSecret(organizationId: string, id: string): Promise<string> {
      const secret = newWebhookSecret()
      const sealed = sealSecret(secrets, id, secret)
      if (!(await updateWebhook(db, organizationId, id, { secret: sealed }))) throw new AppError('not_found')
      news.tell(organizationId, 'webhooks')
      return secret
    },

    /** A `webhook.test` for this webhook alone, whatever it subscribes to. @throws AppError not_found, webhook_inactive */
    async sendTest(organizationId: string, id: string): Promise<Delivery> {
      const deliveryId = await db.transaction().execute(async (trx) => {
        const webhook = await lockWebhook(trx, organizationId, id)
        if (!webhook) throw new AppError('not_found')
        if (!webhook.active) throw new AppError('webhook_inactive')
        const event = {
          id: newId(),
          organization_id: organizationId,
          type: 'webhook.test' as const,
          occurred_at: timestamp(clock()),
          data: { webhook_id: id, message: 'This is a test event. Your endpoint receives webhooks.' },
        }
        return enqueueFor(trx, { id, era: webhook.era }, event, queueTime(clock))
      })
      deps.wake()
      news.tell(organizationId, 'deliveries')
      const delivery = await findDelivery(db, organizationId, deliveryId)
      if (!delivery) throw new Error('A delivery vanished')
      return delivery
    },
  }
}
