import { describe, expect, test } from 'vitest'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { maxPerWebhook, days, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { createAttemptPartitions } from './attempt-partitions.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryQueue } from './delivery-queue.ts'

/** Claims and results with several workers, and resends at the same time. */

const fixture = useWebhookFixture()

async function queueUp(webhookId: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await fixture.call('POST', `/webhooks/${webhookId}/test`)
}

/** A webhook with a successful delivery, which may use all its slots. */
async function provenWebhook(): Promise<{ id: string }> {
  const { id } = await fixture.webhook()
  await fixture.pool.query(
    'insert into webhook_trouble (webhook_id, failures, since) values ($1, 0, now())',
    [id],
  )
  return { id }
}

const anotherWorker = () => createDeliveryQueue({ pool: fixture.pool, clock: fixture.now, maxPerWebhook })

test('concurrent claims never lease the same delivery, nor more than the limit per webhook', async () => {
  const { id } = await provenWebhook()
  const other = await provenWebhook()
  await queueUp(id, 12)
  await queueUp(other.id, 3)
  await fixture.claim(1)
  const claims = await Promise.all([1, 2, 3].map(() => anotherWorker().claim(64)))
  const claimed = claims.flat()
  expect(new Set(claimed.map((one) => one.delivery_id)).size).toBe(claimed.length)
  // One delivery was leased before, of either webhook.
  const { rows } = await fixture.pool.query(
    'select webhook_id, count(*)::int as leases from delivery_queue where lease_until is not null group by 1',
  )
  expect(Object.fromEntries(rows.map((row) => [row.webhook_id, row.leases]))).toEqual({
    [id]: maxPerWebhook,
    [other.id]: 3,
  })
  expect(await anotherWorker().claim(64)).toEqual([])
})

test('a claim waits for a running claim and counts its leases', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, maxPerWebhook + 4)
  await createAttemptPartitions(fixture.pool, fixture.now())
  const client = await fixture.pool.connect()
  let second: ReturnType<typeof fixture.claim>
  try {
    await client.query('begin')
    // The connection may have been lent for a claim before.
    await client.query('deallocate all')
    const lent = { query: (text: string) => client.query(text), release() {} }
    const pool = { connect: async () => lent } as unknown as typeof fixture.pool
    const first = await createDeliveryQueue({
      pool,
      clock: fixture.now,
      maxPerWebhook,
    }).claim(maxPerWebhook - 2)
    expect(first).toHaveLength(maxPerWebhook - 2)
    second = anotherWorker().claim(64)
    await untilBlocked(client)
  } finally {
    await client.query('commit')
    client.release(true)
  }
  expect(await second).toHaveLength(2)
})

test('a claim of named webhooks leases theirs only, up to the limit of each', async () => {
  const [named, alsoNamed, other] = [await provenWebhook(), await provenWebhook(), await provenWebhook()]
  await queueUp(named.id, maxPerWebhook + 1)
  await queueUp(alsoNamed.id, 1)
  await queueUp(other.id, 1)
  const webhookIds = [named.id, alsoNamed.id]
  const claimed = await fixture.claim(64, { kind: 'some', webhookIds })
  const leasedOf = (id: string) => claimed.filter((one) => one.webhook_id === id).length
  expect([leasedOf(named.id), leasedOf(alsoNamed.id), claimed.length]).toEqual([
    maxPerWebhook,
    1,
    maxPerWebhook + 1,
  ])
  expect(await fixture.claim(64, { kind: 'some', webhookIds })).toEqual([])
  expect((await fixture.claim()).map((one) => one.webhook_id)).toEqual([other.id])
})

test('a finished attempt frees a slot', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, maxPerWebhook + 1)
  const [first] = await fixture.claim()
  expect(await fixture.claim()).toEqual([])
  await fixture.finish(first, { outcome: 'delivered', status: 200 })
  expect(await fixture.claim()).toHaveLength(1)
})

test('webhooks take turns: a backlog of one never delays the first delivery of another', async () => {
  const flood = await provenWebhook()
  await queueUp(flood.id, 6)
  const later = [await provenWebhook(), await provenWebhook()]
  for (const { id } of later) await queueUp(id, 2)
  const first = await fixture.claim(3)
  expect(new Set(first.map((one) => one.webhook_id))).toEqual(new Set([flood, ...later].map(({ id }) => id)))
  const second = await fixture.claim(3)
  expect(new Set(second.map((one) => one.webhook_id)).size).toBe(3)
  const rest = await fixture.claim(64)
  expect(rest.map((one) => one.webhook_id)).toEqual(Array(4).fill(flood.id))
})

test('deliveries of a webhook are claimed oldest first', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, 3)
  const queued = (await fixture.deliveries()).map((one) => one.id).toReversed()
  expect((await fixture.claim()).map((one) => one.delivery_id)).toEqual(queued)
})

