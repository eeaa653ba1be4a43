import type { ConversationFilter } from '@parley/protocol/conversation-filter'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { filterSql } from './filter-sql.ts'

/** What other features base deadlines on. */
export interface ConversationFacts {
  id: string
  customer_id: string
  agent_id: string | null
  team_id: string | null
  status: 'open' | 'closed'
  started_at: string
  waiting_since: string | null
  first_response_time: number | null
  snoozed_seq: number | null
  /** The message that the customer has waited for an answer to was imported. */
  imported: boolean
  /** Position of the customer's latest entry. */
  last_seq: number
  /** Index of the first of the filters that the conversation satisfies. */
  matched: number | null
}

/** An imported customer cannot write, so all their messages are imported. Their log begins with the import. */
const columns = sql.raw(`
  c.id, c.customer_id, c.agent_id, c.team_id, c.status, c.started_at, c.waiting_since, c.first_response_time, c.snoozed_seq,
  c.waiting_since is not null and exists (
    select from event_log e where e.customer_id = c.customer_id and e.seq = 1 and e.actor ? 'imported'
  ) as imported,
  (select l.last_seq from customer_log l where l.customer_id = c.customer_id) as last_seq`)

/** The first filter that applies. Without `me`: such a filter does not depend on who looks. */
const firstMatch = (organizationId: string, filters: ConversationFilter[], now: number) =>
  filters.length === 0
    ? sql`null::int`
    : sql`case ${sql.join(
        filters.map(
          (filter, index) =>
            sql`when ${filterSql(filter, { organizationId, me: null, now })} then ${index}::int`,
        ),
        sql` `,
      )} end`

export async function factsOf(
  db: Database | Transaction,
  organizationId: string,
  conversationIds: string[],
  filters: ConversationFilter[],
  now: number,
): Promise<ConversationFacts[]> {
  if (conversationIds.length === 0) return []
  const { rows } = await sql<ConversationFacts>`
    select ${columns}, ${firstMatch(organizationId, filters, now)} as matched from conversation c
    where c.organization_id = ${organizationId}::uuid and c.id = any(${conversationIds}::uuid[])`.execute(db)
  return rows
}

/** Open conversations of an organization with ids after `after`, by id. */
export async function openAfter(
  db: Database | Transaction,
  organizationId: string,
  after: string | null,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversation c
    where c.organization_id = ${organizationId}::uuid and c.closed_at is null
      and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
