import { senderTypes, type SenderType } from '@parley/protocol/sender'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createEventLog, type EventLog } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createConversations } from './conversations.ts'
import { createMessageBatch, type MessageBatch, type PlacedMessage } from './message-batch.ts'
import { createMessages, type Messages } from './messages.ts'
import { identityOf, type Sender } from './sender.ts'

/** The same messages by the batch statement and by the transactional path: both must leave the same rows and entries. */

const startedAt = '2026-03-01T09:00:00.000Z'
const waitingSince = '2026-03-01T09:58:00.000Z'
const now = Date.parse('2026-03-01T10:00:00.000Z')
const ada = { id: newId(), name: 'Ada', avatar_url: null }
const assistant = { id: newId(), name: 'Assistant', avatar_url: 'https://parley.test/bot.png' }

let database: TestDatabase
let handle: DatabaseHandle
let lanes: DatabaseHandle
let organizationId: string
let providerId: string
let batch: MessageBatch
let inTransactions: Messages
/** Messages that the batch statement placed. */
let placed: (PlacedMessage | null)[]
let byBatch: Messages

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
  lanes = openDatabase(database.url, { connections: 2, lookUps: true, plannedOnce: true })
  organizationId = newId()
  providerId = newId()
  await query("insert into organization (id, name, created_at) values ($1, 'Shop', now())", [organizationId])
  await query(
    `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
     values ($1, $2, 'Shop', 'sealed', now(), '{}', now())`,
    [providerId, organizationId],
  )
  const { db } = handle
  const bus = { publish() {}, subscribe: () => () => {}, close: async () => {} }
  const clock = () => now
  const log: EventLog = createEventLog({ db, bus, clock, outbox: async () => () => {} })
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
  })
  batch = createMessageBatch({ pool: lanes.pool, log, clock, onBatch: () => {} })
  const rest = { db, log, conversations, attachMedia: async () => 'media_unknown' as const, onMessage() {} }
  inTransactions = createMessages({ ...rest, batch: { place: async () => null } })
  byBatch = createMessages({
    ...rest,
    batch: {
      async place(message) {
        const result = await batch.place(message)
        placed.push(result)
        return result
      },
    },
  })
})
afterAll(async () => {
  await lanes.close()
  await handle.close()
  await database.drop()
})

const query = async (text: string, values: unknown[]) => (await handle.pool.query(text, values)).rows

interface State {
  conversation: 'none' | 'unassigned' | 'assigned' | 'answered'
  waiting: boolean
  mayWrite: boolean
}
const answered: State = { conversation: 'answered', waiting: false, mayWrite: true }

async function customerIn({ conversation, waiting, mayWrite }: State): Promise<string> {
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
  switch (type) {
    case 'customer':
      return { type, ...to, begin: () => Promise.reject(new Error('This customer has a row')) }
    case 'agent':
      return { type, ...to, agent: ada }
    case 'ai_agent':
      return { type, ...to, agent: assistant }
    case 'system':
      return { type, ...to }
  }
}

/** Everything that messages change, with a number in place of each id that differs from customer to customer. */
async function stored(customerId: string) {
  const tables = {
    messages: 'select * from message where customer_id = $1 order by seq',
    entries: 'select * from event_log where customer_id = $1 order by seq',
    conversations: 'select * from conversation where customer_id = $1 order by created_at',
    head: 'select * from customer_log where customer_id = $1',
  }
  const rows: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(tables)) rows[name] = await query(text, [customerId])
  const known = new Map([ada.id, assistant.id, organizationId, providerId].map((id) => [id, id]))
  const number = (id: string) => known.get(id) ?? known.set(id, `id ${known.size}`).get(id)
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
  return JSON.parse(JSON.stringify(rows).replace(uuid, (id) => number(id) ?? id)) as Record<
    keyof typeof tables,
    Record<string, unknown>[]
  >
}

type Outcome = { sent: string[] } | { refused: unknown }

/** `content` makes a message recognizable; the client_id is the same on both paths. */
interface Planned {
  type: SenderType
  content: string
  client_id: string
}

const planned = (types: readonly SenderType[]): Planned[] =>
  types.map((type, index) => ({ type, content: `${index} by ${type}`, client_id: newId() }))

const sendAll = async (messages: Messages, customerId: string, plan: Planned[]): Promise<Outcome[]> =>
  Promise.all(
    plan.map(async ({ type, ...input }) => {
      try {
        await messages.send(senderTo(customerId, type), input)
        return { sent: [input.content] }
      } catch (error) {
        return { refused: (error as { code?: string }).code }
      }
    }),
  )

/** One after the other: transactions of one customer that run at once have no order. */
async function sendInOrder(messages: Messages, customerId: string, plan: Planned[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of plan) outcomes.push(...(await sendAll(messages, customerId, [one])))
  return outcomes
}

async function compare(state: State, plan: Planned[]) {
  const [first, second] = [await customerIn(state), await customerIn(state)]
  placed = []
  // All at once: the first message is a batch, the others are the next one.
  const outcomes = await sendAll(byBatch, first, plan)
  expect(await sendInOrder(inTransactions, second, plan)).toEqual(outcomes)
  const rows = await stored(first)
  expect(rows).toEqual(await stored(second))
  return { rows, outcomes }
}

