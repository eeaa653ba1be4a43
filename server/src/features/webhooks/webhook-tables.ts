import type { AttemptOutcome, WebhookEvent } from '@parley/protocol/webhook'
import type { Database, Transaction } from '../../core/database.ts'

/** Tables accessed with Kysely; migration 0008 documents the columns. The queue uses plain SQL. */
export type WebhookTables = {
  webhook: {
    id: string
    organization_id: string
    name: string | null
    url: string
    events: WebhookEvent[]
    active: boolean
    secret: string
    created_at: string
    deleted_at: string | null
    era: number
  }
  webhook_trouble: {
    webhook_id: string
    failures: number
    since: string
    last_status: number | null
    last_error: string | null
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

export const webhookTables = (db: Database | Transaction) => (db as Database).withTables<WebhookTables>()
