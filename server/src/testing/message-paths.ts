import type { SenderType } from '@parley/protocol/sender'
import type pg from 'pg'
import { createLocalBus } from '../core/bus/bus.ts'
import { openDatabase } from '../core/database.ts'
import { createEventLog } from '../core/event-log.ts'
import { newId } from '../core/ids.ts'
import { createConversations } from '../features/conversations/conversations.ts'
import { createMessageBatch, type PlacedMessage } from '../features/conversations/message-batch.ts'
import { createMessages } from '../features/conversations/messages.ts'
import type { Sender } from '../features/conversations/sender.ts'
import { createTestDatabase } from './test-database.ts'

export const startedAt = '2026-03-01T09:00:00.000Z'
export const waitingSince = '2026-03-01T09:58:00.000Z'
const now = Date.parse('2026-03-01T10:00:00.000Z')
export const ada = { id: newId(), name: 'Ada', avatar_url: null }
const assistant = { id: newId(), name: 'Assistant', avatar_url: 'https://parley.test/bot.png' }

/** State of the customer before the message under test. */
export interface CustomerState {
  conversation: 'none' | 'unassigned' | 'assigned' | 'answered'
  waiting: boolean
  mayWrite: boolean
}

export type MessagePaths = Awaited<ReturnType<typeof startMessagePaths>>

/** Sends messages by the batch statement or in transactions, on one database with a fixed clock, to compare the stored rows. */
export async function startMessagePaths() {
  const database = await createTestDatabase()
  const handle = openDatabase(database.url)
  const batchDatabase = openDatabase(database.url, { connections: 1, lookUps: true, plannedOnce: true })
  const organizationId = newId()
  const providerId = newId()
  const query = async (text: string, values: unknown[]) => (await handle.pool.query(text, values)).rows
  await query("insert into organization (id, name, created_at) values ($1, 'Shop', now())", [organizationId])
  await query(
    `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
     values ($1, $2, 'Shop', 'sealed', now(), '{}', now())`,
    [providerId, organizationId],
  )
  const { db } = handle
  const bus = createLocalBus((error) => {
    throw error
  })
  const clock = () => now
  const log = createEventLog({ db, bus, clock, outbox: async () => () => {} })
  const conversations = createConversations({
    db,
    log,
    customerBrief: async (_tx, _organization, id) => ({
      id,
      provider_id: providerId,
      external_id: id,
      private_agent_id: null,
    }),
    faceOf: async (_organization, id) => (id === ada.id ? ada : undefined),
    agentExists: async () => true,
    firstTeam: async () => null,
    isPresent: async () => true,
  })
  const batchSizes: number[] = []
  let losesResponse = false
  const batch = createMessageBatch({
    pool: {
      async connect() {
        const client = await batchDatabase.pool.connect()
        return {
          async query(statement: pg.QueryConfig) {
            const result = await client.query(statement)
            if (!losesResponse) return result
            losesResponse = false
            throw new Error('Connection terminated unexpectedly')
          },
          release: client.release,
        } as pg.PoolClient
      },
    },
    log,
    clock,
    onBatch: (size) => batchSizes.push(size),
  })
  const rest = {
    db,
    log,
    conversations,
    isWindowOpen: null,
    attachMedia: async () => 'media_unknown' as const,
    onMessage() {},
  }
  const inTransactions = createMessages({ ...rest, batch: { place: async () => null } })
  /** Results of the batch statement for messages of `byBatch`. */
  const placed: (PlacedMessage | null)[] = []
  const byBatch = createMessages({
    ...rest,
    batch: {
      async place(message) {
        const result = await batch.place(message)
        placed.push(result)
        return result
      },
    },
  })

  async function customerIn({ conversation, waiting, mayWrite }: CustomerState): Promise<string> {
    const id = newId()
    await query(
      `insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
       values ($1::uuid, $2, $3, $1::text, $1::text, 'en', 'ZZ', now())`,
      [id, organizationId, providerId],
    )
    await query(
      'insert into customer_log (customer_id, organization_id, provider_id, may_write) values ($1, $2, $3, $4)',
      [id, organizationId, providerId, mayWrite],
    )
    if (conversation === 'none') return id
    await query(
      `insert into conversation (id, organization_id, customer_id, provider_id, agent_id, status, started_at, first_response_time,
         waiting_since, updated_at, created_at)
       values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $6, $6)`,
      [
        newId(),
        organizationId,
        id,
        providerId,
        conversation === 'unassigned' ? null : ada.id,
        startedAt,
        conversation === 'answered' ? 5 : null,
        waiting ? waitingSince : null,
      ],
    )
    return id
  }

  function senderTo(customerId: string, type: SenderType): Sender {
    const to = { organizationId, customerId, owner: null }
    if (type === 'system') return { type, ...to }
    if (type === 'customer')
      return { type, ...to, begin: () => Promise.reject(new Error('This customer has a row')) }
    return { type, ...to, agent: type === 'agent' ? ada : assistant }
  }

  /** Every row that messages change. Ids that differ between customers are replaced by numbers, transaction ids are left out. */
  async function stored(customerId: string) {
    const tables = {
      messages: 'select * from message where customer_id = $1 order by seq',
      entries: 'select * from event_log where customer_id = $1 order by seq',
      conversations: 'select * from conversation where customer_id = $1 order by created_at',
      head: 'select * from customer_log where customer_id = $1',
    }
    const rows: Record<string, unknown[]> = {}
    for (const [name, text] of Object.entries(tables)) rows[name] = await query(text, [customerId])
    for (const entry of rows['entries'] as { xid?: string }[]) delete entry.xid
    const known = new Map([ada.id, assistant.id, organizationId, providerId].map((id) => [id, id]))
    const number = (id: string) => known.get(id) ?? known.set(id, `id ${known.size}`).get(id)
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
    return JSON.parse(JSON.stringify(rows).replace(uuid, (id) => number(id) ?? id)) as Record<
      keyof typeof tables,
      Record<string, unknown>[]
    >
  }

  return {
    handle,
    bus,
    organizationId,
    batch,
    /** The next batch is committed, and fails. */
    loseResponse: () => void (losesResponse = true),
    batchSizes,
    byBatch,
    inTransactions,
    placed,
    customerIn,
    senderTo,
    stored,
    async close() {
      await batchDatabase.close()
      await handle.close()
      await database.drop()
    },
  }
}
