import { expect, test } from 'vitest'
import { useAutomation } from '../../testing/automation-scene.ts'
import { sendText, visitorWhoWrote } from '../../testing/test-shop.ts'

const { shop, call, addRule, settled, turn, runsOf, entriesOf } = useAutomation()

const rule = {
  conditions: { filter: {}, text: { match: 'contains' as const, words: ['help'] }, hours: null },
}

/** Entries of this customer wait for the rules until `work` has ended. */
async function withoutRules(customerId: string, work: () => Promise<void>): Promise<void> {
  await shop.database.query('begin')
  const { rowCount } = await shop.database.query(
    `select from log_cursor where consumer = 'automation' and customer_id = $1 for update`,
    [customerId],
  )
  expect(rowCount).toBe(1)
  await work()
  await shop.database.query('commit')
  await settled()
}

/** The rules run 61 minutes after the message. */
const askAnHourEarlier = ({
  socket,
  customerId,
}: Pick<Awaited<ReturnType<typeof visitorWhoWrote>>, 'socket' | 'customerId'>) =>
  withoutRules(customerId, async () => {
    await sendText(socket, 'Help')
    turn(61 * 60_000)
  })

test('a rule does not close a conversation in which the customer has written since its trigger', async () => {
  const closing = await addRule({ ...rule, actions: [{ type: 'close' }] })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  await withoutRules(customerId, async () => {
    await sendText(socket, 'Thanks for your help')
    await sendText(socket, 'One more question')
  })
  const conversation = await call('GET', `/conversations/${conversationId}`)
  expect(conversation.body).toMatchObject({ status: 'open', waiting_since: expect.any(String) })
  expect(await runsOf(closing)).toMatchObject([
    { outcome: 'done', results: [{ type: 'close', outcome: 'unchanged', code: null }] },
  ])
  await sendText(socket, 'Thanks for your help')
  await settled()
  expect(await entriesOf(customerId, 'conversation.ended')).toHaveLength(1)
  await socket.leave()
})

test('a rule neither replies nor closes for a message that has waited for more than an hour', async () => {
  const late = await addRule({
    ...rule,
    actions: [
      { type: 'reply', content: 'We answer within minutes' },
      { type: 'priority', priority: 'high' },
      { type: 'close' },
    ],
  })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  await askAnHourEarlier({ socket, customerId })
  expect((await call('GET', `/conversations/${conversationId}`)).body).toMatchObject({
    status: 'open',
    priority: 'high',
  })
  const messages = await entriesOf(customerId, 'message.created')
  expect(messages.filter(({ actor }) => actor.type === 'system')).toEqual([])
  expect(await runsOf(late)).toMatchObject([
    { outcome: 'done', results: [{ outcome: 'unchanged' }, { outcome: 'done' }, { outcome: 'unchanged' }] },
  ])
  await socket.leave()
})

test('what a late rule changes starts no other rule that replies or closes', async () => {
  const label = await call('POST', '/labels', { name: 'Refunds', colour: 'red' })
  expect(label.status).toBe(201)
  await addRule({ ...rule, actions: [{ type: 'label', label_id: label.body.id }] })
  const follower = await addRule({
    trigger: { type: 'label_added', label_id: label.body.id },
    actions: [{ type: 'reply', content: 'We answer within minutes' }, { type: 'close' }],
  })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  await askAnHourEarlier({ socket, customerId })
  expect((await call('GET', `/conversations/${conversationId}`)).body).toMatchObject({
    status: 'open',
    label_ids: [label.body.id],
  })
  expect(await runsOf(follower)).toMatchObject([
    { results: [{ outcome: 'unchanged' }, { outcome: 'unchanged' }] },
  ])
  await socket.leave()
})

test('a rule that closes after another one has labelled the conversation leaves later messages open', async () => {
  const label = await call('POST', '/labels', { name: 'Thanks', colour: 'red' })
  await addRule({ ...rule, actions: [{ type: 'label', label_id: label.body.id }] })
  await addRule({ trigger: { type: 'label_added', label_id: label.body.id }, actions: [{ type: 'close' }] })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  await withoutRules(customerId, async () => {
    await sendText(socket, 'Thanks for your help')
    await sendText(socket, 'One more question')
  })
  expect((await call('GET', `/conversations/${conversationId}`)).body).toMatchObject({
    status: 'open',
    label_ids: [label.body.id],
  })
  await socket.leave()
})

test('a rule that runs once in a conversation replies to the next message if it came too late for the first one', async () => {
  const once = await addRule({ ...rule, once: true, actions: [{ type: 'reply', content: 'Hello' }] })
  const { socket, customerId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  await withoutRules(customerId, async () => {
    await sendText(socket, 'Help')
    turn(61 * 60_000)
    await sendText(socket, 'Is there any help?')
  })
  const messages = await entriesOf(customerId, 'message.created')
  expect(messages.filter(({ actor }) => actor.type === 'system')).toHaveLength(1)
  expect(await runsOf(once)).toHaveLength(1)
  await socket.leave()
})
