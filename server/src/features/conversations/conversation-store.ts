import type { AgentFace } from '@parley/protocol/agent'
import type { MediaRecord } from '@parley/protocol/media'
import type { Priority } from '@parley/protocol/triage'
import type { SenderType } from '@parley/protocol/sender'
import { sql, type Generated, type UpdateObject } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

export type ConversationTables = {
  conversation: {
    id: string
    organization_id: string
    customer_id: string
    provider_id: string
    agent_id: string | null
    status: 'open' | 'closed'
    started_at: string
    closed_at: string | null
    duration: number | null
    first_response_time: number | null
    last_sender_type: SenderType | null
    last_preview: string | null
    last_media_count: Generated<number>
    last_message_at: string | null
    unread: Generated<number>
    waiting_since: string | null
    label_ids: Generated<string[]>
    priority: Priority | null
    snoozed_seq: number | null
    snoozed_until: string | null
    snoozed_by: string | null
    team_id: string | null
    routed_at: string | null
    updated_at: string
    created_at: string
  }
  message: {
    id: string
    organization_id: string
    customer_id: string
    conversation_id: string
    seq: number
    sender_type: SenderType
    sender: string
    sender_agent: AgentFace | string | null
    client_id: string
    content: string
    reply_to_id: string | null
    media: MediaRecord[] | string
    deleted_by_customer_at: string | null
    edited_at: string | null
    deleted_at: string | null
    delivery: Generated<unknown>
    created_at: string
  }
}

export interface ConversationRow {
  id: string
  organization_id: string
  customer_id: string
  provider_id: string
  agent_id: string | null
  team_id: string | null
  status: 'open' | 'closed'
  started_at: string
  closed_at: string | null
  duration: number | null
  first_response_time: number | null
}

const columns = [
  'id',
  'organization_id',
  'customer_id',
  'provider_id',
  'agent_id',
  'team_id',
  'status',
  'started_at',
  'closed_at',
  'duration',
  'first_response_time',
] as const satisfies (keyof ConversationRow)[]

/** What other features decide on (attributes.ts). */
export interface ConversationAttributes {
  label_ids: string[]
  priority: Priority | null
  snoozed_seq: number | null
  snoozed_until: string | null
  snoozed_by: string | null
}

export const conversationTables = (db: Database | Transaction) =>
  (db as Database).withTables<ConversationTables>()

/** In a transaction that holds the customer's lock, no other one changes conversations of this customer. */
export const findOpenConversation = (db: Transaction | Database, customerId: string) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** For log entries that belong to the open conversation, if there is one. */
export const openConversationId = async (
  db: Transaction | Database,
  customerId: string,
): Promise<string | null> => (await findOpenConversation(db, customerId))?.id ?? null

/** The team of the open conversation; null: it has none, or there is no open conversation. */
export const openConversationTeam = async (
  db: Transaction | Database,
  customerId: string,
): Promise<string | null> => (await findOpenConversation(db, customerId))?.team_id ?? null

/** The customer's conversation that started last. */
export const latestConversation = (db: Transaction | Database, customerId: string) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(columns)
    .where('customer_id', '=', customerId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findConversation = (
  db: Transaction | Database,
  organizationId: string,
  conversationId: string,
) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', conversationId)
    .executeTakeFirst()

/** The customer's lock must be held. */
export const findAttributes = (
  db: Transaction,
  conversationId: string,
): Promise<(ConversationAttributes & Pick<ConversationRow, 'status'>) | undefined> =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(['status', 'label_ids', 'priority', 'snoozed_seq', 'snoozed_until', 'snoozed_by'])
    .where('id', '=', conversationId)
    .executeTakeFirst()

/** Snoozed conversations of these customers. */
export const snoozedOf = (db: Database, customerIds: string[]) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(['id', 'customer_id', 'organization_id'])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('snoozed_seq', 'is not', null)
    .execute()

/** Conversations snoozed until `now` or earlier, the earliest first. */
export const dueSnoozes = (db: Database, now: string, max: number) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(['id', 'organization_id'])
    .where('snoozed_until', '<=', now)
    .orderBy('snoozed_until')
    .limit(max)
    .execute()

/** Time of the message that an inbox row shows. */
export const lastMessageAt = async (db: Transaction, conversationId: string): Promise<string | null> => {
  const row = await conversationTables(db)
    .selectFrom('conversation')
    .select('last_message_at')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  return row?.last_message_at ?? null
}

/** Whether the log names a team as the conversation's last one. */
export async function isInTeamByLog(
  db: Transaction,
  { id, customer_id }: Pick<ConversationRow, 'id' | 'customer_id'>,
): Promise<boolean> {
  const { rows } = await sql<{ in_team: boolean }>`
    select data->>'team' is not null as in_team from event_log
    where customer_id = ${customer_id} and conversation_id = ${id} and type = 'conversation.routed'
    order by seq desc limit 1`.execute(db)
  return rows[0]?.in_team ?? false
}

/** Of any organization: the caller has verified a signed link to the conversation. */
export const findConversationById = (db: Database, conversationId: string) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select(columns)
    .where('id', '=', conversationId)
    .executeTakeFirst()

/** Of any organization, as above. */
export async function findCustomerOf(db: Database, conversationId: string): Promise<string | undefined> {
  const row = await conversationTables(db)
    .selectFrom('conversation')
    .select('customer_id')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  return row?.customer_id
}

export const openConversationsOf = (db: Database, organizationId: string, agentId: string) =>
  conversationTables(db)
    .selectFrom('conversation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('agent_id', '=', agentId)
    .where('status', '=', 'open')
    .execute()

export const latestStart = async (db: Transaction, customerId: string): Promise<string | null> => {
  const row = await conversationTables(db)
    .selectFrom('conversation')
    .select('started_at')
    .where('customer_id', '=', customerId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}

export const insertConversation = (
  db: Transaction,
  row: Pick<
    ConversationRow,
    'id' | 'organization_id' | 'customer_id' | 'provider_id' | 'agent_id' | 'team_id' | 'started_at'
  > & { now: string },
) => {
  const { now, ...rest } = row
  return conversationTables(db)
    .insertInto('conversation')
    .values({ ...rest, status: 'open', updated_at: now, created_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * `updated_at` never goes back: clocks differ between processes, and a transaction may have waited for a lock since its time.
 * Panels keep the row with the later one.
 */
export const notBefore = (updatedAt: string) => sql<string>`greatest(updated_at, ${updatedAt})`

export const updateConversation = (
  db: Transaction,
  conversationId: string,
  change: Omit<UpdateObject<ConversationTables, 'conversation'>, 'updated_at'> & { updated_at?: string },
) =>
  conversationTables(db)
    .updateTable('conversation')
    .set({ ...change, ...(change.updated_at !== undefined && { updated_at: notBefore(change.updated_at) }) })
    .where('id', '=', conversationId)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Median first response of conversations started since then, in seconds; null when there are none. */
export async function medianFirstResponse(
  db: Database,
  organizationId: string,
  since: string,
): Promise<number | null> {
  const row = await conversationTables(db)
    .selectFrom('conversation')
    .select(sql<number | null>`percentile_disc(0.5) within group (order by first_response_time)`.as('median'))
    .where('organization_id', '=', organizationId)
    .where('started_at', '>=', since)
    .where('first_response_time', 'is not', null)
    .executeTakeFirst()
  return row?.median ?? null
}
