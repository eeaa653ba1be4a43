import Type, { type Static } from 'typebox'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** The public events that a webhook may subscribe to (spec 6). */
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

/** What a delivery can carry: an event, or the word that "send test event" sends to one webhook alone. */
export const DeliveryType = Type.Enum([...webhookEvents, 'webhook.test'])
export type DeliveryType = Static<typeof DeliveryType>

/** Where and why an endpoint keeps failing; a notice for people, nothing is switched off by it. */
export const WebhookTrouble = Type.Object(
  {
    /** End of the first attempt that failed since the last one that was delivered. */
    since: Timestamp,
    /** Attempts that failed since then, one after the other. */
    failures: Type.Integer(),
    last_status: nullable(Type.Integer()),
    last_error: nullable(Type.String()),
  },
  closed,
)
export type WebhookTrouble = Static<typeof WebhookTrouble>

/** An endpoint of the organization (spec 2.6). Its secret never travels with it. */
export const Webhook = Type.Object(
  {
    id: Id,
    url: Type.String(),
    events: Type.Array(WebhookEvent),
    active: Type.Boolean(),
    /** null: the last attempt was delivered, or there was none. */
    trouble: nullable(WebhookTrouble),
    created_at: Timestamp,
  },
  closed,
)
export type Webhook = Static<typeof Webhook>

/**
 * What the name of a URL said when it was saved: there is none, nobody answered for it, or it leads where nothing is sent. A warning
 * and no refusal: names are made and moved, and each attempt asks anew.
 */
export const WebhookUrlWarning = Type.Enum(['name_unknown', 'name_unanswered', 'address_refused'])
export type WebhookUrlWarning = Static<typeof WebhookUrlWarning>

/** The answer to whoever saves one. `url_warning` null: nothing speaks against the URL, or it was not part of the change. */
export const SavedWebhook = Type.Object(
  { ...Webhook.properties, url_warning: nullable(WebhookUrlWarning) },
  closed,
)
export type SavedWebhook = Static<typeof SavedWebhook>

const Url = Type.String({ minLength: 1, maxLength: 2048 })
const Events = Type.Array(WebhookEvent, { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true })

export const WebhookInput = Type.Object(
  { url: Url, events: Events, active: Type.Optional(Type.Boolean()) },
  closed,
)
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookChange = Type.Partial(
  Type.Object({ url: Url, events: Events, active: Type.Boolean() }, closed),
  closed,
)
export type WebhookChange = Static<typeof WebhookChange>

/** `whsec_` and base64 (spec 2.6, 5.5), answered only when asked for. */
export const WebhookSecret = Type.Object({ secret: Type.String() }, closed)
export type WebhookSecret = Static<typeof WebhookSecret>

/**
 * waiting: an attempt is due at `next_attempt_at`. sending: one is under way. delivered: answered with 2xx.
 * failed: no attempt is left (spec 7). cancelled: the webhook was switched off, unsubscribed or deleted before.
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
    /** Attempts that ended, the counted ones and those made by hand. */
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

/** How an attempt ended. Only `delivered` is a success; `interrupted` (we died while sending) is not counted. */
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

/** What an attempt failed of, where its outcome and status do not say it all. */
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

/** `detail`: the name that was looked up, what TLS said; null where there is nothing to add. */
export const AttemptFailure = Type.Object({ code: FailureCode, detail: nullable(Type.String()) }, closed)
export type AttemptFailure = Static<typeof AttemptFailure>

const Headers = Type.Record(Type.String(), Type.String())

/** One POST, as it was sent and answered (spec 8). Signatures and links are masked: they are passwords. */
export const Attempt = Type.Object(
  {
    id: Id,
    kind: Type.Enum(['automatic', 'manual']),
    outcome: AttemptOutcome,
    status: nullable(Type.Integer()),
    /** In words, for people: why there is no status, or why it was refused. Never an address that was resolved. */
    error: nullable(Type.String()),
    /** The same for programs; null also for attempts of before there were codes. */
    failure: nullable(AttemptFailure),
    started_at: Timestamp,
    finished_at: nullable(Timestamp),
    /** From the start to the status line, or to the failure, in milliseconds. */
    duration_ms: nullable(Type.Integer()),
    /** null: nothing left this machine. */
    request: nullable(Type.Object({ url: Type.String(), headers: Headers, body: Type.String() }, closed)),
    /** `body`: at most 16 KiB as text; `truncated` when there was more. */
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

/** A delivery with every attempt of its, oldest first. */
export const DeliveryDetail = Type.Object(
  { ...Delivery.properties, attempt_list: Type.Array(Attempt) },
  closed,
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

/** Which deliveries: all that are given must hold. `from` and `to` bound `created_at`. */
export const DeliveryFilter = {
  webhook_id: Type.Optional(Id),
  state: Type.Optional(DeliveryState),
  type: Type.Optional(DeliveryType),
  event_id: Type.Optional(Id),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
}

/** Body of "resend all that match": only those that are over (delivered, failed, cancelled) are sent again. */
export const ResendInput = Type.Object(DeliveryFilter, closed)
export type ResendInput = Static<typeof ResendInput>

/**
 * `more`: there were more than are taken at once; ask again. What matches and cannot be sent, because its webhook is
 * switched off, deleted or no longer subscribed, is passed over.
 */
export const ResendResult = Type.Object({ resent: Type.Integer(), more: Type.Boolean() }, closed)
export type ResendResult = Static<typeof ResendResult>
