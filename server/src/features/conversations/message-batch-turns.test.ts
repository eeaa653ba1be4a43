import type { Conversation } from '@parley/protocol/conversation'
import type { LogEntry } from '@parley/protocol/event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createFanOut } from '../../realtime/fan-out.ts'
import { startMessagePaths, type CustomerState, type MessagePaths } from '../../testing/message-paths.ts'
import { createInboxFeed } from './inbox-feed.ts'
import { identityOf } from './sender.ts'

let paths: MessagePaths
beforeAll(async () => {
  paths = await startMessagePaths()
})
beforeEach(() => void (paths.batchSizes.length = 0))
afterAll(() => paths.close())

const customerIn = (conversation: CustomerState['conversation']) =>
  paths.customerIn({ conversation, waiting: false, mayWrite: true })

function place(
  customerId: string,
  {
    type = 'customer',
    ...rest
  }: { type?: 'customer' | 'agent'; content?: string; organizationId?: string } = {},
) {
  const sender = identityOf(paths.senderTo(customerId, type))
  const message = {
    organizationId: paths.organizationId,
    customerId,
    conversationId: null,
    clientId: newId(),
    content: 'Hi',
    seenSeq: null,
    sender,
  }
  return paths.batch.place({ ...message, ...rest })
}

test('a message of another organization is not placed', async () => {
  expect(await place(await customerIn('answered'), { organizationId: newId() })).toBeNull()
})

test('when the database refuses a batch, its messages are left to transactions, and the next batch is placed', async () => {
  const [first, second, third] = [
    await customerIn('answered'),
    await customerIn('answered'),
    await customerIn('answered'),
  ]
  const refused = await Promise.all([place(first), place(second, { content: 'a\0b' }), place(third)])
  expect(refused).toEqual([expect.objectContaining({ seq: 1 }), null, null])
  expect(paths.batchSizes).toEqual([1, 2])
  expect(await place(third)).toMatchObject({ seq: 1 })
})

test('what follows a message that is left to a transaction is left too, so that they keep their order', async () => {
  const [unassigned, other] = [await customerIn('unassigned'), await customerIn('answered')]
  const answers = [place(unassigned, { type: 'agent' }), place(unassigned), place(other)]
  expect(await Promise.all(answers)).toEqual([null, null, expect.objectContaining({ seq: 1 })])
  expect(await place(unassigned)).toMatchObject({ seq: 1 })
})

test('many messages of one customer do not delay those of others', async () => {
  const [busy, other] = [await customerIn('answered'), await customerIn('answered')]
  const many = Array.from({ length: 5 }, () => place(busy))
  const placed = await Promise.all([...many, place(other)])
  expect(placed.map((message) => message?.seq)).toEqual([1, 2, 3, 4, 5, 1])
  expect(paths.batchSizes).toEqual([1, 2, 1, 1, 1])
})

test('more customers than a batch holds take turns', async () => {
  const customers: string[] = []
  for (let count = 0; count < 131; count++) customers.push(await customerIn('answered'))
  const [first = ''] = customers
  const placed = await Promise.all([...customers, first].map((customerId) => place(customerId)))
  expect(placed.map((message) => message?.seq)).toEqual([...customers.map(() => 1), 2])
  expect(paths.batchSizes).toEqual([1, 128, 3])
})

test('the next batch is sent before the entries of the last one are announced', async () => {
  const [first, second] = [await customerIn('answered'), await customerIn('answered')]
  const announced: [string, number][] = []
  const stop = paths.bus.subscribe('log', (hint) =>
    announced.push([hint.customer_id, paths.batchSizes.length]),
  )
  await Promise.all([place(first), place(second)])
  stop()
  expect(announced).toEqual([
    [first, 2],
    [second, 2],
  ])
})

test('a message that is sent while the last batch is announced is placed', async () => {
  const [first, second] = [await customerIn('answered'), await customerIn('answered')]
  const reply = Promise.withResolvers<unknown>()
  const stop = paths.bus.subscribe('log', ({ customer_id }) => {
    if (customer_id === first) reply.resolve(place(second))
  })
  await place(first)
  expect(await reply.promise).toMatchObject({ seq: 1 })
  stop()
})

test('the repeat of a message whose commit had no response reaches the inbox and those who follow the customer', async () => {
  const { bus, organizationId, handle } = paths
  const onError = (error: unknown) => {
    throw error
  }
  const customerId = await customerIn('answered')
  const fanOut = createFanOut({
    ...handle,
    bus,
    render: (entry) => entry as unknown as LogEntry,
    findCustomers: async () => new Map(),
    onError,
  })
  const feed = createInboxFeed({
    bus,
    presence: { onChange: () => () => {} },
    load: async (_organizationId, customerIds) => customerIds.map((id) => ({ id }) as Conversation),
    onError,
  })
  const entries = Promise.withResolvers<string>()
  const inboxChanged = Promise.withResolvers<string>()
  feed.follow(organizationId, (frame) => inboxChanged.resolve(frame.toString()))
  const sink = { closed: false, sendText: entries.resolve, close() {} }
  const reader = { sink, organizationId, customerId, reader: 'agents', readerId: 'an agent' } as const
  fanOut.start(fanOut.follow(reader), 0)

  const message = { client_id: newId(), content: 'Is anybody there?' }
  const send = () => paths.byBatch.send(paths.senderTo(customerId, 'customer'), message)
  paths.loseResponse()
  await expect(send()).rejects.toThrow('Connection terminated unexpectedly')
  expect(await send()).toMatchObject({ seq: 1, duplicate: true })
  expect(await entries.promise).toContain(message.content)
  expect(await inboxChanged.promise).toContain(customerId)
  feed.close()
  await fanOut.close()
})
