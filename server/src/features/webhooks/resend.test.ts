import type { Delivery, ResendResult } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { createDeliveries } from './deliveries.ts'

/** Manual resend: the same event_id, one attempt, never one of the three automatic ones (spec 6 rule 1, spec 8). */

const desk = useWebhookFixture()
const resentBy = ({ body }: { body: ResendResult }) => body.resent
const resend = (id: string) => desk.call('POST', `/deliveries/${id}/resend`)

async function delivered(events?: Parameters<typeof desk.webhook>[0]): Promise<Delivery> {
  await desk.webhook(events)
  await desk.customer()
  await desk.deliverDue()
  return only()
}

async function only(): Promise<Delivery> {
  const rows = await desk.deliveries()
  expect(rows).toHaveLength(1)
  return rows[0] as Delivery
}

describe('resending is refused', () => {
  test('for an unknown delivery', async () => {
    expect(await resend(newId())).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('for a delivery being deleted by retention, without leaving a row in the queue', async () => {
    const { id } = await delivered()
    const client = await desk.pool.connect()
    let answer: ReturnType<typeof resend>
    try {
      await client.query('begin')
      await client.query('delete from delivery where id = $1', [id])
      answer = resend(id)
      for (;;) {
        const { rowCount } = await client.query(
          'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        )
        if (rowCount) break
      }
    } finally {
      await client.query('commit')
      client.release()
    }
    expect(await answer).toMatchObject({ status: 404 })
    expect((await desk.pool.query('select from delivery_queue')).rowCount).toBe(0)
  })

  test.each([
    ['disabled', 'PATCH', { active: false }, 'webhook_inactive'],
    ['deleted', 'DELETE', undefined, 'webhook_inactive'],
    ['no longer subscribed', 'PATCH', { events: ['conversation.ended'] }, 'webhook_unsubscribed'],
  ])('for a delivery whose webhook is %s', async (_how, method, body, code) => {
    const { id, webhook_id: webhookId } = await delivered()
    await desk.call(method, `/webhooks/${webhookId}`, body)
    expect(await resend(id)).toMatchObject({ status: 409, body: { code } })
    expect((await desk.call('POST', '/deliveries/resend', {})).body).toEqual({ resent: 0, more: false })
    await desk.deliverDue()
    expect(desk.sent).toHaveLength(1)
  })
})

test('a finished delivery is sent once more at once, with the same event_id and data', async () => {
  const { id, event_id: eventId } = await delivered()
  expect(await resend(id)).toMatchObject({ status: 202, body: { id, state: 'waiting', attempts: 1 } })
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(2)
  const [first, second] = desk.sent
  expect(second?.eventId).toBe(eventId)
  expect(second?.body.toString()).toBe(first?.body.toString())
  const detail = await desk.detail(id)
  expect(detail).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(detail.attempt_list.map(({ kind }) => kind)).toEqual(['automatic', 'manual'])
})

test('a resend that fails is not retried', async () => {
  const { id } = await delivered()
  desk.answer(500)
  await resend(id)
  await desk.deliverDue()
  expect(await only()).toMatchObject({ state: 'failed', attempts: 2, next_attempt_at: null })
  desk.turn(60 * minutes)
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(2)
  await resend(id)
  desk.answer(200)
  await desk.deliverDue()
  expect(await only()).toMatchObject({ state: 'delivered', attempts: 3 })
})

describe('with a scheduled retry', () => {
  async function failedOnce(): Promise<Delivery> {
    await desk.webhook()
    await desk.customer()
    desk.answer(500)
    await desk.deliverDue()
    return only()
  }

  test('the retry is kept if the manual attempt fails, which does not count as one of the three', async () => {
    const { id, next_attempt_at: promised } = await failedOnce()
    desk.turn(5 * minutes)
    await resend(id)
    await desk.deliverDue()
    const { next_attempt_at: next, ...after } = await only()
    expect(after).toMatchObject({ state: 'waiting', attempts: 2 })
    const last = (await desk.detail(id)).attempt_list.at(-1)
    // Ten minutes after the end of any attempt, manual or automatic.
    expect(Date.parse(next ?? '') - Date.parse(last?.finished_at ?? '')).toBeGreaterThanOrEqual(10 * minutes)
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.parse(promised ?? ''))
    for (const attempts of [3, 4]) {
      desk.turn(11 * minutes)
      await desk.deliverDue()
      expect(await only()).toMatchObject({ attempts, state: attempts === 4 ? 'failed' : 'waiting' })
    }
    const { attempt_list: attempts } = await desk.detail(id)
    expect(attempts.map(({ kind }) => kind)).toEqual(['automatic', 'manual', 'automatic', 'automatic'])
  })

  test('the retry is dropped if the manual attempt succeeds', async () => {
    const { id } = await failedOnce()
    desk.answer(200)
    await resend(id)
    await desk.deliverDue()
    desk.turn(60 * minutes)
    await desk.deliverDue()
    expect(desk.sent).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('a worker crash during the manual attempt loses neither', async () => {
    const { id } = await failedOnce()
    await resend(id)
    await desk.claim()
    desk.turn(15_000)
    await desk.queue.reap()
    await desk.deliverDue()
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 2, next_attempt_at: expect.any(String) })
  })
})

test('resending a delivery that is due or being sent has no effect', async () => {
  await desk.webhook()
  await desk.customer()
  const { id } = await only()
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  const [claimed] = await desk.claim()
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'sending' } })
  await desk.finish(claimed, { outcome: 'bad_status', status: 500 })
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 1 })
  await resend(id)
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  await desk.deliverDue()
  expect(desk.sent).toHaveLength(1)
})

