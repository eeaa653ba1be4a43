import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createSignIns } from './sign-ins.ts'

const shop = useShop()
let database: DatabaseHandle
beforeAll(() => void (database = openDatabase(shop.service.databaseUrl, { connections: 2 })))
afterAll(() => database.close())

test('sign-ins are deleted after 400 days', async () => {
  let passedDays = 0
  const clock = () => Date.now() + passedDays * 86_400_000
  const signIns = createSignIns({ db: database.db, clock })
  const { socket, customerId } = await visitorWhoWrote(shop)
  const listed = () => signIns.ofCustomer({ customerId, max: 10, after: null })
  await signIns.record({ id: customerId, auth_provider: 'custom' })

  passedDays = 399
  await signIns.sweep()
  expect(await listed()).toHaveLength(1)
  passedDays = 401
  await signIns.sweep()
  expect(await listed()).toEqual([])
  await socket.leave()
})
