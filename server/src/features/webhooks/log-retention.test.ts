import { expect, test } from 'vitest'
import { firstIdAt, newId } from '../../core/ids.ts'
import { days, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { createAttemptPartitions } from './attempt-partitions.ts'
import { createLogRetention } from './log-retention.ts'

/** Retention of the log (14 days, spec 8); retention and the queue do not block each other. */

const fixture = useWebhookFixture()

const retainAt = (now: number) => createLogRetention({ pool: fixture.pool, clock: () => now })()

/** Inserts a delivery of that age with its event and an attempt. */
async function past(age: number, state: string, lastAttempt = age): Promise<string> {
  const now = fixture.now()
  const id = firstIdAt(Math.round(now - age)).slice(0, 24) + newId().slice(24)
  await createAttemptPartitions(fixture.pool, now - lastAttempt)
  await fixture.pool.query(
    `with event as (
       insert into webhook_event (id, organization_id, type, occurred_at, data)
       values ($1, $2, 'customer.created', to_timestamp($5), '{}')
     ), attempt as (
       insert into delivery_attempt (id, delivery_id, kind, started_at)
       values (uuid_v7(to_timestamp($6)), $1, 'automatic', to_timestamp($6))
     )
     insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
     values ($1, $2, $3, $1, 'customer.created', $4, to_timestamp($5), to_timestamp($6))`,
    [id, fixture.organization.id, newId(), state, (now - age) / 1000, (now - lastAttempt) / 1000],
  )
  return id
}

const remaining = async (table: string, ids: string[]) => {
  const { rows } = await fixture.pool.query<{ id: string }>(`select id from ${table} where id = any($1)`, [
    ids,
  ])
  return ids.filter((id) => rows.some((row) => row.id === id))
}

test('deletes deliveries finished for 14 days with their events; keeps those resent since or still open', async () => {
  const young = await past(13 * days, 'failed')
  const again = await past(20 * days, 'delivered', 5 * days)
  const open = await past(20 * days, 'open')
  const old = [
    await past(15 * days, 'delivered'),
    await past(16 * days, 'failed'),
    await past(15 * days, 'cancelled'),
  ]
  await retainAt(fixture.now())
  const all = [young, again, open, ...old]
  expect(await remaining('delivery', all)).toEqual([young, again, open])
  expect(await remaining('webhook_event', all)).toEqual([young, again, open])
})

test('deletes more than one batch per run', async () => {
  const oldest = Math.round(fixture.now() - 30 * days)
  await fixture.pool.query(
    `insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
     select uuid_v7(to_timestamp($1::float8 + i)), $2, $2, uuid_v7(to_timestamp($1::float8 + i)), 'customer.created', 'delivered',
       to_timestamp($1::float8), to_timestamp($1::float8) from generate_series(1, 2500) i`,
    [oldest / 1000, fixture.organization.id],
  )
  await retainAt(fixture.now())
  expect((await fixture.pool.query('select from delivery')).rowCount).toBe(0)
})

test('drops partitions whose last attempt is 14 days old, and creates upcoming ones', async () => {
  const now = fixture.now()
  const partitions = async () => {
    const { rows } = await fixture.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind = 'r' and c.relname like 'delivery_attempt_%' order by 1`,
    )
    return rows.map(({ name }) => name.slice('delivery_attempt_'.length))
  }
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
  await past(15 * days, 'delivered')
  await past(14 * days, 'delivered')
  // Left by a run that was killed between detaching and dropping.
  await fixture.pool.query('create table delivery_attempt_20200101 (like delivery_attempt)')
  expect(await partitions()).toContain(dayOf(now - 15 * days))
  await retainAt(now)
  const kept = await partitions()
  expect(kept[0]).toBe(dayOf(now - 14 * days))
  for (const ahead of [0, 1, 2, 3]) expect(kept).toContain(dayOf(now + ahead * days))
})

test('does not block the queue', async () => {
  const { id } = await fixture.webhook()
  await past(40 * days, 'delivered')
  await fixture.call('POST', `/webhooks/${id}/test`)
  await Promise.all([retainAt(fixture.now()), fixture.deliverDue()])
  expect(fixture.sent).toHaveLength(1)
  expect(await fixture.deliveries('?state=delivered')).toMatchObject([{ webhook_id: id }])
})

test('fails deliveries that wait after 14 days, also if they were sent or resent since; keeps those being sent', async () => {
  const queued = async (id: string, lease = 'null') => {
    const text = `insert into delivery_queue (delivery_id, webhook_id, due_at, lease_until) select id, webhook_id, now(), ${lease} from delivery where id = $1`
    await fixture.pool.query(text, [id])
    return id
  }
  const waiting = [
    await queued(await past(15 * days, 'open')),
    await queued(await past(40 * days, 'open')),
    await queued(await past(15 * days, 'open', 13 * days)),
  ]
  const stays = [
    await queued(await past(13 * days, 'open')),
    await queued(await past(15 * days, 'open'), "now() + interval '10 s'"),
  ]
  await retainAt(fixture.now())
  const { rows } = await fixture.pool.query<{ id: string }>(
    "select id, last_error from delivery where state = 'failed'",
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(waiting.toSorted())
  expect(rows[0]).toMatchObject({ last_error: 'waited_too_long sent' })
  const { rows: queue } = await fixture.pool.query<{ delivery_id: string }>(
    'select delivery_id from delivery_queue',
  )
  expect(queue.map((row) => row.delivery_id).sort()).toEqual(stays.toSorted())
  expect(await remaining('webhook_event', waiting)).toEqual(waiting)
})

/** A delivery of a new webhook that has waited for this long without an attempt. */
async function unsent(age: number): Promise<string> {
  const [id, webhook] = [await past(age, 'open'), await fixture.webhook()]
  await fixture.pool.query(
    `with moved as (update delivery set webhook_id = $2 where id = $1),
       attempt as (delete from delivery_attempt where delivery_id = $1)
     insert into delivery_queue (delivery_id, webhook_id, due_at) values ($1, $2, now())`,
    [id, webhook.id],
  )
  return id
}

async function interrupt(): Promise<void> {
  expect(await fixture.claim()).toHaveLength(1)
  fixture.turn(15_000)
  await fixture.queue.reap()
}

const resend = (id: string) => fixture.call('POST', `/deliveries/${id}/resend`)
const resendAll = async () => (await fixture.call('POST', '/deliveries/resend', {})).body

test('a delivery that was never sent within 14 days can be resent until a receiver may know it', async () => {
  const id = await unsent(15 * days)
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'delivery_too_old' } })
  await retainAt(fixture.now())
  expect(await fixture.detail(id)).toMatchObject({ state: 'failed', attempts: 0 })
  expect(await resend(id)).toMatchObject({ status: 202 })
  await retainAt(fixture.now())
  expect(await fixture.detail(id)).toMatchObject({ state: 'waiting' })
  await retainAt(fixture.now() + 15 * days)
  expect(await resendAll()).toMatchObject({ resent: 1 })
  fixture.answer(500)
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(1)
  expect(await fixture.detail(id)).toMatchObject({ state: 'failed', attempts: 1 })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'delivery_too_old' } })
  expect(await resendAll()).toMatchObject({ resent: 0 })
})

test.each([
  ['since', async () => interrupt()],
  [
    'after a resend',
    async (id: string) => {
      await retainAt(fixture.now())
      await resend(id)
      await interrupt()
    },
  ],
  [
    'before a long outage',
    async () => {
      await interrupt()
      await fixture.pool.query('delete from delivery_attempt')
    },
  ],
])('fails a delivery whose attempts were only interrupted, %s, for good', async (_when, happen) => {
  const id = await unsent(15 * days)
  await happen(id)
  await retainAt(fixture.now())
  expect(await fixture.detail(id)).toMatchObject({ state: 'failed', attempts: 0 })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'delivery_too_old' } })
  expect(await resendAll()).toMatchObject({ resent: 0 })
})

test('an interrupted attempt counts although its delivery was cancelled and resent since', async () => {
  const id = await unsent(13 * days)
  const { webhook_id: webhookId } = await fixture.detail(id)
  await interrupt()
  for (const active of [false, true]) await fixture.call('PATCH', `/webhooks/${webhookId}`, { active })
  expect(await fixture.detail(id)).toMatchObject({ state: 'cancelled' })
  expect(await resend(id)).toMatchObject({ status: 202 })
  await fixture.pool.query("update delivery set created_at = created_at - interval '2 days'")
  await retainAt(fixture.now() + 2 * days)
  expect(await fixture.detail(id)).toMatchObject({ state: 'failed', attempts: 0 })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'delivery_too_old' } })
})

test('removes a deleted webhook once its log is deleted; its secret is deleted at once', async () => {
  const [present, empty, logged] = [await fixture.webhook(), await fixture.webhook(), await fixture.webhook()]
  await fixture.call('POST', `/webhooks/${logged.id}/test`)
  for (const { id } of [empty, logged]) await fixture.call('DELETE', `/webhooks/${id}`)
  const ids = [present.id, empty.id, logged.id]
  const { rows } = await fixture.pool.query<{ id: string }>("select id from webhook where secret = ''")
  expect(rows.map(({ id }) => id).sort()).toEqual([empty.id, logged.id].sort())
  await retainAt(fixture.now() + 13 * days)
  expect(await remaining('webhook', ids)).toEqual(ids)
  // Still in the log: resent a day before.
  await fixture.pool.query("update delivery set updated_at = now() + interval '13 days'")
  await retainAt(fixture.now() + 15 * days)
  expect(await remaining('webhook', ids)).toEqual([present.id, logged.id])
  await retainAt(fixture.now() + 28 * days)
  expect(await remaining('webhook', ids)).toEqual([present.id])
})
