import type { RuleRun } from '@parley/protocol/automation'
import type { Label } from '@parley/protocol/label'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { plainRule, useAutomation } from '../../testing/automation-scene.ts'
import { inviteAgent } from '../../testing/test-service.ts'
import { sendText, visitorWhoWrote } from '../../testing/test-shop.ts'

const { shop, call, addRule, settled, turn, runsOf, entriesOf, conversation } = useAutomation()

const label = async (name: string) => (await call('POST', '/labels', { name, colour: 'red' })).body as Label
const contains = (...words: string[]) => ({
  filter: {},
  text: { match: 'contains' as const, words },
  hours: null,
})

test('agents without the role admin can neither read nor change rules', async () => {
  const rule = await addRule({})
  const { cookie } = await inviteAgent(shop.service, shop.organization, 'Plain')
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', plainRule],
    ['PUT', '/order', { ids: [rule.id] }],
    ['PATCH', `/${rule.id}`, { enabled: false }],
    ['DELETE', `/${rule.id}`, undefined],
    ['GET', `/${rule.id}/runs`, undefined],
    ['POST', `/${rule.id}/test`, { conversation_id: newId() }],
  ] as const)
    expect([method, (await call(method, `/automation-rules${path}`, body, cookie)).status]).toEqual([
      method,
      403,
    ])
})

test('a rule is refused if it names what does not exist, or something that rules cannot do', async () => {
  const refused: [object, string][] = [
    [{ trigger: { type: 'label_added', label_id: newId() } }, '/body/trigger/label_id'],
    [{ actions: [{ type: 'assign', agent_id: newId() }] }, '/body/actions/0'],
    [{ actions: [{ type: 'close' }, { type: 'team', team_id: newId() }] }, '/body/actions/1'],
    [{ actions: [{ type: 'unlabel', label_id: newId() }] }, '/body/actions/0'],
    [{ actions: [{ type: 'webhook', webhook_id: newId() }] }, '/body/actions/0'],
    [{ actions: [{ type: 'reply', content: 'Hi {{customer.first_name}}' }] }, '/body/actions/0'],
    [{ actions: [{ type: 'note', content: '{{customer.nme|x}}' }] }, '/body/actions/0'],
    [{ trigger: { type: 'snooze_over' }, conditions: contains('x') }, '/body/conditions/text'],
    [{ conditions: contains('x', '´') }, '/body/conditions/text/words/1'],
    [
      { conditions: { filter: { assignee: 'me' }, text: null, hours: null } },
      '/body/conditions/filter/assignee',
    ],
  ]
  for (const [change, pointer] of refused)
    expect([
      change,
      (await call('POST', '/automation-rules', { ...plainRule, ...change })).body,
    ]).toMatchObject([change, { code: 'rule_invalid', status: 422, pointer }])
  for (const change of [
    { actions: [] },
    { actions: [{ type: 'snooze', minutes: 1 }] },
    { trigger: { type: 'anything' } },
    { conditions: { filter: { mood: 'good' }, text: null, hours: null } },
    { conditions: { filter: { started: '2026-02-30T00:00:00Z' }, text: null, hours: null } },
    { name: ' ' },
  ])
    expect((await call('POST', '/automation-rules', { ...plainRule, ...change })).status).toBe(400)
})

test('a rule acts only if its conditions hold and it is switched on', async () => {
  const off = await addRule({ enabled: false })
  const other = await addRule({ conditions: contains('refund') })
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop, 'Hello')
  await settled()
  expect((await conversation(conversationId)).priority).toBeNull()
  expect([await runsOf(off), await runsOf(other)]).toEqual([[], []])
  await sendText(socket, 'I want a REFUND')
  await settled()
  expect((await conversation(conversationId)).priority).toBe('high')
  expect(await runsOf(other)).toMatchObject([
    { conversation_id: conversationId, outcome: 'done', results: [{ type: 'priority', outcome: 'done' }] },
  ])
  expect(await entriesOf(customerId, 'conversation.automated')).toMatchObject([
    { data: { rule: { id: other.id, name: 'Rule' } } },
  ])
  // Neither the rule nor its run reaches the customer.
  const seen = JSON.stringify(await socket.request('log.read', { after: 0 }))
  expect([seen.includes('automated'), seen.includes(other.id), seen.includes('run_id')]).toEqual([
    false,
    false,
    false,
  ])
  await socket.leave()
})

