import type { InboxCounts } from '@parley/protocol/conversation'
import type { Entries } from '@parley/protocol/timeline'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let ahead = 0
const clock = () => Date.now() + ahead
const shop = useShop({ clock })
afterEach(() => {
  ahead = 0
  vi.useRealTimers()
})

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(clock() + hours * hourMs).toISOString()

const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>
const snooze = (conversationId: string, until: string | null, seen?: number) =>
  call('POST', `/conversations/${conversationId}/snooze`, {
    until,
    ...(seen !== undefined && { seen_seq: seen }),
  })
const conversation = async (id: string) => (await call('GET', `/conversations/${id}`)).body
const isListed = async (view: keyof InboxCounts, id: string): Promise<boolean> =>
  (await call('GET', `/conversations?view=${view}&max=100`)).body.data.some(
    (row: { id: string }) => row.id === id,
  )

async function entriesOf(customerId: string, type: string) {
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  return entries.filter((entry) => entry.type === type)
}

describe('priority', () => {
  test('accepts four levels, or none', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const put = (priority: unknown) => call('PUT', `/conversations/${conversationId}/priority`, { priority })
    expect((await put('critical')).status).toBe(400)
    expect((await conversation(conversationId)).priority).toBeNull()
    for (const priority of ['low', 'normal', 'high', 'urgent', null])
      expect((await put(priority)).body.priority).toBe(priority)
    await socket.leave()
  })

  test('is logged once for agents and does not move the row', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const before = await conversation(conversationId)
    await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'urgent' })
    await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'urgent' })
    expect((await conversation(conversationId)).updated_at).toBe(before.updated_at)
    expect(await entriesOf(customerId, 'conversation.prioritized')).toMatchObject([
      { data: { priority: 'urgent', by: { id: shop.organization.ownerId } } },
    ])
    expect(JSON.stringify(await socket.request('log.read', { after: 0 }))).not.toContain('prioritized')
    await socket.leave()
  })
})