describe('slots of a webhook', () => {
  test('is one until the first success, then all', async () => {
    const { id } = await fixture.webhook()
    await queueUp(id, maxPerWebhook + 1)
    const [first, ...others] = await fixture.claim()
    expect(others).toEqual([])
    await fixture.finish(first, { outcome: 'delivered', status: 200 })
    expect(await fixture.claim()).toHaveLength(maxPerWebhook)
  })

  test('is one after a failure, and all after a success', async () => {
    const { id } = await provenWebhook()
    await queueUp(id, maxPerWebhook + 3)
    const [first, second, ...others] = await fixture.claim()
    await fixture.finish(first, { outcome: 'timeout', status: null })
    for (const one of others) await fixture.finish(one, { outcome: 'interrupted', status: null })
    expect(await fixture.claim()).toEqual([])
    await fixture.finish(second, { outcome: 'bad_status', status: 500 })
    const [third, ...none] = await fixture.claim()
    expect(none).toEqual([])
    await fixture.finish(third, { outcome: 'delivered', status: 200 })
    expect(await fixture.claim()).toHaveLength(maxPerWebhook)
  })
})

test('the attempt is logged before anything is sent', async () => {
  const { id } = await fixture.webhook()
  await queueUp(id, 1)
  const [claimed] = await fixture.claim()
  const { attempt_list: attempts } = await fixture.detail(claimed?.delivery_id ?? '')
  expect(attempts).toMatchObject([
    { id: claimed?.attempt_id, outcome: 'under_way', finished_at: null, status: null, request: null },
  ])
})

test('a claim skips locked rows', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, 2)
  await createAttemptPartitions(fixture.pool, fixture.now())
  const [held] = (await fixture.deliveries()).map((one) => one.id).toReversed()
  const client = await fixture.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from delivery_queue where delivery_id = $1 for update', [held])
    const claimed = await anotherWorker().claim(64)
    expect(claimed).toHaveLength(1)
    expect(claimed[0]?.delivery_id).not.toBe(held)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('several results are saved in one statement', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, 3)
  const claimed = await fixture.claim()
  const outcomes = ['delivered', 'bad_status', 'interrupted'] as const
  const ends = claimed.map((one, index) => ({
    delivery_id: one.delivery_id,
    attempt_id: one.attempt_id,
    outcome: outcomes[index] ?? ('timeout' as const),
    status: [200, 500, null][index] ?? null,
    error: null,
    duration_ms: index,
    retry_after: 600,
    request: null,
    response: null,
  }))
  const settled = await fixture.queue.finish(ends)
  expect(settled.map(({ state }) => state).sort()).toEqual(['delivered', 'open', 'open'])
  const states = await Promise.all(
    claimed.map(async (one) => (await fixture.detail(one.delivery_id)).attempt_list[0]),
  )
  expect(states.map((attempt) => attempt?.outcome)).toEqual(['delivered', 'bad_status', 'interrupted'])
  expect(await fixture.queue.depth()).toEqual({ due: 1, later: 1, sending: 0 })
})

test('the result of a failed attempt waits for a webhook that is being disabled, and is not retried', async () => {
  const { id } = await fixture.webhook()
  await queueUp(id, 1)
  const [claimed] = await fixture.claim()
  const client = await fixture.pool.connect()
  let finished: ReturnType<typeof fixture.finish>
  try {
    await client.query('begin')
    await client.query('update webhook set active = false where id = $1', [id])
    finished = fixture.finish(claimed, { outcome: 'bad_status', status: 500 })
    await untilBlocked(client)
  } finally {
    await client.query('commit')
    client.release()
  }
  expect(await finished).toMatchObject([{ state: 'cancelled' }])
})

test('resends of one organization hold one connection, however many are requested at once', async () => {
  const { id } = await provenWebhook()
  await queueUp(id, 1)
  await fixture.deliverDue()
  const [delivery] = await fixture.deliveries()
  const { organization, pool } = fixture
  const { resend, resendAll } = createDeliveries({
    db: fixture.database.db,
    clock: fixture.now,
    notifier: { notify() {}, close() {} },
    wake() {},
    renewals: {},
  })
  const client = await pool.connect()
  const resends: Promise<unknown>[] = []
  try {
    await client.query('begin')
    await client.query('select from webhook where id = $1 for update', [id])
    for (let count = 0; count < 3; count += 1)
      resends.push(
        resend(organization.id, delivery?.id ?? ''),
        resendAll(organization.id, { webhook_id: id }, null),
      )
    await untilBlocked(client)
    expect(pool.waitingCount).toBe(0)
    expect(pool.totalCount - pool.idleCount).toBe(2)
  } finally {
    await client.query('commit')
    client.release()
    await Promise.all(resends)
  }
})

describe('partitions of attempts', () => {
  test('a claim fails without the partition of the day, and succeeds once it exists', async () => {
    const { id } = await fixture.webhook()
    fixture.turn(5 * days)
    await queueUp(id, 1)
    await expect(fixture.queue.claim(64)).rejects.toMatchObject({ code: '23514' })
    expect(await fixture.claim()).toHaveLength(1)
  })

  test('can be created by several processes at once', async () => {
    const then = fixture.now() + 30 * days
    await Promise.all([1, 2, 3].map(() => createAttemptPartitions(fixture.pool, then)))
    const names = [-1, 0, 1, 2, 3].map((ahead) => {
      const day = new Date(then + ahead * days).toISOString().slice(0, 10)
      return `delivery_attempt_${day.replaceAll('-', '')}`
    })
    const { rows } = await fixture.pool.query(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'delivery_attempt'::regclass and inhrelid::regclass::text = any($1) order by 1`,
      [names],
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
  })
})
