import type { Generated } from 'kysely'
import type { Database, Transaction } from '../database.ts'

type ConsumerTables = {
  log_consumer_process: { id: string; consumers: string[]; lease_until: string }
  log_consumer_range: {
    consumer: string
    range: number
    owner: string | null
    discovered: string
    walk_after: string | null
  }
  log_cursor: {
    consumer: string
    customer_id: string
    seq: number
    attempts: Generated<number>
    /** With an error: the next entry waits until then. Without: a retry was made, and the entries behind it are still to be read. */
    retry_at: string | null
    last_error: string | null
  }
  log_parked: {
    consumer: string
    customer_id: string
    seq: number
    organization_id: string
    entry_id: string
    type: string
    error: string
    attempts: number
    parked_at: string
    requeued_at: string | null
  }
}

export const consumerTables = (db: Database | Transaction) => (db as Database).withTables<ConsumerTables>()