describe('a snooze', () => {
  test('is refused at a time that does not exist', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const year = new Date(clock()).getUTCFullYear()
    // March 2 of one of these years is in the next twelve months.
    for (const each of [year, year + 1])
      expect(await snooze(conversationId, `${each}-02-30T10:00:00Z`)).toMatchObject({
        status: 422,
        body: { code: 'snooze_time_invalid' },
      })
    await socket.leave()
  })

  test('is refused in the past, beyond a year, and on a closed conversation', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    for (const until of [inHours(-1), inHours(24 * 367)]) {
      expect(await snooze(conversationId, until)).toMatchObject({
        status: 422,
        body: { code: 'snooze_time_invalid' },
      })
    }
    expect((await snooze(conversationId, 'tomorrow')).status).toBe(400)
    await call('POST', `/conversations/${conversationId}/close`)
    expect(await snooze(conversationId, null)).toMatchObject({
      status: 409,
      body: { code: 'conversation_closed' },
    })
    await socket.leave()
  })

  test('is refused if the customer wrote after the position that the agent has seen', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const { to } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
    await sendText(socket, 'One more thing')
    for (const until of [null, inHours(1)])
      expect(await snooze(conversationId, until, to)).toMatchObject({
        status: 409,
        body: { code: 'customer_wrote' },
      })
    expect((await conversation(conversationId)).snooze).toBeNull()
    // The agent's own messages and changes are no reason.
    await call('PUT', `/conversations/${conversationId}/priority`, { priority: 'high' })
    expect((await snooze(conversationId, null, to + 1)).body.snooze).toEqual({ until: null })
    await socket.leave()
  })

  test('moves the conversation from the open views to the snoozed view; its status does not change', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const before = (await call('GET', '/conversations/counts')).body
    const until = inHours(2)
    expect((await snooze(conversationId, until)).body).toMatchObject({
      status: 'open',
      snooze: { until: until.replace('Z', '+00:00') },
    })
    expect(await isListed('open', conversationId)).toBe(false)
    expect(await isListed('unassigned', conversationId)).toBe(false)
    expect(await isListed('snoozed', conversationId)).toBe(true)
    expect((await call('GET', '/conversations/counts')).body).toMatchObject({
      open: before.open - 1,
      snoozed: before.snoozed + 1,
    })
    await socket.leave()
  })

  test('is ended by an agent, and by closing', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    await snooze(conversationId, null)
    await call('POST', `/conversations/${conversationId}/unsnooze`)
    // A repeat changes nothing.
    expect((await call('POST', `/conversations/${conversationId}/unsnooze`)).body.snooze).toBeNull()
    expect(await entriesOf(customerId, 'conversation.unsnoozed')).toMatchObject([
      { data: { reason: 'agent' } },
    ])
    await snooze(conversationId, inHours(1))
    await call('POST', `/conversations/${conversationId}/close`)
    const reopened = await call('POST', `/conversations/${conversationId}/reopen`)
    expect(reopened.body).toMatchObject({ status: 'open', snooze: null })
    await socket.leave()
  })

  test('ends when due, once, and moves the row to the top of the list', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    await snooze(conversationId, inHours(2))
    await shop.service.app.triage.sweepSnoozes()
    expect(await isListed('snoozed', conversationId)).toBe(true)
    ahead = 2 * hourMs + 1
    // Two sweeps at once, as in two processes.
    const { sweepSnoozes } = shop.service.app.triage
    await Promise.all([sweepSnoozes(), sweepSnoozes()])
    expect(await entriesOf(customerId, 'conversation.unsnoozed')).toMatchObject([
      { actor: { type: 'system' }, data: { reason: 'due', by: null, snoozed_by: shop.organization.ownerId } },
    ])
    expect((await call('GET', '/conversations?view=open')).body.data[0]).toMatchObject({
      id: conversationId,
      snooze: null,
    })
    await socket.leave()
  })

  test('that is due ends because of the customer if their message was not handled yet, once', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    await snooze(conversationId, inHours(2))
    const { seq } = await sendText(socket, 'Any news?')
    ahead = 2 * hourMs + 1
    const { sweepSnoozes, triage } = shop.service.app.triage
    await sweepSnoozes()
    // As the consumer does when it handles the message.
    const wake = { reason: 'customer', messageSeq: seq } as const
    expect(await triage.wake(shop.organization.id, conversationId, wake)).toBe(false)
    expect(await entriesOf(customerId, 'conversation.unsnoozed')).toMatchObject([
      {
        actor: { type: 'system' },
        data: { reason: 'customer', by: null, snoozed_by: shop.organization.ownerId },
      },
    ])
    await socket.leave()
  })

  test('does not end early in a process whose clock is ahead', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    await snooze(conversationId, inHours(1))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hourMs })
    await shop.service.app.triage.sweepSnoozes()
    vi.useRealTimers()
    expect((await conversation(conversationId)).snooze).not.toBeNull()
    await socket.leave()
  })

  test('survives the process that set it', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    await snooze(conversationId, inHours(1))
    ahead = 2 * hourMs
    const other = await startTestService({ databaseUrl: shop.service.databaseUrl, clock })
    await other.app.triage.sweepSnoozes()
    await other.stop()
    expect((await conversation(conversationId)).snooze).toBeNull()
    await socket.leave()
  })

  test('is renewed by an agent before the message that ends it was handled', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const { triage } = shop.service.app.triage
    await snooze(conversationId, null)
    const { seq } = await sendText(socket, 'Any news?')
    await snooze(conversationId, null)
    const wake = (messageSeq: number) =>
      triage.wake(shop.organization.id, conversationId, { reason: 'customer', messageSeq })
    expect(await wake(seq)).toBe(false)
    expect(await wake(seq + 2)).toBe(true)
    await socket.leave()
  })

  test('ends when the customer writes, and not when an agent does', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    await shop.service.app.logConsumers.start()
    await snooze(conversationId, inHours(24))
    await sendText(shop.agent, 'We are looking into it', { customer_id: customerId })
    await sendText(socket, 'Any news?')
    await expect.poll(() => isListed('open', conversationId), { timeout: 10_000 }).toBe(true)
    const [agentsMessage] = (await entriesOf(customerId, 'message.created')).slice(-2)
    const [ended, ...more] = await entriesOf(customerId, 'conversation.unsnoozed')
    expect(ended).toMatchObject({ actor: { type: 'system' }, data: { reason: 'customer' } })
    expect(ended?.seq).toBeGreaterThan((agentsMessage?.seq ?? 0) + 1)
    expect(more).toEqual([])
    await socket.leave()
  })

  test('is not ended by an earlier message', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const { triage } = shop.service.app.triage
    const { seq } = await sendText(socket, 'Written first')
    await snooze(conversationId, inHours(1))
    const { organization } = shop
    const wake = (messageSeq: number) =>
      triage.wake(organization.id, conversationId, { reason: 'customer', messageSeq })
    expect(await wake(seq)).toBe(false)
    expect(await wake(seq + 2)).toBe(true)
    await socket.leave()
  })
})