test('the text of the first message is that of a conversation that is opened', async () => {
  await addRule({ trigger: { type: 'conversation_opened' }, conditions: contains('urgent') })
  const urgent = await visitorWhoWrote(shop, 'Urgent!')
  const other = await visitorWhoWrote(shop, 'Hello')
  await settled()
  expect((await conversation(urgent.conversationId)).priority).toBe('high')
  expect((await conversation(other.conversationId)).priority).toBeNull()
  await Promise.all([urgent.socket.leave(), other.socket.leave()])
})

test('all actions run, a refused one does not stop the others, and its reason is recorded', async () => {
  const vip = await label('VIP')
  const gone = await label('Gone')
  const team = (await call('POST', '/teams', { name: 'Returns' })).body as { id: string }
  const rule = await addRule({
    actions: [
      { type: 'label', label_id: gone.id },
      { type: 'label', label_id: vip.id },
      { type: 'team', team_id: team.id },
      { type: 'assign', agent_id: shop.organization.ownerId },
      { type: 'priority', priority: 'urgent' },
      { type: 'reply', content: 'Hi {{customer.first_name|there}}, we will look into it.' },
      { type: 'note', content: 'Automatic note' },
      { type: 'snooze', minutes: 60 },
    ],
  })
  await call('PATCH', `/labels/${gone.id}`, { archived: true })
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  await settled()
  expect(await conversation(conversationId)).toMatchObject({
    label_ids: [vip.id],
    team_id: team.id,
    agent: { id: shop.organization.ownerId },
    priority: 'urgent',
    snooze: { until: expect.any(String) },
  })
  expect((await runsOf(rule))[0]).toMatchObject({
    outcome: 'failed',
    results: [
      { type: 'label', outcome: 'failed', code: 'label_archived' },
      ...Array.from({ length: 7 }, () => ({ outcome: 'done', code: null })),
    ],
  })
  expect((await call('GET', '/automation-rules')).body.data[0].runs).toMatchObject({ total: 1, failed: 1 })
  // The rule keeps the archived label; no other one can get it.
  expect((await call('PATCH', `/automation-rules/${rule.id}`, { name: 'Renamed' })).status).toBe(200)
  const actions = [{ type: 'label', label_id: gone.id }]
  expect((await call('POST', '/automation-rules', { ...plainRule, actions })).status).toBe(422)
  const messages = await entriesOf(customerId, 'message.created')
  expect(messages.at(-1)?.data).toMatchObject({
    sender_type: 'system',
    content: 'Hi there, we will look into it.',
  })
  expect(await entriesOf(customerId, 'note.created')).toMatchObject([
    { data: { author: { id: rule.id, name: 'Rule' }, content: 'Automatic note' } },
  ])
  await socket.leave()
})

test('a rule can be limited to one run per opening, and can keep later rules from running', async () => {
  const first = await addRule({
    name: 'First',
    once: true,
    stop: true,
    actions: [{ type: 'reply', content: 'Welcome' }],
  })
  const second = await addRule({ name: 'Second' })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await settled()
  expect([(await runsOf(first)).length, (await runsOf(second)).length]).toEqual([1, 0])
  await sendText(socket, 'More')
  await settled()
  expect([(await runsOf(first)).length, (await runsOf(second)).length]).toEqual([1, 1])
  await call('POST', `/conversations/${conversationId}/close`)
  await call('POST', `/conversations/${conversationId}/reopen`)
  await sendText(socket, 'Again')
  await settled()
  expect([(await runsOf(first)).length, (await runsOf(second)).length]).toEqual([2, 1])
  await socket.leave()
})

test('rules run in their order, which names all of them', async () => {
  const low = await addRule({ name: 'Low', actions: [{ type: 'priority', priority: 'low' }] })
  const high = await addRule({ name: 'High' })
  expect((await call('PUT', '/automation-rules/order', { ids: [high.id] })).body.code).toBe('rule_invalid')
  await call('PUT', '/automation-rules/order', { ids: [high.id, low.id] })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await settled()
  expect((await conversation(conversationId)).priority).toBe('low')
  await socket.leave()
})

test('rules that start each other run once for the same cause', async () => {
  const ping = await label('Ping')
  const pong = await label('Pong')
  const chain = await Promise.all([
    addRule({ actions: [{ type: 'label', label_id: ping.id }] }),
    addRule({
      trigger: { type: 'label_added', label_id: ping.id },
      actions: [
        { type: 'unlabel', label_id: ping.id },
        { type: 'label', label_id: pong.id },
      ],
    }),
    addRule({
      trigger: { type: 'label_added', label_id: pong.id },
      actions: [{ type: 'label', label_id: ping.id }],
    }),
  ])
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await settled()
  expect(await Promise.all(chain.map(async (rule) => (await runsOf(rule)).length))).toEqual([1, 1, 1])
  expect((await conversation(conversationId)).label_ids.toSorted()).toEqual([ping.id, pong.id].toSorted())
  // An agent's change is a cause of its own.
  await call('DELETE', `/conversations/${conversationId}/labels/${ping.id}`)
  await call('PUT', `/conversations/${conversationId}/labels/${ping.id}`)
  await settled()
  expect(await Promise.all(chain.map(async (rule) => (await runsOf(rule)).length))).toEqual([1, 2, 1])
  await socket.leave()
})

