import Type, { type Static } from 'typebox'
import { PageQuery } from './pager.ts'
import { closed, DateTime, Id, nullable, Timestamp } from './scalars.ts'

/** The public events that a webhook can subscribe to (spec 6). */
export const webhookEvents = [
  'conversation.started',
  'conversation.ended',
  'call.started',
  'call.ended',
  'call.missed',
  'call.recording_ready',
  'customer.created',
  'customer.updated',
] as const
export const WebhookEvent = Type.Enum([...webhookEvents])
export type WebhookEvent = Static<typeof WebhookEvent>

/** Sent to one webhook, regardless of its subscriptions: its test event, and what an automation rule sends to it. */
export const directDeliveries = ['webhook.test', 'automation.triggered'] as const

/** Types of deliveries: the events, and those for a single webhook. */
export const DeliveryType = Type.Enum([...webhookEvents, ...directDeliveries])
export type DeliveryType = Static<typeof DeliveryType>

/** Why an attempt failed, if outcome and status do not say it all. */
export const failureCodes = [
  'receiver_refused',
  'receiver_closed',
  'receiver_unreachable',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_self_signed',
  'certificate_untrusted',
  'certificate_unverifiable',
  'certificate_other_name',
  'certificate_signature_wrong',
  'certificate_revoked',
  'tls_version',
  'tls_failed',
  'answer_invalid',
  'answer_too_large',
  'answer_late',
  'look_up_late',
  'connection_late',
  'address_refused',
  'url_refused',
  'name_unknown',
  'name_unanswered',
  'redirected',
  'not_stored',
  'waited_too_long',
] as const
const FailureCode = Type.Enum([...failureCodes])
export type FailureCode = Static<typeof FailureCode>

/** `detail`: the name that was resolved, the TLS error; null without details. */
export const AttemptFailure = Type.Object({ code: FailureCode, detail: nullable(Type.String()) }, closed)
export type AttemptFailure = Static<typeof AttemptFailure>

/** Why an endpoint keeps failing. Informational: the webhook stays on. */
export const WebhookTrouble = Type.Object(
  {
    /** End of the first failed attempt since the last successful one. */
    since: Timestamp,
    /** Consecutive failed attempts since then. */
    failures: Type.Integer(),
    last_status: nullable(Type.Integer()),
    last_error: nullable(Type.String()),
    /** `last_error` as a code; null also for attempts made before codes existed. */
    last_failure: nullable(AttemptFailure),
  },
  closed,
)
export type WebhookTrouble = Static<typeof WebhookTrouble>

/** An endpoint of the organization (spec 2.6). Does not contain its secret. */
export const Webhook = Type.Object(
  {
    id: Id,
    /** null: the panel shows the URL instead. */
    name: nullable(Type.String()),
    url: Type.String(),
    events: Type.Array(WebhookEvent),
    active: Type.Boolean(),
    /** null: the last attempt succeeded, or there was none. */
    trouble: nullable(WebhookTrouble),
    created_at: Timestamp,
  },
  closed,
)
export type Webhook = Static<typeof Webhook>

/**
 * Result of resolving a URL's host name when it was saved: it does not exist, no name server responded, or its address is blocked.
 * Only a warning: DNS records change, and each attempt resolves the name again.
 */
export const WebhookUrlWarning = Type.Enum(['name_unknown', 'name_unanswered', 'address_refused'])
export type WebhookUrlWarning = Static<typeof WebhookUrlWarning>

/** Response to a change. `url_warning` null: no problem found, or the URL was not changed. */
export const SavedWebhook = Type.Object(
  { ...Webhook.properties, url_warning: nullable(WebhookUrlWarning) },
  closed,
)
export type SavedWebhook = Static<typeof SavedWebhook>

const Url = Type.String({ minLength: 1, maxLength: 2048 })
/** null or blank: no name. */
const Name = nullable(Type.String({ maxLength: 100 }))
const Events = Type.Array(WebhookEvent, { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true })

export const WebhookInput = Type.Object(
  { name: Type.Optional(Name), url: Url, events: Events, active: Type.Optional(Type.Boolean()) },
  closed,
)
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookChange = Type.Partial(
  Type.Object({ name: Name, url: Url, events: Events, active: Type.Boolean() }, closed),
  closed,
)
export type WebhookChange = Static<typeof WebhookChange>

/** The test to send: webhook.test by default, or a sample of an event with made-up ids. */
export const WebhookTestQuery = Type.Object({ type: Type.Optional(DeliveryType) }, closed)
export type WebhookTestQuery = Static<typeof WebhookTestQuery>

export const StatisticsPeriod = Type.Enum(['24h', '14d'])
export type StatisticsPeriod = Static<typeof StatisticsPeriod>

/** Finished attempts in one part of the period. */
const AttemptFigures = {
  delivered: Type.Integer(),
  failed: Type.Integer(),
  /** Time to the status line or the failure in milliseconds; null without attempts. */
  median_ms: nullable(Type.Integer()),
  p95_ms: nullable(Type.Integer()),
}

