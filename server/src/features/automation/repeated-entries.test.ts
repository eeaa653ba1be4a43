import { expect, test } from 'vitest'
import { useAutomation } from '../../testing/automation-scene.ts'
import { sendText, visitorWhoWrote } from '../../testing/test-shop.ts'

const { shop, call, addRule, settled, runsOf, entriesOf } = useAutomation()

const rule = {
  conditions: { filter: {}, text: { match: 'contains' as const, words: ['help'] }, hours: null },
}
const systemMessages = async (customerId: string) =>
  (await entriesOf(customerId, 'message.created')).filter(({ actor }) => actor.type === 'system')

/** The consumer reads this customer's log from the beginning, as after a crash before its commit. */
async function repeatEntries(customerId: string, socket: Parameters<typeof sendText>[0]): Promise<void> {
  const { rowCount } = await shop.database.query(
    `update log_cursor set seq = 0 where consumer = 'automation' and customer_id = $1`,
    [customerId],
  )
  expect(rowCount).toBe(1)
  await sendText(socket, 'Anything else')
  await settled()
}

test('an entry that is handled again has no further effect', async () => {
  const welcome = await addRule({
    ...rule,
    actions: [
      { type: 'reply', content: 'Hello' },
      { type: 'note', content: 'Seen' },
    ],
  })
  const { socket, customerId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  await repeatEntries(customerId, socket)
  expect(await systemMessages(customerId)).toHaveLength(1)
  expect(await entriesOf(customerId, 'note.created')).toHaveLength(1)
  expect(await entriesOf(customerId, 'conversation.automated')).toHaveLength(1)
  expect(await runsOf(welcome)).toHaveLength(1)
  await socket.leave()
})

test('an entry that is handled again is not decided again on what later rules have changed', async () => {
  const urgent = { filter: { priority: 'urgent' }, hours: null }
  const early = await addRule({
    conditions: { ...urgent, text: { match: 'contains', words: ['good morning'] } },
    actions: [{ type: 'reply', content: 'Early' }],
  })
  const before = await addRule({
    conditions: { ...urgent, text: rule.conditions.text },
    actions: [{ type: 'reply', content: 'Before' }],
  })
  const raise = await addRule({ ...rule, actions: [{ type: 'priority', priority: 'urgent' }] })
  const { socket, customerId } = await visitorWhoWrote(shop, 'Good morning')
  await sendText(socket, 'Help')
  await settled()
  await repeatEntries(customerId, socket)
  expect(await Promise.all([early, before, raise].map(async (each) => (await runsOf(each)).length))).toEqual([
    0, 0, 1,
  ])
  expect(await systemMessages(customerId)).toEqual([])
  await socket.leave()
})

test('a run that was interrupted after an action continues, and repeats nothing that is stored', async () => {
  const { body: webhook } = await call('POST', '/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['customer.created'],
  })
  const help = await addRule({
    ...rule,
    actions: [
      { type: 'reply', content: 'Hello' },
      { type: 'webhook', webhook_id: webhook.id },
      { type: 'priority', priority: 'urgent' },
    ],
  })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  // As if the process had died after the first two actions, before it recorded the second.
  await call('PUT', `/conversations/${conversationId}/priority`, { priority: null })
  await shop.database.query(
    `update automation_run set outcome = 'running', results = results - 2 - 1, replies = 1 where rule_id = $1`,
    [help.id],
  )
  await repeatEntries(customerId, socket)
  expect(await systemMessages(customerId)).toHaveLength(1)
  const deliveries = (await call('GET', '/deliveries?type=automation.triggered')).body.data
  expect(deliveries).toMatchObject([{ webhook_id: webhook.id }])
  expect((await call('GET', `/conversations/${conversationId}`)).body.priority).toBe('urgent')
  expect(await runsOf(help)).toMatchObject([
    { outcome: 'done', results: [{ outcome: 'done' }, { outcome: 'unchanged' }, { outcome: 'done' }] },
  ])
  await socket.leave()
})

test('a run that was interrupted continues although its rule was changed or switched off since', async () => {
  const actions = [
    { type: 'note' as const, content: 'Seen' },
    { type: 'priority' as const, priority: 'urgent' as const },
  ]
  const changed = await addRule({ ...rule, actions })
  const off = await addRule({ ...rule, actions: [{ type: 'reply', content: 'Hello' }, { type: 'close' }] })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  await call('POST', `/conversations/${conversationId}/reopen`)
  await call('PUT', `/conversations/${conversationId}/priority`, { priority: null })
  // As if the process had died after the first action of each.
  await shop.database.query(
    `update automation_run set outcome = 'running', results = results - 1 where rule_id = any($1)`,
    [[changed.id, off.id]],
  )
  await call('PATCH', `/automation-rules/${changed.id}`, { trigger: { type: 'conversation_closed' } })
  await call('PATCH', `/automation-rules/${changed.id}`, { enabled: false })
  await call('PATCH', `/automation-rules/${off.id}`, { enabled: false })
  await repeatEntries(customerId, socket)
  expect((await call('GET', `/conversations/${conversationId}`)).body.priority).toBe('urgent')
  expect([await runsOf(changed), await runsOf(off)]).toMatchObject([
    [{ outcome: 'done', results: [{ type: 'note' }, { type: 'priority', outcome: 'done' }] }],
    [{ outcome: 'done', results: [{ type: 'reply' }, { type: 'close', outcome: 'unchanged' }] }],
  ])
  expect(await systemMessages(customerId)).toHaveLength(1)
  await socket.leave()
})

