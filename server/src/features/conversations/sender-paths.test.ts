import { senderTypes, type SenderType } from '@parley/protocol/sender'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import {
  ada,
  startMessagePaths,
  startedAt,
  waitingSince,
  type CustomerState,
  type MessagePaths,
} from '../../testing/message-paths.ts'
import type { Messages } from './messages.ts'
import { identityOf } from './sender.ts'

let paths: MessagePaths
beforeAll(async () => {
  paths = await startMessagePaths()
})
afterAll(() => paths.close())

const answered: CustomerState = { conversation: 'answered', waiting: false, mayWrite: true }

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
        await messages.send(paths.senderTo(customerId, type), input)
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

async function compare(state: CustomerState, plan: Planned[]) {
  const [first, second] = [await paths.customerIn(state), await paths.customerIn(state)]
  paths.placed.length = 0
  // All at once, so in consecutive batches: one has at most one message of a customer.
  const outcomes = await sendAll(paths.byBatch, first, plan)
  expect(await sendInOrder(paths.inTransactions, second, plan)).toEqual(outcomes)
  const rows = await paths.stored(first)
  expect(rows).toEqual(await paths.stored(second))
  return { rows, outcomes }
}

describe('the batch statement and the transactional path leave the same rows and entries', () => {
  test.for(senderTypes)('for a message of %s', async (type) => {
    for (const waiting of [true, false]) {
      const { rows } = await compare({ ...answered, waiting }, planned([type]))
      expect(paths.placed).toEqual([expect.objectContaining({ seq: 1 })])
      expect(rows.messages).toMatchObject([{ sender_type: type }])
      expect(rows.entries).toMatchObject([{ actor: { type }, audience: 'both', data: { sender_type: type } }])
    }
  })

  test('for random sequences of senders who write at once', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 40; round++) {
      const types = Array.from(
        { length: 2 + random(7) },
        () => senderTypes[random(senderTypes.length)] ?? 'system',
      )
      await compare({ ...answered, waiting: round % 2 === 0 }, planned(types))
      expect([types, paths.placed.includes(null)]).toEqual([types, false])
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
  const leftOf = async (state: Partial<CustomerState>) => {
    const left: SenderType[] = []
    for (const type of senderTypes) {
      const customerId = await paths.customerIn({ ...answered, ...state })
      const sender = identityOf(paths.senderTo(customerId, type))
      const message = {
        organizationId: paths.organizationId,
        customerId,
        clientId: newId(),
        content: 'Hi',
        seenSeq: null,
        sender,
      }
      const [here, elsewhere] = [null, newId()]
      if ((await paths.batch.place({ ...message, conversationId: here })) === null) left.push(type)
      expect(await paths.batch.place({ ...message, clientId: newId(), conversationId: elsewhere })).toBeNull()
      // A repeat.
      expect(await paths.batch.place({ ...message, conversationId: here })).toBeNull()
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
  const after = async (type: SenderType, state: Partial<CustomerState> = {}) => {
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