describe('the batch statement and the transactional path leave the same rows and entries', () => {
  test.for(senderTypes)('for a message of %s', async (type) => {
    for (const waiting of [true, false]) {
      const { rows } = await compare({ ...answered, waiting }, planned([type]))
      expect(placed).toEqual([expect.objectContaining({ seq: 1 })])
      expect(rows.messages).toMatchObject([{ sender_type: type }])
      expect(rows.entries).toMatchObject([{ actor: { type }, audience: 'both', data: { sender_type: type } }])
    }
  })

  test('for random sequences of senders in shared batches', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 40; round++) {
      const types = Array.from(
        { length: 2 + random(7) },
        () => senderTypes[random(senderTypes.length)] ?? 'system',
      )
      await compare({ ...answered, waiting: round % 2 === 0 }, planned(types))
      expect([types, placed.includes(null)]).toEqual([types, false])
    }
  })

  test('for conversations that are unassigned, unanswered or missing, and for customers who may not write', async () => {
    for (const conversation of ['none', 'unassigned', 'assigned'] as const) {
      for (const mayWrite of [true, false]) {
        for (const type of senderTypes)
          await compare({ conversation, waiting: false, mayWrite }, planned([type]))
      }
    }
  })
})

test('the batch statement leaves to transactions what opens, assigns or first answers a conversation', async () => {
  const leftOf = async (state: Partial<State>) => {
    const left: SenderType[] = []
    for (const type of senderTypes) {
      const customerId = await customerIn({ ...answered, ...state })
      const { key, ...sender } = identityOf(senderTo(customerId, type))
      const message = {
        organizationId,
        customerId,
        clientId: newId(),
        content: 'Hi',
        sender: { key, ...sender },
      }
      const [here, elsewhere] = [null, newId()]
      if ((await batch.place({ ...message, conversationId: here })) === null) left.push(type)
      expect(await batch.place({ ...message, clientId: newId(), conversationId: elsewhere })).toBeNull()
      // A repeat.
      expect(await batch.place({ ...message, conversationId: here })).toBeNull()
    }
    return left
  }
  expect(await leftOf({})).toEqual([])
  expect(await leftOf({ conversation: 'none' })).toEqual(senderTypes)
  expect(await leftOf({ conversation: 'unassigned' })).toEqual(['agent'])
  expect(await leftOf({ conversation: 'assigned' })).toEqual(['agent'])
  expect(await leftOf({ mayWrite: false })).toEqual(['customer'])
})

describe('[S11] by the type of its sender a message', () => {
  const after = async (type: SenderType, state: Partial<State> = {}) => {
    const { rows, outcomes } = await compare({ ...answered, waiting: true, ...state }, planned([type]))
    return { row: rows.conversations[0], outcome: outcomes[0], rows }
  }

  test('opens a conversation, or is refused without an open one', async () => {
    expect((await after('customer', { conversation: 'none' })).row).toMatchObject({ status: 'open' })
    for (const type of ['agent', 'ai_agent', 'system'] as const) {
      const { outcome, rows } = await after(type, { conversation: 'none' })
      expect(outcome).toEqual({ refused: 'conversation_closed' })
      expect(rows.messages).toEqual([])
    }
  })

  test('is refused while the customer may not write', async () => {
    for (const type of senderTypes) {
      const { outcome } = await after(type, { mayWrite: false })
      expect([type, outcome]).toEqual([
        type,
        type === 'customer' ? { refused: 'customer_blocked' } : { sent: [`0 by ${type}`] },
      ])
    }
  })

  test('takes an unassigned conversation, and is its first response: an agent’s alone', async () => {
    for (const type of senderTypes) {
      const { row } = await after(type, { conversation: 'unassigned' })
      const expected = type === 'agent' ? [ada.id, 3600] : [null, null]
      expect([type, row?.['agent_id'], row?.['first_response_time']]).toEqual([type, ...expected])
    }
  })

  test('begins, ends or leaves the wait of the customer', async () => {
    const waitAfter = async (type: SenderType, waiting: boolean) =>
      (await after(type, { waiting })).row?.['waiting_since']
    const at = (text: string) => new Date(text).toISOString().replace('Z', '+00:00')
    expect(await waitAfter('customer', false)).toBe(at('2026-03-01T10:00:00.000Z'))
    expect(await waitAfter('customer', true)).toBe(at(waitingSince))
    expect(await waitAfter('agent', true)).toBeNull()
    expect(await waitAfter('ai_agent', true)).toBeNull()
    expect(await waitAfter('system', true)).toBe(at(waitingSince))
    expect(await waitAfter('system', false)).toBeNull()
  })

  test('becomes the preview, except a notice of the system, which leaves the inbox row as it is', async () => {
    for (const type of ['customer', 'agent', 'ai_agent'] as const) {
      expect((await after(type)).row).toMatchObject({
        last_sender_type: type,
        last_preview: `0 by ${type}`,
        unread: type === 'customer' ? 1 : 0,
      })
    }
    expect((await after('system')).row).toMatchObject({
      last_sender_type: null,
      last_preview: null,
      last_message_at: null,
      unread: 0,
      updated_at: startedAt.replace('Z', '+00:00'),
    })
  })
})
