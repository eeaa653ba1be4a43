import type { Rule, RuleInput } from '@parley/protocol/automation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import type { EventLog, StoredEntry } from '../../core/event-log.ts'
import { plainRule } from '../../testing/automation-scene.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createAutomationConsumer } from './automation-consumer.ts'
import { createRuleRuns } from './rule-runs.ts'

/** Consumers do not run by themselves. */
const shop = useShop()
let handle: DatabaseHandle
beforeAll(() => {
  handle = openDatabase(shop.service.databaseUrl, { connections: 4 })
})
afterAll(() => handle.close())

const call = async (method: string, path: string, body?: object): Promise<never> =>
  (
    await shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
      cookie: shop.organization.cookie,
      ...(body && { body }),
    })
  ).body

/** A consumer whose connection is ended after each action. Returns the actions that it performs. */
function interruptedConsumer(conversationId: string, customerId: string) {
  const performed: string[] = []
  let afterAction: () => Promise<unknown>
  const runs = createRuleRuns({
    db: handle.db,
    log: { transact: async () => {} } as unknown as EventLog,
    clock: Date.now,
    async perform(_by, { type }) {
      performed.push(type)
      await afterAction()
      return { type, outcome: 'done', code: null }
    },
    conversation: () => call('GET', `/conversations/${conversationId}`),
    firstMessage: async () => null,
    lastMessage: async () => null,
    attributesOf: async () => undefined,
    isOpen: async () => true,
  })
  const consumer = createAutomationConsumer({ clock: Date.now, db: handle.db, runs })
  /** `max`: how many entries it reads. */
  async function attempt(max = 2, requeued = false): Promise<void> {
    const { rows: entries } = await sql<StoredEntry>`
      select * from event_log where customer_id = ${customerId} and type = 'message.created' order by seq limit ${max}`.execute(
      handle.db,
    )
    await handle.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      afterAction = () => shop.database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      const customer = { customerId, organizationId: shop.organization.id, entries }
      await consumer.handle(
        trx,
        [{ ...customer, ...(requeued && { requeued }) }],
        new AbortController().signal,
      )
    })
  }
  return { performed, attempt }
}

const runsOf = async ({ id }: Rule): Promise<number> =>
  (await sql`select from automation_run where rule_id = ${id}`.execute(handle.db)).rows.length

const create = (actions: Rule['actions'], more: Partial<RuleInput> = {}): Promise<Rule> =>
  call('POST', '/automation-rules', { ...plainRule, actions, ...more })
const conditions = (more: Partial<Rule['conditions']>) => ({
  conditions: { ...plainRule.conditions, ...more },
})
const remove = (rule: Rule): Promise<never> => call('DELETE', `/automation-rules/${rule.id}`)

test('a process that has lost its transaction performs no further action, and begins no run for a further entry', async () => {
  const rule = await create([{ type: 'priority', priority: 'high' }, { type: 'close' }])
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'First')
  await sendText(socket, 'Second')
  const { performed, attempt } = interruptedConsumer(conversationId, customerId)
  await expect(attempt()).rejects.toThrow()
  expect(performed).toEqual(['priority'])
  expect(await runsOf(rule)).toBe(1)
  await expect(attempt()).rejects.toThrow()
  expect(performed).toEqual(['priority', 'close'])
  expect(await runsOf(rule)).toBe(1)
  await socket.leave()
  await remove(rule)
})

test('a process that has lost its transaction begins no further rule', async () => {
  const first = await create([{ type: 'priority', priority: 'high' }])
  const second = await create([{ type: 'close' }])
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'First')
  const { performed, attempt } = interruptedConsumer(conversationId, customerId)
  await expect(attempt()).rejects.toThrow()
  expect(performed).toEqual(['priority'])
  expect([await runsOf(first), await runsOf(second)]).toEqual([1, 0])
  await socket.leave()
  for (const rule of [first, second]) await remove(rule)
})

test('a rule that did not apply does not see the changes of an interrupted run of a later entry, which the retry does not read', async () => {
  const early = await create([{ type: 'close' }], conditions({ filter: { priority: 'high' } }))
  const raise = await create(
    [
      { type: 'priority', priority: 'high' },
      { type: 'note', content: 'Seen' },
    ],
    conditions({ text: { match: 'contains', words: ['second'] } }),
  )
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'First')
  await sendText(socket, 'Second')
  const { performed, attempt } = interruptedConsumer(conversationId, customerId)
  await expect(attempt()).rejects.toThrow()
  await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'high' })
  await attempt(1)
  expect(performed).toEqual(['priority'])
  expect([await runsOf(early), await runsOf(raise)]).toEqual([0, 1])
  // An entry that was parked is decided apart from those after it.
  await expect(attempt(1, true)).rejects.toThrow()
  expect(performed).toEqual(['priority', 'close'])
  await socket.leave()
  for (const rule of [early, raise]) await remove(rule)
})

test('a rule that was switched off after its run began keeps its place in the order, and ends the list', async () => {
  const before = await create([{ type: 'close' }], conditions({ filter: { priority: 'high' } }))
  const off = await create([{ type: 'priority', priority: 'high' }], { stop: true })
  const after = await create([{ type: 'close' }])
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'First')
  const { performed, attempt } = interruptedConsumer(conversationId, customerId)
  await expect(attempt()).rejects.toThrow()
  await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'high' })
  await call('PATCH', `/automation-rules/${off.id}`, { enabled: false })
  await attempt()
  expect(performed).toEqual(['priority'])
  expect(await Promise.all([before, off, after].map(runsOf))).toEqual([0, 1, 0])
  await socket.leave()
  for (const rule of [before, off, after]) await remove(rule)
})
