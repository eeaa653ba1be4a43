import type { Notification } from '@parley/protocol/notification'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let time = Date.now()
const shop = useShop({ clock: () => time })

interface Colleague {
  agentId: string
  cookie: string
}

let ana: Colleague
let bob: Colleague
beforeAll(async () => {
  await shop.service.app.logConsumers.start()
})
beforeEach(async () => {
  // Accepting invitations is limited per address and time.
  time += 10 * 60_000
  ana = await inviteAgent(shop.service, shop.organization, 'Ana')
  bob = await inviteAgent(shop.service, shop.organization, 'Bob')
})

const call = (method: string, path: string, { cookie }: Colleague, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie,
    ...(body && { body }),
  })

/** Waits until the consumers have handled all committed entries. */
async function received(as: Colleague): Promise<Notification[]> {
  await shop.service.app.logConsumers.look()
  await shop.service.app.logConsumers.settled()
  return ((await call('GET', '/notifications', as)).body as { data: Notification[] }).data
}

const inAnHour = () => new Date(time + 3_600_000).toISOString()

test('nobody is notified of a snooze that a customer or a colleague ends', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const path = `/conversations/${conversationId}`
  await call('POST', `${path}/snooze`, ana, { until: null })
  await sendText(socket, 'I am back')
  expect(await received(ana)).toEqual([])
  await call('POST', `${path}/snooze`, ana, { until: inAnHour() })
  await call('POST', `${path}/unsnooze`, bob)
  expect([await received(ana), await received(bob)]).toEqual([[], []])
  await socket.leave()
})

test('a snooze that ends at its time notifies once whoever set it and the assignee', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await call('POST', `/conversations/${conversationId}/assign`, ana, { agent_id: bob.agentId })
  await call('POST', `/conversations/${conversationId}/snooze`, ana, { until: inAnHour() })
  time += 3_600_001
  await shop.service.app.triage.sweepSnoozes()
  const expected = { kind: 'snooze_over', actor: null, conversation_id: conversationId, preview: null }
  expect(await received(ana)).toMatchObject([expected])
  expect((await received(bob)).map(({ kind }) => kind)).toEqual(['snooze_over', 'assigned'])
  await socket.leave()
})
