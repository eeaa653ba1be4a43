import type { AttemptOutcome, DeliveryType, WebhookEvent } from '@parley/protocol/webhook'
import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

/** Tables of this feature (migration 0008); what each column means stands there. */
export type WebhookTables = {
  webhook: {
    id: string
    organization_id: string
    url: string
    events: WebhookEvent[]
    active: boolean
    secret: string
    created_at: string
    deleted_at: string | null
  }
  webhook_trouble: {
    webhook_id: string
    failures: number
    since: string
    last_status: number | null
    last_error: string | null
  }
  webhook_event: {
    id: string
    organization_id: string
    type: DeliveryType
    occurred_at: string
    data: unknown
  }
  delivery: {
    id: string
    organization_id: string
    webhook_id: string
    event_id: string
    type: DeliveryType
    state: StoredState
    attempts: Generated<number>
    last_status: number | null
    last_error: string | null
    created_at: string
    updated_at: string
  }
  delivery_queue: {
    delivery_id: string
    webhook_id: string
    kind: Generated<'automatic' | 'manual'>
    counted: Generated<number>
    lost: Generated<number>
    due_at: string
    retry_at: string | null
    attempt_id: string | null
    lease_until: string | null
  }
  delivery_attempt: {
    id: string
    delivery_id: string
    kind: 'automatic' | 'manual'
    outcome: AttemptOutcome
    status: number | null
    error: string | null
    started_at: string
    finished_at: string | null
    duration_ms: number | null
    request: unknown
    response: unknown
  }
}

/** `open` is waiting or sending: the row in delivery_queue knows which. */
export type StoredState = 'open' | 'delivered' | 'failed' | 'cancelled'

export const webhookTables = (db: Database | Transaction) => (db as Database).withTables<WebhookTables>()
