import type { Delivery, DeliveryFilter, ResendResult } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { decodeCursor, encodeCursor } from '../../core/paging.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { createDeliveries } from './deliveries.ts'

/** Manual resend: the same event_id, one attempt, never one of the three automatic ones (spec 6 rule 1, spec 8). */

const fixture = useWebhookFixture()
const resentBy = ({ body }: { body: ResendResult }) => body.resent
const resend = (id: string) => fixture.call('POST', `/deliveries/${id}/resend`)

async function delivered(events?: Parameters<typeof fixture.webhook>[0]): Promise<Delivery> {
  await fixture.webhook(events)
  await fixture.customer()
  await fixture.deliverDue()
  return only()
}

async function only(): Promise<Delivery> {
  const rows = await fixture.deliveries()
  expect(rows).toHaveLength(1)
  return rows[0] as Delivery
}

describe('resending is refused', () => {
  test('for an unknown delivery', async () => {
    expect(await resend(newId())).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('for a delivery being deleted by retention, without leaving a row in the queue', async () => {
    const { id } = await delivered()
    const client = await fixture.pool.connect()
    let answer: ReturnType<typeof resend>
    try {
      await client.query('begin')
      await client.query('delete from delivery where id = $1', [id])
      answer = resend(id)
      await untilBlocked(client)
    } finally {
      await client.query('commit')
      client.release()
    }
    expect(await answer).toMatchObject({ status: 404 })
    expect((await fixture.pool.query('select from delivery_queue')).rowCount).toBe(0)
  })

  test('for an event of 14 days ago, although an earlier resend failed since', async () => {
    const { id } = await delivered()
    const age = (text: string) =>
      fixture.pool.query('update delivery set created_at = created_at - $1::interval', [text])
    fixture.answer(500)
    await age('13 days 23 hours')
    expect(await resend(id)).toMatchObject({ status: 202 })
    await fixture.deliverDue()
    await age('1 hour')
    expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'delivery_too_old' } })
    const all = await fixture.call('POST', '/deliveries/resend', { state: 'failed' })
    expect(all.body).toMatchObject({ resent: 0, more: false })
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(2)
  })

  test.each([
    ['disabled', 'PATCH', { active: false }, 'webhook_inactive'],
    ['deleted', 'DELETE', undefined, 'webhook_inactive'],
    ['no longer subscribed', 'PATCH', { events: ['conversation.ended'] }, 'webhook_unsubscribed'],
  ])('for a delivery whose webhook is %s', async (_how, method, body, code) => {
    const { id, webhook_id: webhookId } = await delivered()
    await fixture.call(method, `/webhooks/${webhookId}`, body)
    expect(await resend(id)).toMatchObject({ status: 409, body: { code } })
    expect((await fixture.call('POST', '/deliveries/resend', {})).body).toMatchObject({
      resent: 0,
      more: false,
    })
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(1)
  })
})

test('a finished delivery is sent once more at once, with the same event_id and data', async () => {
  const { id, event_id: eventId } = await delivered()
  expect(await resend(id)).toMatchObject({ status: 202, body: { id, state: 'waiting', attempts: 1 } })
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(2)
  const [first, second] = fixture.sent
  expect(second?.eventId).toBe(eventId)
  expect(second?.body.toString()).toBe(first?.body.toString())
  const detail = await fixture.detail(id)
  expect(detail).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(detail.attempt_list.map(({ kind }) => kind)).toEqual(['automatic', 'manual'])
})

test('a resend that fails is not retried', async () => {
  const { id } = await delivered()
  fixture.answer(500)
  await resend(id)
  await fixture.deliverDue()
  expect(await only()).toMatchObject({ state: 'failed', attempts: 2, next_attempt_at: null })
  fixture.turn(60 * minutes)
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(2)
  await resend(id)
  fixture.answer(200)
  await fixture.deliverDue()
  expect(await only()).toMatchObject({ state: 'delivered', attempts: 3 })
})

