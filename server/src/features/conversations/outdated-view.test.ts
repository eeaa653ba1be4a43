import { expect, test } from 'vitest'
import { connectAgent, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()

const act = (id: string, command: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call('POST', `/v1/organizations/${shop.organization.id}/conversations/${id}/${command}`, {
    cookie,
    ...(body && { body }),
  })

test('closing is refused after a message of the customer or a colleague that the agent has not seen', async () => {
  const { socket, customerId, conversationId: id } = await visitorWhoWrote(shop)
  const bea = await inviteAgent(shop.service, shop.organization, 'Bea')
  const hers = await connectAgent(shop.service, shop.organization.id, bea.cookie)
  const mine = await sendText(shop.agent, 'Mine', { customer_id: customerId })
  const theirs = await sendText(socket, 'One more thing')
  expect(await act(id, 'close', { seen_seq: '1' })).toMatchObject({ status: 400 })
  const stale = { status: 409, body: { code: 'stale_view' } }
  expect(await act(id, 'close', { seen_seq: mine.seq })).toMatchObject(stale)
  await sendText(hers, 'Answered', { customer_id: customerId })
  expect(await act(id, 'close', { seen_seq: theirs.seq })).toMatchObject(stale)
  // One's own message is no news: Bea may close with what she had seen before it.
  expect(await act(id, 'close', { seen_seq: theirs.seq }, bea.cookie)).toMatchObject({
    status: 200,
    body: { status: 'closed' },
  })
  expect(await act(id, 'close', { seen_seq: mine.seq })).toMatchObject({
    body: { code: 'conversation_closed' },
  })
  // Programs and earlier clients send no position.
  expect(await act(id, 'reopen')).toMatchObject({ status: 200 })
  expect(await act(id, 'close')).toMatchObject({ status: 200 })
  await Promise.all([socket.leave(), hers.leave()])
})
