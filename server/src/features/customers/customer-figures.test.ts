import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createCustomerFigures, noFigures } from './customer-figures.ts'

const shop = useShop()
let handle: DatabaseHandle
beforeAll(() => {
  handle = openDatabase(shop.service.databaseUrl, { connections: 4 })
})
afterAll(() => handle.close())

test('end of the log and number of conversations, zero for a customer without either', async () => {
  const visitor = await visitorWhoWrote(shop)
  const { seq } = await sendText(visitor.socket, 'And again')
  const unknown = newId()
  const attributes = { stated: { plan: 'pro' }, confirmed: {} }
  const figures = createCustomerFigures({
    db: handle.db,
    conversationCounts: async () => new Map([[visitor.customerId, 2]]),
    attributesOf: async () => new Map([[visitor.customerId, attributes]]),
  })
  expect(await figures([visitor.customerId, unknown])).toEqual(
    new Map([
      [visitor.customerId, { seq, conversation_count: 2, channel: 'widget', attributes }],
      [unknown, noFigures],
    ]),
  )
  await visitor.socket.leave()
})

test('no customers cost no query', async () => {
  const figures = createCustomerFigures({
    db: handle.db,
    conversationCounts: () => Promise.reject(new Error('Asked for nothing')),
    attributesOf: () => Promise.reject(new Error('Asked for nothing')),
  })
  expect(await figures([])).toEqual(new Map())
})
