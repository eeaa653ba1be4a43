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
  const signIns = createSignIns({ ...database, clock })
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

test('two processes record the members who sign in together once a day', async () => {
  const processes = [1, 2].map(() => createSignIns({ ...database, clock: Date.now }))
  const members = await Promise.all([1, 2, 3].map(() => visitorWhoWrote(shop)))
  await Promise.all(
    processes.flatMap((signIns) =>
      members.map(({ customerId }) => signIns.record({ id: customerId, auth_provider: 'google' })),
    ),
  )
  for (const { customerId, socket } of members) {
    const listed = await processes[0]?.ofCustomer({ customerId, max: 10, after: null })
    expect(listed).toMatchObject([{ auth_provider: 'google' }])
    await socket.leave()
  }
})
