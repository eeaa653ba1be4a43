import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createSecrets } from '../../core/secrets.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { testSecret } from '../../testing/test-service.ts'
import { useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { cancelMarked } from './cancellations.ts'
import { queueTime } from './queue-time.ts'
import { createWebhooks } from './webhooks.ts'

/**
 * Deliveries waiting when a webhook is disabled, from the commit until they are cancelled: seconds if there are many (spec 7).
 */

const fixture = useWebhookFixture()
const patch = (id: string, body: object) => fixture.call('PATCH', `/webhooks/${id}`, body)
const sendTest = (id: string) => fixture.call('POST', `/webhooks/${id}/test`)
const cancelAll = () => cancelMarked(fixture.database.db, queueTime(fixture.now))

let lockHolder: pg.Client | null = null
afterEach(async () => {
  await lockHolder?.end()
  lockHolder = null
})

/** Inserts waiting deliveries that are due before the existing one. */
async function backlog(webhookId: string, count: number, type = 'webhook.test'): Promise<void> {
  await fixture.pool.query(
    `with made as (
       insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
       select uuid_v7(now()), $1, $2, uuid_v7(now()), $4, 'open', now(), now() from generate_series(1, $3::int)
       returning id
     )
     insert into delivery_queue (delivery_id, webhook_id, due_at, era)
     select id, $2, now() - interval '1 minute', (select era from webhook where id = $2) from made`,
    [fixture.organization.id, webhookId, count, type],
  )
}

const states = async () => {
  const { rows } = await fixture.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from delivery group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('cancelling more than one batch', () => {
  test('nothing is sent after disabling, nor after enabling again, except what is queued then', async () => {
    const { id } = await fixture.webhook()
    await backlog(id, 1500)
    await patch(id, { active: false })
    expect(await states()).toEqual({ cancelled: 1000, open: 500 })
    await fixture.deliverDue()
    await patch(id, { active: true })
    await sendTest(id)
    await fixture.deliverDue()
    expect(fixture.sent).toEqual([])
    await cancelAll()
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(1)
    expect(await states()).toEqual({ cancelled: 1500, delivered: 1 })
  })

  test('continues after the process that made the change crashed, also by two workers at once', async () => {
    const { id } = await fixture.webhook()
    await backlog(id, 3500)
    await patch(id, { active: false })
    expect(await Promise.all([cancelAll(), cancelAll()])).toContainEqual([fixture.organization.id])
    expect(await states()).toEqual({ cancelled: 3500 })
    expect(await cancelAll()).toEqual([])
  })

  test('cancels by type: other events of the webhook wait until it is done and are then sent', async () => {
    const { id } = await fixture.webhook(['customer.created', 'conversation.started'])
    await backlog(id, 1500, 'customer.created')
    await fixture.customer()
    await patch(id, { events: ['conversation.started'] })
    await patch(id, { events: ['customer.created', 'conversation.started'] })
    await cancelAll()
    await fixture.deliverDue()
    expect(fixture.sent.map(({ type }) => type)).toEqual(['conversation.started'])
    expect(await states()).toEqual({ cancelled: 1501, delivered: 1 })
  })

  test('a delivery resent before it is cancelled is sent once, like a cancelled one', async () => {
    const { id } = await fixture.webhook()
    await sendTest(id)
    const [last] = await fixture.deliveries()
    await backlog(id, 1500)
    await patch(id, { active: false })
    await patch(id, { active: true })
    await fixture.call('POST', `/deliveries/${last?.id}/resend`)
    await cancelAll()
    fixture.answer(500)
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(1)
    expect(await fixture.detail(last?.id ?? '')).toMatchObject({ state: 'failed', attempts: 1 })
  })
})

test('disabling commits while waiting rows are locked, so it does not block events and results', async () => {
  const { id } = await fixture.webhook()
  await sendTest(id)
  lockHolder = new pg.Client({ connectionString: fixture.service.databaseUrl })
  await lockHolder.connect()
  await lockHolder.query('begin')
  await lockHolder.query('select from delivery_queue where webhook_id = $1 for update', [id])
  const off = patch(id, { active: false })
  await untilBlocked(lockHolder)
  // The lock an event of the same organization takes: available immediately.
  const { rows } = await lockHolder.query('select active from webhook where id = $1 for share nowait', [id])
  expect(rows).toEqual([{ active: false }])
  await lockHolder.query('commit')
  await off
  expect(await states()).toEqual({ cancelled: 1 })
})

test('disabling waits for a running claim, and claimed deliveries are not retried', async () => {
  const { id } = await fixture.webhook()
  await sendTest(id)
  const [claimed] = await fixture.claim()
  await patch(id, { active: false })
  await patch(id, { active: true })
  await fixture.finish(claimed, { outcome: 'bad_status', status: 500 })
  expect(await fixture.deliveries()).toMatchObject([{ state: 'cancelled', attempts: 1 }])
})

describe('a sample, which needs no subscription, is still sent after unsubscribing from its type', () => {
  const unsubscribe = (id: string) => patch(id, { events: ['conversation.started'] })
  async function sample() {
    const { id: webhookId } = await fixture.webhook(['customer.created', 'conversation.started'])
    await fixture.call('POST', `/webhooks/${webhookId}/test?type=customer.created`)
    fixture.answer(500)
    const [{ id } = { id: '' }] = await fixture.deliveries()
    return { webhookId, id }
  }

  test('while it waits for its retry', async () => {
    const { webhookId, id } = await sample()
    await fixture.deliverDue()
    await unsubscribe(webhookId)
    expect(await fixture.detail(id)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  test('while it is being sent', async () => {
    const { webhookId, id } = await sample()
    const [claimed] = await fixture.claim()
    await unsubscribe(webhookId)
    await fixture.finish(claimed, { outcome: 'bad_status', status: 500 })
    expect(await fixture.detail(id)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  test('if it is resent before the others are cancelled, it keeps its retry', async () => {
    const { webhookId, id } = await sample()
    await fixture.deliverDue()
    await backlog(webhookId, 1500, 'customer.created')
    await unsubscribe(webhookId)
    await fixture.call('POST', `/deliveries/${id}/resend`)
    await cancelAll()
    await fixture.deliverDue()
    expect(await fixture.detail(id)).toMatchObject({ state: 'waiting', attempts: 2 })
  })
})

test('a deletion succeeds and is announced although cancelling fails; a worker repeats it', async () => {
  const { id } = await fixture.webhook()
  await sendTest(id)
  const announced: string[] = []
  const errors: unknown[] = []
  const webhooks = createWebhooks({
    db: fixture.database.db,
    clock: fixture.now,
    secrets: createSecrets(testSecret),
    checkUrl: (url) => ({ ok: true, url }),
    checkDns: async () => null,
    notifier: { notify: (_, what) => void announced.push(what), close() {} },
    wake: () => {},
    onError: (error) => void errors.push(error),
  })
  await fixture.pool.query(`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''Out of order''; end';
    create trigger fail before delete on webhook_cancellation execute function fail()`)
  try {
    await webhooks.remove(fixture.organization.id, id)
  } finally {
    await fixture.pool.query('drop function fail() cascade')
  }
  expect(errors).toEqual([expect.objectContaining({ message: 'Out of order' })])
  expect(announced).toEqual(['webhooks', 'deliveries'])
  expect((await fixture.call('GET', `/webhooks/${id}`)).status).toBe(404)
  await fixture.deliverDue()
  expect(fixture.sent).toEqual([])
  expect(await cancelAll()).toEqual([fixture.organization.id])
  expect(await states()).toEqual({ cancelled: 1 })
  expect(await cancelAll()).toEqual([])
})

test('changing the URL cancels nothing', async () => {
  const { id } = await fixture.webhook()
  await backlog(id, 3)
  await patch(id, { url: 'https://elsewhere.shop.com/in', active: true, events: ['customer.created'] })
  expect((await fixture.pool.query('select from webhook_cancellation')).rowCount).toBe(0)
  expect(await states()).toEqual({ open: 3 })
})