describe('with a scheduled retry', () => {
  async function failedOnce(): Promise<Delivery> {
    await fixture.webhook()
    await fixture.customer()
    fixture.answer(500)
    await fixture.deliverDue()
    return only()
  }

  test('the retry is kept if the manual attempt fails, which does not count as one of the three', async () => {
    const { id, next_attempt_at: promised } = await failedOnce()
    fixture.turn(5 * minutes)
    await resend(id)
    await fixture.deliverDue()
    const { next_attempt_at: next, ...after } = await only()
    expect(after).toMatchObject({ state: 'waiting', attempts: 2 })
    const last = (await fixture.detail(id)).attempt_list.at(-1)
    // Ten minutes after the end of any attempt, manual or automatic.
    expect(Date.parse(next ?? '') - Date.parse(last?.finished_at ?? '')).toBeGreaterThanOrEqual(10 * minutes)
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.parse(promised ?? ''))
    for (const attempts of [3, 4]) {
      fixture.turn(11 * minutes)
      await fixture.deliverDue()
      expect(await only()).toMatchObject({ attempts, state: attempts === 4 ? 'failed' : 'waiting' })
    }
    const { attempt_list: attempts } = await fixture.detail(id)
    expect(attempts.map(({ kind }) => kind)).toEqual(['automatic', 'manual', 'automatic', 'automatic'])
  })

  test('the retry is dropped if the manual attempt succeeds', async () => {
    const { id } = await failedOnce()
    fixture.answer(200)
    await resend(id)
    await fixture.deliverDue()
    fixture.turn(60 * minutes)
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('a worker crash during the manual attempt loses neither', async () => {
    const { id } = await failedOnce()
    await resend(id)
    await fixture.claim()
    fixture.turn(15_000)
    await fixture.queue.reap()
    await fixture.deliverDue()
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 2, next_attempt_at: expect.any(String) })
  })
})

test('resending a delivery that is due or being sent has no effect', async () => {
  await fixture.webhook()
  await fixture.customer()
  const { id } = await only()
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  const [claimed] = await fixture.claim()
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'sending' } })
  await fixture.finish(claimed, { outcome: 'bad_status', status: 500 })
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 1 })
  await resend(id)
  expect(await resend(id)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  await fixture.deliverDue()
  expect(fixture.sent).toHaveLength(1)
})

