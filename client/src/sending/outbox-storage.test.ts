import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openOutboxStorage } from './outbox-storage.ts'
import type { PendingMessage } from './pending-message.ts'

const message: PendingMessage = {
  client_id: '019bff00-0000-7000-8000-000000000000',
  customer_id: null,
  content: 'hello',
  reply_to_id: null,
  media: [],
  created_at: '',
  state: { name: 'queued' },
}

test('senders of one browser do not see each other’s messages', async () => {
  const storage = openOutboxStorage('provider-1 jkt-1')
  await storage.put(message)
  for (const other of ['provider-1 jkt-12', 'provider-1 jkt', 'provider-1', 'provider-11 jkt-1', '']) {
    expect(await openOutboxStorage(other).all()).toEqual([])
    expect(await openOutboxStorage(other).get(message.client_id)).toBeUndefined()
    await openOutboxStorage(other).remove(message.client_id)
  }
  expect(await storage.all()).toEqual([message])
  expect(await storage.get(message.client_id)).toEqual(message)
})

test('messages are restored in the order in which they were written', async () => {
  const storage = openOutboxStorage('provider-2 jkt-1')
  for (const digit of [3, 1, 2]) {
    await storage.put({ ...message, client_id: `019bff00-0000-7000-8000-00000000000${digit}` })
  }
  expect((await storage.all()).map(({ client_id }) => client_id.at(-1))).toEqual(['1', '2', '3'])
})