/** Attempts of one webhook: totals, and contiguous parts of equal length, oldest first. */
export const WebhookStatistics = Type.Object(
  {
    period: StatisticsPeriod,
    /** Length of a part in seconds: one hour or six hours. */
    step: Type.Integer(),
    ...AttemptFigures,
    parts: Type.Array(Type.Object({ from: Timestamp, ...AttemptFigures }, closed)),
  },
  closed,
)
export type WebhookStatistics = Static<typeof WebhookStatistics>

/** `whsec_` and base64 (spec 2.6, 5.5), returned only on request. */
export const WebhookSecret = Type.Object({ secret: Type.String() }, closed)
export type WebhookSecret = Static<typeof WebhookSecret>

/**
 * waiting: an attempt is due at `next_attempt_at`. sending: an attempt is in progress. delivered: the endpoint responded with 2xx.
 * failed: no attempt is left (spec 7). cancelled: the webhook was turned off, unsubscribed or deleted before.
 */
export const DeliveryState = Type.Enum(['waiting', 'sending', 'delivered', 'failed', 'cancelled'])
export type DeliveryState = Static<typeof DeliveryState>

/** One public event for one webhook. */
export const Delivery = Type.Object(
  {
    id: Id,
    webhook_id: Id,
    event_id: Id,
    type: DeliveryType,
    state: DeliveryState,
    /** Completed attempts, including manual resends. */
    attempts: Type.Integer(),
    next_attempt_at: nullable(Timestamp),
    last_status: nullable(Type.Integer()),
    last_error: nullable(Type.String()),
    /** When the event happened. */
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)
export type Delivery = Static<typeof Delivery>

/** How an attempt ended. Only `delivered` is a success; `interrupted` (the worker crashed while sending) is not counted. */
export const AttemptOutcome = Type.Enum([
  'under_way',
  'delivered',
  'bad_status',
  'timeout',
  'connection_error',
  'refused',
  'interrupted',
])
export type AttemptOutcome = Static<typeof AttemptOutcome>

const Headers = Type.Record(Type.String(), Type.String())

/** One POST with its request and response (spec 8). Signatures and links are masked: they are credentials. */
export const Attempt = Type.Object(
  {
    id: Id,
    kind: Type.Enum(['automatic', 'manual']),
    outcome: AttemptOutcome,
    status: nullable(Type.Integer()),
    /** Human-readable reason why there is no status, or why the request was blocked. Never contains a resolved address. */
    error: nullable(Type.String()),
    /** The same as a code; null also for attempts made before codes existed. */
    failure: nullable(AttemptFailure),
    started_at: Timestamp,
    finished_at: nullable(Timestamp),
    /** Milliseconds from the start to the status line or the failure. */
    duration_ms: nullable(Type.Integer()),
    /** null: nothing was sent; or, if the attempt was interrupted or failed with `not_stored`, it is unknown what was sent. */
    request: nullable(Type.Object({ url: Type.String(), headers: Headers, body: Type.String() }, closed)),
    /** `body`: at most 16 KiB as text; `truncated` if there was more. */
    response: nullable(
      Type.Object(
        { status: Type.Integer(), headers: Headers, body: Type.String(), truncated: Type.Boolean() },
        closed,
      ),
    ),
  },
  closed,
)
export type Attempt = Static<typeof Attempt>

/** A delivery with all its attempts, oldest first. */
export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    /** The body of the next attempt, with masked links. Also set if no attempt was made or no connection was established. */
    payload: Type.String(),
    attempt_list: Type.Array(Attempt),
  },
  closed,
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

/** Filters for deliveries, combined with AND. `from` and `to` bound `created_at`. */
export const DeliveryFilter = {
  webhook_id: Type.Optional(Id),
  state: Type.Optional(DeliveryState),
  type: Type.Optional(DeliveryType),
  event_id: Type.Optional(Id),
  customer_id: Type.Optional(Id),
  /** Includes the calls and recordings of this conversation. */
  conversation_id: Type.Optional(Id),
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTime),
}

/**
 * Body of "resend all matching": only completed deliveries (delivered, failed, cancelled) are resent. `cursor`: `next` of the
 * previous response.
 */
export const ResendInput = Type.Object({ ...DeliveryFilter, cursor: PageQuery.cursor }, closed)
export type ResendInput = Static<typeof ResendInput>
export type DeliveryFilter = Omit<ResendInput, 'cursor'>

/**
 * `more`: there are more than one request resends, and `next` is the cursor of the next request; null: these were the last.
 * Matching deliveries are skipped if their event is older than 14 days, unless they failed without an attempt, or if their webhook is
 * turned off, deleted or no longer subscribed.
 */
export const ResendResult = Type.Object(
  { resent: Type.Integer(), more: Type.Boolean(), next: nullable(Type.String()) },
  closed,
)
export type ResendResult = Static<typeof ResendResult>