describe('resending all matching deliveries', () => {
  test('sends only finished ones', async () => {
    const { id: webhookId } = await fixture.webhook(['customer.created', 'conversation.started'])
    await fixture.customer()
    fixture.answer({ status: 500 })
    await fixture.deliverDue()
    fixture.turn(11 * minutes)
    await fixture.deliverDue()
    fixture.turn(11 * minutes)
    await fixture.deliverDue()
    fixture.answer(200)
    await fixture.customer()
    await fixture.deliverDue()
    await fixture.customer()
    fixture.sent.length = 0
    const some = await fixture.call('POST', '/deliveries/resend', {
      webhook_id: webhookId,
      state: 'failed',
      type: 'customer.created',
    })
    expect(some).toMatchObject({ status: 202, body: { resent: 1, more: false } })
    expect((await fixture.call('POST', '/deliveries/resend', { state: 'waiting' })).body).toMatchObject({
      resent: 0,
    })
    expect((await fixture.call('POST', '/deliveries/resend', {})).body).toMatchObject({
      resent: 3,
      more: false,
    })
    await fixture.deliverDue()
    expect(fixture.sent).toHaveLength(6)
    expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(Array(6).fill('delivered'))
  })

  test.each<[string, DeliveryFilter, number]>([
    ['delivered', { state: 'delivered' }, 200],
    ['failed', { state: 'failed' }, 500],
    ['sent since a time', { from: '2020-01-01T00:00:00.000+00:00' }, 200],
    ['of a type', { type: 'customer.created' }, 500],
  ])(
    'those %s are each resent once, newest first, by repeating the request',
    async (_which, filter, status) => {
      await fixture.webhook()
      for (let count = 0; count < 5; count += 1) await fixture.customer()
      await fixture.deliverDue()
      fixture.answer(status)
      await fixture.call('POST', '/deliveries/resend', {})
      await fixture.deliverDue()
      const { resendAll } = createDeliveries({
        db: fixture.database.db,
        clock: fixture.now,
        notifier: { notify: () => {}, close: () => {} },
        wake: () => {},
        renewals: {},
        maxResent: 2,
      })
      /** One request, whose deliveries are sent and match again. */
      async function sentBy(cursor?: string | null) {
        fixture.sent.length = 0
        const result = await resendAll(fixture.organization.id, filter, decodeCursor(cursor ?? undefined))
        await fixture.deliverDue()
        return { ...result, sent: new Set(fixture.sent.map(({ eventId }) => eventId)) }
      }
      const ids = (await fixture.deliveries()).map(({ event_id: id }) => id)
      const first = await sentBy()
      expect(first).toMatchObject({ resent: 2, more: true, sent: new Set(ids.slice(0, 2)) })
      const second = await sentBy(first.next)
      expect(second).toMatchObject({ resent: 2, more: true, sent: new Set(ids.slice(2, 4)) })
      expect(await sentBy(second.next)).toEqual({
        resent: 1,
        more: false,
        next: null,
        sent: new Set(ids.slice(4)),
      })
    },
  )

  test('continues after the delivery of a cursor, and refuses other cursors', async () => {
    await fixture.webhook()
    await fixture.customer()
    await fixture.customer()
    await fixture.deliverDue()
    const [newest] = await fixture.deliveries()
    const cursor = encodeCursor(newest?.created_at ?? '', newest?.id ?? '')
    const resent = await fixture.call('POST', '/deliveries/resend', { cursor })
    expect(resent).toMatchObject({ status: 202, body: { resent: 1, more: false, next: null } })
    const refused = { status: 400, body: { code: 'invalid_request', pointer: '/body/cursor' } }
    expect(await fixture.call('POST', '/deliveries/resend', { cursor: 'QVND' })).toMatchObject(refused)
  })

  test('accepts only RFC 3339 times, with any offset', async () => {
    await fixture.webhook()
    await fixture.customer()
    await fixture.deliverDue()
    const [{ created_at: createdAt } = { created_at: '' }] = await fixture.deliveries()
    const time = Date.parse(createdAt)
    // 05:30 ahead of UTC, where comparing the text would give a wrong result.
    const inKolkata = (milliseconds: number) =>
      new Date(milliseconds + 330 * minutes).toISOString().replace('Z', '+05:30')
    const inUtc = (milliseconds: number) => new Date(milliseconds).toISOString()
    for (const write of [inKolkata, inUtc]) {
      const resent = async (from: number, to: number) =>
        resentBy(await fixture.call('POST', '/deliveries/resend', { from: write(from), to: write(to) }))
      expect(await resent(time + 1, time + 1000)).toBe(0)
      expect(await resent(time - 1000, time - 1)).toBe(0)
      expect(await resent(time, time)).toBe(1)
      await fixture.deliverDue()
      const found = async (from: number) =>
        (await fixture.deliveries(`?from=${encodeURIComponent(write(from))}`)).length
      expect([await found(time), await found(time + 1)]).toEqual([1, 0])
    }
    for (const from of ['2026-03-01', '2026-03-01T00:00', '2026-03-01T00:00:00', '2026-W09-7', '1772323200'])
      expect(await fixture.call('POST', '/deliveries/resend', { from })).toMatchObject({ status: 400 })
  })

  test('refuses times that do not exist', async () => {
    for (const from of ['2026-02-30T00:00:00.000+00:00', '2026-13-01T00:00:00Z']) {
      const refused = { status: 400, body: { code: 'invalid_request', pointer: '/body/from' } }
      expect(await fixture.call('POST', '/deliveries/resend', { from })).toMatchObject(refused)
      const query = `?from=${encodeURIComponent(from)}`
      expect(await fixture.call('GET', `/deliveries${query}`)).toMatchObject({ status: 400 })
    }
  })
})