test('a customer who writes again and again causes at most five replies an hour', async () => {
  const rule = await addRule({ actions: [{ type: 'reply', content: 'Received' }] })
  const { socket, customerId } = await visitorWhoWrote(shop)
  for (let index = 0; index < 7; index++) await sendText(socket, `Message ${index}`)
  await settled()
  const replies = async () =>
    (await entriesOf(customerId, 'message.created')).filter(({ actor }) => actor.type === 'system').length
  expect(await replies()).toBe(5)
  expect((await runsOf(rule))[0]?.results).toMatchObject([{ outcome: 'failed', code: 'rate_limited' }])
  turn(3_600_001)
  await sendText(socket, 'Later')
  await settled()
  expect(await replies()).toBe(6)
  await socket.leave()
})

test('runs for one customer are limited, and the first one beyond the limit is recorded', async () => {
  const rule = await addRule({})
  const { socket, customerId } = await visitorWhoWrote(shop)
  await settled()
  await shop.database.query(
    `insert into automation_run
     select gen_random_uuid(), organization_id, rule_id, rule_name, entry_id, gen_random_uuid(), depth, customer_id,
       conversation_id, started_at, trigger, actions, results, outcome, replies, created_at
     from automation_run cross join generate_series(1, 99) where customer_id = $1`,
    [customerId],
  )
  for (const text of ['One', 'Two', 'Three']) await sendText(socket, text)
  await settled()
  const runs = await runsOf(rule)
  expect(runs[0]).toMatchObject({ outcome: 'limited', results: [] })
  const { rows } = await shop.database.query('select from automation_run where customer_id = $1', [
    customerId,
  ])
  expect(rows).toHaveLength(101)
  await socket.leave()
})

test('a rule can be compared with a conversation without running', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'A refund')
  const rule = await addRule({ conditions: { ...contains('refund'), filter: { priority: 'high' } } })
  const compare = async () =>
    (await call('POST', `/automation-rules/${rule.id}/test`, { conversation_id: conversationId })).body
  expect(await compare()).toEqual({ matches: false, filter: false, text: true, hours: null })
  await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'high' })
  expect(await compare()).toEqual({ matches: true, filter: true, text: true, hours: null })
  expect(await runsOf(rule)).toEqual([])
  await socket.leave()
})

test('a missed deadline starts rules for its target, once for each target while the customer waits for the same answer', async () => {
  const hour = 3_600_000
  const targets = { first_response: 3600, next_response: null, resolution: 7200 }
  await call('POST', '/sla-policies', { name: 'Standard', conditions: {}, counting: 'clock', targets })
  const warned = await addRule({
    trigger: { type: 'sla_warning', metric: 'first_response' },
    actions: [{ type: 'note', content: 'Due soon' }],
  })
  const resolution = await addRule({ trigger: { type: 'sla_breach', metric: 'resolution' } })
  const any = await addRule({
    trigger: { type: 'sla_breach', metric: null },
    actions: [{ type: 'priority', priority: 'urgent' }],
  })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const pass = async (milliseconds: number) => {
    turn(milliseconds)
    await shop.service.app.sla.sweep()
    await settled()
  }
  // Conversations of other tests are overdue, too.
  const isOwn = ({ conversation_id }: RuleRun) => conversation_id === conversationId
  const runs = async () =>
    Promise.all([warned, resolution, any].map(async (rule) => (await runsOf(rule)).filter(isOwn).length))
  await settled()
  await pass(hour - 60_000)
  expect([await runs(), (await conversation(conversationId)).priority]).toEqual([[1, 0, 0], null])
  await pass(60_000)
  expect([await runs(), (await conversation(conversationId)).priority]).toEqual([[1, 0, 1], 'urgent'])
  await pass(hour)
  expect(await runs()).toEqual([1, 1, 2])
  const { data } = (await call('GET', '/sla-policies')).body
  for (const { id } of data) await call('DELETE', `/sla-policies/${id}`)
  await socket.leave()
})