describe('resending all matching deliveries', () => {
  test('sends only finished ones', async () => {
    const { id: webhookId } = await desk.webhook(['customer.created', 'conversation.started'])
    await desk.customer()
    desk.answer({ status: 500 })
    await desk.deliverDue()
    desk.turn(11 * minutes)
    await desk.deliverDue()
    desk.turn(11 * minutes)
    await desk.deliverDue()
    desk.answer(200)
    await desk.customer()
    await desk.deliverDue()
    await desk.customer()
    desk.sent.length = 0
    const some = await desk.call('POST', '/deliveries/resend', {
      webhook_id: webhookId,
      state: 'failed',
      type: 'customer.created',
    })
    expect(some).toMatchObject({ status: 202, body: { resent: 1, more: false } })
    expect((await desk.call('POST', '/deliveries/resend', { state: 'waiting' })).body).toMatchObject({
      resent: 0,
    })
    expect((await desk.call('POST', '/deliveries/resend', {})).body).toEqual({ resent: 3, more: false })
    await desk.deliverDue()
    expect(desk.sent).toHaveLength(6)
    expect((await desk.deliveries()).map(({ state }) => state)).toEqual(Array(6).fill('delivered'))
  })

  test('is limited, newest first, and reports whether there are more', async () => {
    await desk.webhook()
    for (let count = 0; count < 3; count += 1) await desk.customer()
    await desk.deliverDue()
    const quiet = { notify: () => {}, close: () => {} }
    const deliveries = createDeliveries({
      db: desk.database.db,
      clock: desk.now,
      notifier: quiet,
      wake: () => {},
      renewals: {},
      maxResent: 2,
    })
    const again = () => deliveries.resendAll(desk.organization.id, { state: 'delivered' })
    expect(await again()).toEqual({ resent: 2, more: true })
    expect((await desk.deliveries()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'delivered'])
    expect(await again()).toEqual({ resent: 1, more: false })
    expect(await again()).toEqual({ resent: 0, more: false })
  })

  test('accepts only RFC 3339 times, with any offset', async () => {
    await desk.webhook()
    await desk.customer()
    await desk.deliverDue()
    const [{ created_at: createdAt } = { created_at: '' }] = await desk.deliveries()
    const time = Date.parse(createdAt)
    // 05:30 ahead of UTC, where comparing the text would give a wrong result.
    const inKolkata = (milliseconds: number) =>
      new Date(milliseconds + 330 * minutes).toISOString().replace('Z', '+05:30')
    const inUtc = (milliseconds: number) => new Date(milliseconds).toISOString()
    for (const write of [inKolkata, inUtc]) {
      const resent = async (from: number, to: number) =>
        resentBy(await desk.call('POST', '/deliveries/resend', { from: write(from), to: write(to) }))
      expect(await resent(time + 1, time + 1000)).toBe(0)
      expect(await resent(time - 1000, time - 1)).toBe(0)
      expect(await resent(time, time)).toBe(1)
      await desk.deliverDue()
      const found = async (from: number) =>
        (await desk.deliveries(`?from=${encodeURIComponent(write(from))}`)).length
      expect([await found(time), await found(time + 1)]).toEqual([1, 0])
    }
    for (const from of ['2026-03-01', '2026-03-01T00:00', '2026-03-01T00:00:00', '2026-W09-7', '1772323200'])
      expect(await desk.call('POST', '/deliveries/resend', { from })).toMatchObject({ status: 400 })
  })

  test('refuses times that do not exist', async () => {
    for (const from of ['2026-02-30T00:00:00.000+00:00', '2026-13-01T00:00:00Z']) {
      const refused = { status: 400, body: { code: 'invalid_request', pointer: '/body/from' } }
      expect(await desk.call('POST', '/deliveries/resend', { from })).toMatchObject(refused)
      const query = `?from=${encodeURIComponent(from)}`
      expect(await desk.call('GET', `/deliveries${query}`)).toMatchObject({ status: 400 })
    }
  })
})
