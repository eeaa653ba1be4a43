import { expect, test } from 'vitest'
import { firstIdAt, newId } from '../../core/ids.ts'
import { days, useWebhookDesk } from '../../testing/webhook-desk.ts'
import { createAttemptPartitions } from './attempt-partitions.ts'
import { createLogRetention } from './log-retention.ts'

/** Entries of the log are kept 14 days (spec 8), and the queue is never in the way of that, nor that of the queue. */

const desk = useWebhookDesk()

const retainAt = (now: number) => createLogRetention({ pool: desk.pool, clock: () => now })()

/** A delivery of that age, its event and an attempt, as they would be. */
async function past(age: number, state: string, lastAttempt = age): Promise<string> {
  const now = desk.now()
  const id = firstIdAt(Math.round(now - age)).slice(0, 24) + newId().slice(24)
  await createAttemptPartitions(desk.pool, now - lastAttempt)
  await desk.pool.query(
    `with event as (
       insert into webhook_event (id, organization_id, type, occurred_at, data)
       values ($1, $2, 'customer.created', to_timestamp($5), '{}')
     ), attempt as (
       insert into delivery_attempt (id, delivery_id, kind, started_at)
       values (uuid_v7(to_timestamp($6)), $1, 'automatic', to_timestamp($6))
     )
     insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
     values ($1, $2, $3, $1, 'customer.created', $4, to_timestamp($5), to_timestamp($6))`,
    [id, desk.organization.id, newId(), state, (now - age) / 1000, (now - lastAttempt) / 1000],
  )
  return id
}

const left = async (table: string, ids: string[]) => {
  const { rows } = await desk.pool.query<{ id: string }>(`select id from ${table} where id = any($1)`, [ids])
  return ids.filter((id) => rows.some((row) => row.id === id))
}

test('what is over for 14 days is gone with its event; what was sent again since, or is still to be sent, stays', async () => {
  const young = await past(13 * days, 'failed')
  const again = await past(20 * days, 'delivered', 5 * days)
  const open = await past(20 * days, 'open')
  const old = [
    await past(15 * days, 'delivered'),
    await past(16 * days, 'failed'),
    await past(15 * days, 'cancelled'),
  ]
  await retainAt(desk.now())
  const all = [young, again, open, ...old]
  expect(await left('delivery', all)).toEqual([young, again, open])
  expect(await left('webhook_event', all)).toEqual([young, again, open])
})

test('more than one batch is taken away in one run', async () => {
  const oldest = Math.round(desk.now() - 30 * days)
  await desk.pool.query(
    `insert into delivery (id, organization_id, webhook_id, event_id, type, state, created_at, updated_at)
     select uuid_v7(to_timestamp($1::float8 + i)), $2, $2, uuid_v7(to_timestamp($1::float8 + i)), 'customer.created', 'delivered',
       to_timestamp($1::float8), to_timestamp($1::float8) from generate_series(1, 2500) i`,
    [oldest / 1000, desk.organization.id],
  )
  await retainAt(desk.now())
  expect((await desk.pool.query('select from delivery')).rowCount).toBe(0)
})

test('days of attempts are dropped when the last attempt of them is 14 days old, and made ahead', async () => {
  const now = desk.now()
  const daysThere = async () => {
    const { rows } = await desk.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind = 'r' and c.relname like 'delivery_attempt_%' order by 1`,
    )
    return rows.map(({ name }) => name.slice('delivery_attempt_'.length))
  }
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
  await past(15 * days, 'delivered')
  await past(14 * days, 'delivered')
  // A run that was killed between the two steps left this one behind.
  await desk.pool.query('create table delivery_attempt_20200101 (like delivery_attempt)')
  expect(await daysThere()).toContain(dayOf(now - 15 * days))
  await retainAt(now)
  const kept = await daysThere()
  expect(kept[0]).toBe(dayOf(now - 14 * days))
  for (const ahead of [0, 1, 2, 3]) expect(kept).toContain(dayOf(now + ahead * days))
})

test('the queue goes on while the log is cleaned', async () => {
  const { id } = await desk.webhook()
  await past(40 * days, 'delivered')
  await desk.call('POST', `/webhooks/${id}/test`)
  await Promise.all([retainAt(desk.now()), desk.deliverDue()])
  expect(desk.sent).toHaveLength(1)
  expect(await desk.deliveries('?state=delivered')).toMatchObject([{ webhook_id: id }])
})

test('what has waited for 14 days has failed; what was sent or resent since, or is being sent, goes on', async () => {
  const queued = async (id: string, lease = 'null') => {
    const text = `insert into delivery_queue (delivery_id, webhook_id, due_at, lease_until) select id, webhook_id, now(), ${lease} from delivery where id = $1`
    await desk.pool.query(text, [id])
    return id
  }
  const waiting = [await queued(await past(15 * days, 'open')), await queued(await past(40 * days, 'open'))]
  const stays = [
    await queued(await past(13 * days, 'open')),
    await queued(await past(15 * days, 'open', 13 * days)),
    await queued(await past(15 * days, 'open'), "now() + interval '10 s'"),
  ]
  await retainAt(desk.now())
  const { rows } = await desk.pool.query<{ id: string }>(
    "select id, last_error from delivery where state = 'failed'",
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(waiting.toSorted())
  expect(rows[0]).toMatchObject({ last_error: 'waited_too_long' })
  const { rows: queue } = await desk.pool.query<{ delivery_id: string }>(
    'select delivery_id from delivery_queue',
  )
  expect(queue.map((row) => row.delivery_id).sort()).toEqual(stays.toSorted())
  expect(await left('webhook_event', waiting)).toEqual(waiting)
})

test('a deleted webhook goes when its log is gone, and has no secret meanwhile', async () => {
  const [present, empty, logged] = [await desk.webhook(), await desk.webhook(), await desk.webhook()]
  await desk.call('POST', `/webhooks/${logged.id}/test`)
  for (const { id } of [empty, logged]) await desk.call('DELETE', `/webhooks/${id}`)
  const ids = [present.id, empty.id, logged.id]
  const { rows } = await desk.pool.query<{ id: string }>("select id from webhook where secret = ''")
  expect(rows.map(({ id }) => id).sort()).toEqual([empty.id, logged.id].sort())
  await retainAt(desk.now() + 13 * days)
  expect(await left('webhook', ids)).toEqual(ids)
  // Something of it is in the log still: sent again a day before.
  await desk.pool.query("update delivery set updated_at = now() + interval '13 days'")
  await retainAt(desk.now() + 15 * days)
  expect(await left('webhook', ids)).toEqual([present.id, logged.id])
  await retainAt(desk.now() + 28 * days)
  expect(await left('webhook', ids)).toEqual([present.id])
})
