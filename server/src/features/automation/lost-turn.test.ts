import type { Rule } from '@parley/protocol/automation'
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

test('a process that has lost its transaction performs no further action, and evaluates no further entry', async () => {
  const rule: Rule = await call('POST', '/automation-rules', {
    ...plainRule,
    actions: [{ type: 'priority', priority: 'high' }, { type: 'close' }],
  })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop, 'First')
  await sendText(socket, 'Second')
  const { rows: entries } = await sql<StoredEntry>`
    select * from event_log where customer_id = ${customerId} and type = 'message.created' order by seq`.execute(
    handle.db,
  )
  const batch = [{ customerId, organizationId: shop.organization.id, entries }]
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
    firstText: async () => null,
    lastText: async () => null,
    attributesOf: async () => undefined,
    isOpen: async () => true,
  })
  const consumer = createAutomationConsumer({ db: handle.db, runs })
  const attempt = () =>
    handle.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      afterAction = () => shop.database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await consumer.handle(trx, batch, new AbortController().signal)
    })
  await expect(attempt()).rejects.toThrow()
  expect(performed).toEqual(['priority'])
  const { rows } = await sql`select from automation_run where rule_id = ${rule.id}`.execute(handle.db)
  expect(rows).toHaveLength(1)
  await expect(attempt()).rejects.toThrow()
  expect(performed).toEqual(['priority', 'close'])
  expect(
    (await sql`select from automation_run where rule_id = ${rule.id}`.execute(handle.db)).rows,
  ).toHaveLength(1)
  await socket.leave()
})