test('a run that was interrupted more than an hour ago stays unfinished if its rule is off', async () => {
  const old = await addRule({
    ...rule,
    actions: [
      { type: 'note', content: 'Seen' },
      { type: 'reply', content: 'Hello' },
    ],
  })
  const { socket, customerId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  await shop.database.query(
    `update automation_run set outcome = 'running', results = '[]', created_at = created_at - interval '61 minutes'
     where rule_id = $1`,
    [old.id],
  )
  await call('PATCH', `/automation-rules/${old.id}`, { enabled: false })
  await repeatEntries(customerId, socket)
  expect(await runsOf(old)).toMatchObject([{ outcome: 'running', results: [] }])
  await socket.leave()
})

test('a snooze of a rule does not hide what the customer has written since its trigger', async () => {
  const snoozing = await addRule({ ...rule, actions: [{ type: 'snooze', minutes: null }] })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  const snooze = async () => (await call('GET', `/conversations/${conversationId}`)).body.snooze
  expect(await snooze()).toEqual({ until: null })
  await call('POST', `/conversations/${conversationId}/unsnooze`)
  // As if the process had died before the action. The next message arrives before it continues.
  await shop.database.query(
    `update automation_run set outcome = 'running', results = '[]' where rule_id = $1`,
    [snoozing.id],
  )
  await repeatEntries(customerId, socket)
  expect(await snooze()).toBeNull()
  expect(await runsOf(snoozing)).toMatchObject([
    { outcome: 'done', results: [{ type: 'snooze', outcome: 'unchanged', code: null }] },
  ])
  await socket.leave()
})

test('the message that opens a conversation does not keep a rule from snoozing or closing it', async () => {
  for (const action of [{ type: 'snooze', minutes: null }, { type: 'close' }] as const) {
    const made = await addRule({ trigger: { type: 'conversation_opened' }, actions: [action] })
    const { socket, conversationId } = await visitorWhoWrote(shop, 'Hello')
    await settled()
    expect((await call('GET', `/conversations/${conversationId}`)).body).toMatchObject(
      action.type === 'close' ? { status: 'closed' } : { snooze: { until: null } },
    )
    await call('DELETE', `/automation-rules/${made.id}`)
    await socket.leave()
  }
})

test('a run that was interrupted after it closed the conversation does not close it again once it is reopened', async () => {
  const closing = await addRule({ ...rule, actions: [{ type: 'close' }] })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  const status = async () => (await call('GET', `/conversations/${conversationId}`)).body.status
  expect(await status()).toBe('closed')
  await call('POST', `/conversations/${conversationId}/reopen`)
  // As if the process had died after it closed the conversation, before it recorded that.
  await shop.database.query(
    `update automation_run set outcome = 'running', results = '[]' where rule_id = $1`,
    [closing.id],
  )
  await repeatEntries(customerId, socket)
  expect(await status()).toBe('open')
  expect(await runsOf(closing)).toMatchObject([{ outcome: 'done', results: [{ outcome: 'unchanged' }] }])
  await socket.leave()
})

test('a webhook is called with the ids of the conversation, not with its content; an inactive one is a failure', async () => {
  const { body: webhook } = await call('POST', '/webhooks', {
    url: 'https://hooks.example.com/rules',
    events: ['customer.created'],
  })
  const caller = await addRule({
    ...rule,
    name: 'Caller',
    actions: [{ type: 'webhook', webhook_id: webhook.id }],
  })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'Help, my card is 4111')
  await settled()
  const { data } = (await call('GET', `/deliveries?webhook_id=${webhook.id}&type=automation.triggered`)).body
  const { payload } = (await call('GET', `/deliveries/${data[0].id}`)).body
  expect(JSON.parse(payload)).toMatchObject({
    type: 'automation.triggered',
    data: {
      rule_id: caller.id,
      rule_name: 'Caller',
      trigger: 'customer_message',
      customer_id: customerId,
      conversation_id: conversationId,
    },
  })
  expect(payload).not.toContain('card is 4111')
  for (const owner of [`customer_id=${customerId}`, `conversation_id=${conversationId}`])
    expect((await call('GET', `/deliveries?type=automation.triggered&${owner}`)).body.data).toMatchObject([
      { id: data[0].id },
    ])
  await call('PATCH', `/webhooks/${webhook.id}`, { active: false })
  await sendText(socket, 'Help again')
  await settled()
  expect((await runsOf(caller))[0]?.results).toMatchObject([{ outcome: 'failed', code: 'webhook_inactive' }])
  await socket.leave()
})

test('a rule does not run for what happened before it was switched on', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop, 'Help')
  await settled()
  const late = await addRule({ ...rule, actions: [{ type: 'reply', content: 'Hello' }] })
  await sendText(socket, 'Anything else')
  await settled()
  expect(await runsOf(late)).toEqual([])
  expect(await call('PATCH', `/automation-rules/${late.id}`, { enabled: false })).toMatchObject({
    status: 200,
  })
  await sendText(socket, 'Help while it is off')
  await settled()
  expect(await call('PATCH', `/automation-rules/${late.id}`, { enabled: true })).toMatchObject({
    status: 200,
  })
  await sendText(socket, 'Anything else')
  await settled()
  expect(await systemMessages(customerId)).toEqual([])
  await sendText(socket, 'Help again')
  await settled()
  expect(await systemMessages(customerId)).toHaveLength(1)
  await socket.leave()
})
