import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { createEventLog, type LogTransaction } from '../../core/event-log.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { foundOrganization } from '../../testing/test-service.ts'
import { useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { enqueueEvents } from './outbox.ts'
import { queueTime } from './queue-time.ts'

/** Deliveries are inserted in the transaction of their event, for each active webhook that subscribes to it (spec 6 rule 8). */

const fixture = useWebhookFixture()

/** An event log on the same database, for transactions that do not commit. */
function openLog() {
  const { db } = fixture.database
  return createEventLog({
    db,
    bus: createLocalBus(() => {}),
    clock: fixture.now,
    outbox: async (trx, entries) => {
      await enqueueEvents(trx, entries, queueTime(fixture.now))
      return () => {}
    },
  })
}

const started = (customerId: string) => ({
  type: 'conversation.started' as const,
  audience: 'both' as const,
  conversation_id: null,
  actor: { type: 'system' as const },
  data: { customer_id: customerId },
})

async function append(tx: LogTransaction, customerId: string): Promise<void> {
  const head = await tx.lock(fixture.organization.id, customerId)
  if (!head) throw new Error('No such log')
  tx.append(head, [started(customerId)])
}

describe('no delivery is inserted', () => {
  test('if the transaction of the event is rolled back', async () => {
    const { customer_id: id } = await fixture.customer()
    await fixture.webhook(['conversation.started'])
    const rolledBack = openLog().transact(async (tx) => {
      await append(tx, id)
      // Fails after the event was written.
      throw new Error('Not this time')
    })
    await expect(rolledBack).rejects.toThrow('Not this time')
    expect(await fixture.deliveries()).toEqual([])
  })

  test('for webhooks that are inactive, deleted, not subscribed or of another organization', async () => {
    await fixture.webhook(['customer.created'], { active: false })
    await fixture.webhook(['conversation.ended'])
    const { id } = await fixture.webhook(['customer.created'])
    await fixture.call('DELETE', `/webhooks/${id}`)
    const other = await foundOrganization(fixture.service, 'Other')
    await fixture.service.call('POST', `/v1/organizations/${other.id}/webhooks`, {
      cookie: other.cookie,
      body: { url: 'https://hooks.other.com/', events: ['customer.created'] },
    })
    const before = await fixture.pool.query('select count(*)::int as events from webhook_event')
    await fixture.customer()
    expect(await fixture.deliveries()).toEqual([])
    expect((await fixture.pool.query('select from delivery')).rowCount).toBe(0)
    const after = await fixture.pool.query('select count(*)::int as events from webhook_event')
    expect(after.rows).toEqual(before.rows)
  })

  test('for messages, which are not public events', async () => {
    await fixture.webhook([
      'customer.created',
      'customer.updated',
      'conversation.started',
      'conversation.ended',
    ])
    const { customer_id: id } = await fixture.customer()
    const { rows } = await fixture.pool.query('select type from event_log where customer_id = $1', [id])
    expect(rows.map(({ type }) => type)).toContain('message.created')
    expect((await fixture.deliveries()).map(({ type }) => type).sort()).toEqual([
      'conversation.started',
      'customer.created',
    ])
  })
})

test('each subscribed webhook gets a separate delivery; the event is stored once', async () => {
  const made = [await fixture.webhook(), await fixture.webhook()]
  await fixture.customer()
  const deliveries = await fixture.deliveries()
  expect(deliveries.map((one) => one.webhook_id).sort()).toEqual(made.map(({ id }) => id).sort())
  const [eventId, ...more] = new Set(deliveries.map((one) => one.event_id))
  expect(more).toEqual([])
  expect((await fixture.pool.query('select from webhook_event where id = $1', [eventId])).rowCount).toBe(1)
  expect((await fixture.pool.query('select from event_log where id = $1', [eventId])).rowCount).toBe(1)
})

describe('an event while the webhook is being disabled', () => {
  let otherClient: pg.Client | null = null
  afterEach(async () => {
    await otherClient?.end()
    otherClient = null
  })

  /** Another process with an open transaction. */
  async function other(): Promise<pg.Client> {
    otherClient = new pg.Client({ connectionString: fixture.service.databaseUrl })
    await otherClient.connect()
    await otherClient.query('begin')
    return otherClient
  }

  test('the event waits for the change and is not delivered', async () => {
    const { customer_id: id } = await fixture.customer()
    const webhook = await fixture.webhook(['conversation.started'])
    const client = await other()
    await client.query('update webhook set active = false where id = $1', [webhook.id])
    const appended = openLog().transact((tx) => append(tx, id))
    await untilBlocked(client)
    await client.query('commit')
    await appended
    expect(await fixture.deliveries()).toEqual([])
  })

  test('the change waits for the event and cancels its delivery', async () => {
    const { customer_id: id } = await fixture.customer()
    const webhook = await fixture.webhook(['conversation.started'])
    const client = await other()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let enqueued = () => {}
    const inside = new Promise<void>((resolve) => (enqueued = resolve))
    const { db } = fixture.database
    const log = createEventLog({
      db,
      bus: createLocalBus(() => {}),
      clock: fixture.now,
      outbox: async (trx, entries) => {
        await enqueueEvents(trx, entries, queueTime(fixture.now))
        enqueued()
        await held
        return () => {}
      },
    })
    const appended = log.transact((tx) => append(tx, id))
    await inside
    let disabled = false
    const off = fixture
      .call('PATCH', `/webhooks/${webhook.id}`, { active: false })
      .then(() => (disabled = true))
    await client.query('commit')
    for (;;) {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rowCount) break
    }
    expect(disabled).toBe(false)
    release()
    await appended
    await off
    expect(await fixture.deliveries()).toMatchObject([{ state: 'cancelled' }])
  })
})
