import type { CustomerLooks, DeskLooks } from '@parley/protocol/look'
import { beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { newId } from '../../core/ids.ts'
import { connectAgent, connectVisitor, inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createLooks } from './looks.ts'

const shop = useShop()
let bob: { cookie: string; agentId: string }
beforeAll(async () => {
  bob = await inviteAgent(shop.service, shop.organization, 'Bob')
})
const windowOf = ({ cookie }: { cookie: string }) => connectAgent(shop.service, shop.organization.id, cookie)

test('[R4] looks are sent to colleagues, never to the customer or the log', async () => {
  const visitor = await visitorWhoWrote(shop)
  const { customerId } = visitor
  const window = await windowOf(bob)
  for (const state of ['viewing', 'writing', 'drafting'] as const) {
    window.notify('desk.look', { customer_id: customerId, state })
    expect(await shop.agent.next<DeskLooks>('desk.looks')).toEqual({
      customers: [
        { customer_id: customerId, looks: [{ agent: expect.objectContaining({ id: bob.agentId }), state }] },
      ],
    })
  }
  expect(await shop.agent.request('desk.looks')).toMatchObject({ customers: [{ customer_id: customerId }] })
  await visitor.socket.request('ping')
  expect(visitor.socket.notifications.map(({ method }) => method)).not.toContain('desk.looks')
  expect(
    (await visitor.socket.refused('desk.look', { customer_id: customerId, state: 'viewing' })).code,
  ).toBe('invalid_request')
  const { rows } = await shop.database.query(
    'select count(*)::int as n from event_log where customer_id = $1',
    [customerId],
  )
  window.notify('desk.look', { customer_id: customerId, state: null })
  await shop.agent.next('desk.looks')
  expect(rows[0].n).toBe(3)
  await Promise.all([window.leave(), visitor.socket.leave()])
})

test('[R4] several windows of an agent appear once, with the most active state', async () => {
  const customerId = newId()
  const [one, two] = [await windowOf(bob), await windowOf(bob)]
  one.notify('desk.look', { customer_id: customerId, state: 'writing' })
  await shop.agent.next('desk.looks')
  two.notify('desk.look', { customer_id: customerId, state: 'viewing' })
  expect(await shop.agent.next<DeskLooks>('desk.looks')).toMatchObject({
    customers: [{ looks: [{ agent: { id: bob.agentId }, state: 'writing' }] }],
  })
  await one.leave()
  expect(await shop.agent.next<DeskLooks>('desk.looks')).toMatchObject({
    customers: [{ looks: [{ state: 'viewing' }] }],
  })
  await two.leave()
  expect(await shop.agent.next<DeskLooks>('desk.looks')).toMatchObject({ customers: [{ looks: [] }] })
})

test('[R5] a look replaces the previous one; a late end of the first does not end the second', async () => {
  const [first, second] = [newId(), newId()]
  const window = await windowOf(bob)
  window.notify('desk.look', { customer_id: first, state: 'viewing' })
  await shop.agent.next('desk.looks')
  window.notify('desk.look', { customer_id: second, state: 'viewing' })
  window.notify('desk.look', { customer_id: first, state: null })
  const { customers } = await shop.agent.next<DeskLooks>('desk.looks')
  expect(new Map(customers.map(({ customer_id, looks }) => [customer_id, looks.length]))).toEqual(
    new Map([
      [first, 0],
      [second, 1],
    ]),
  )
  await window.leave()
  await shop.agent.next('desk.looks')
})

test('[R5] a look that is not renewed ends after 45 s', async () => {
  let now = 0
  const published = Promise.withResolvers<CustomerLooks[]>()
  let isGone = false
  const looks = createLooks({
    bus: createLocalBus(() => {}),
    clock: () => now,
    publish: (_organizationId, customers) => isGone && published.resolve(customers),
  })
  const [organizationId, customerId] = [newId(), newId()]
  const agent = { id: newId(), name: 'Bob', avatar_url: null }
  const look = () =>
    looks.look(organizationId, 'window', { customer_id: customerId, agent, state: 'viewing' })
  look()
  now = 30_000
  look()
  now = 74_999
  looks.expire()
  expect(looks.all(organizationId)).toHaveLength(1)
  now = 75_000
  isGone = true
  expect(looks.all(organizationId)).toEqual([])
  looks.expire()
  expect(await published.promise).toEqual([{ customer_id: customerId, looks: [] }])
  looks.close()
})

test('[R5] a look that is not renewed ends when the clock is set back, and a renewal shows it again', async () => {
  let now = 3_600_000
  const published: CustomerLooks[][] = []
  const looks = createLooks({
    bus: createLocalBus(() => {}),
    clock: () => now,
    publish: (_organizationId, customers) => published.push(customers),
  })
  const [organizationId, customer_id] = [newId(), newId()]
  const agent = { id: newId(), name: 'Bob', avatar_url: null }
  const look = () => looks.look(organizationId, 'window', { customer_id, agent, state: 'viewing' })
  const shown = [{ customer_id, looks: [{ agent, state: 'viewing' }] }]
  look()
  now = 0
  expect(looks.all(organizationId)).toEqual([])
  await expect.poll(() => published).toEqual([[{ customer_id, looks: [] }]])
  look()
  await expect.poll(() => published.at(-1)).toEqual(shown)
  now = -3_600_000
  looks.expire()
  await expect.poll(() => published.at(-1)).toEqual([{ customer_id, looks: [] }])
  looks.close()
})

test('[R4] looks need a connected socket', async () => {
  const socket = await shop.service.openAgent({ cookie: bob.cookie })
  expect((await socket.refused('desk.looks')).code).toBe('not_connected')
  await socket.leave()
  const visitor = await connectVisitor(shop.service, shop.organization.providerId)
  expect((await visitor.socket.refused('desk.looks')).code).toBe('invalid_request')
  await visitor.socket.leave()
})
