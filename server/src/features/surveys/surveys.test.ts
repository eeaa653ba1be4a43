import type { ApiKeyInput } from '@parley/protocol/api-key'
import type { CustomerTimelineItem } from '@parley/protocol/customer-timeline'
import type { LogEntry } from '@parley/protocol/event'
import type { Notification } from '@parley/protocol/notification'
import type { PageOf } from '@parley/protocol/pager'
import type { ConnectResult } from '@parley/protocol/session'
import type { Rating, Survey, SurveyState } from '@parley/protocol/survey'
import type { Entries } from '@parley/protocol/timeline'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectVisitor, foundOrganization } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import type { TestSocket } from '../../testing/test-socket.ts'
import { maxChanges } from './surveys.ts'

let ahead = 0
const shop = useShop({ clock: () => Date.now() + ahead })
afterEach(() => void (ahead = 0))

const hourMs = 3_600_000
const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie,
    ...(body && { body }),
  }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>
const setSurvey = (survey: object) => call('PATCH', `/providers/${shop.organization.providerId}`, { survey })
const close = (id: string) => call('POST', `/conversations/${id}/close`)

beforeAll(async () => {
  await setSurvey({ on: true })
})

/** A visitor whom an agent has answered and whose conversation was closed, unless said otherwise. */
async function servedVisitor(options: { answered?: boolean; closed?: boolean } = {}) {
  const visitor = await visitorWhoWrote(shop)
  const { socket, customerId, conversationId } = visitor
  if (options.answered !== false) await sendText(shop.agent, 'Hello', { customer_id: customerId })
  if (options.closed !== false) await close(conversationId)
  const rate = (score: number, comment = '') =>
    socket.request<Survey>('survey.answer', { conversation_id: conversationId, score, comment })
  const refusal = async (score = 5, comment = '') =>
    (await socket.refused('survey.answer', { conversation_id: conversationId, score, comment })).code
  return { ...visitor, rate, refusal }
}

const asked = async (socket: TestSocket) => (await socket.request<SurveyState>('survey.read')).survey

async function ratedEntries(customerId: string): Promise<LogEntry[]> {
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  return entries.filter(({ type }) => type === 'conversation.rated')
}
const ratingsOf = async (customerId: string): Promise<Rating[]> =>
  ((await call('GET', `/ratings?customer_id=${customerId}`)).body as PageOf<Rating>).data

describe('a rating is refused', () => {
  test('before the first message', async () => {
    const { socket } = await connectVisitor(shop.service, shop.organization.providerId)
    expect(await asked(socket)).toBeNull()
    const params = { conversation_id: newId(), score: 5, comment: '' }
    expect((await socket.refused('survey.answer', params)).code).toBe('not_found')
    await socket.leave()
  })

  test('for conversations of other customers, and older ones of the same', async () => {
    const other = await servedVisitor()
    const own = await servedVisitor()
    const params = { conversation_id: other.conversationId, score: 1, comment: '' }
    expect((await own.socket.refused('survey.answer', params)).code).toBe('not_found')
    await sendText(own.socket, 'Something else')
    expect(await own.refusal()).toBe('not_found')
    expect(await ratingsOf(other.customerId)).toEqual([])
    for (const { socket } of [other, own]) await socket.leave()
  })

  test('before closing, and after a reopening', async () => {
    const visitor = await servedVisitor({ closed: false })
    expect(await asked(visitor.socket)).toBeNull()
    expect(await visitor.refusal()).toBe('survey_unavailable')
    await close(visitor.conversationId)
    await call('POST', `/conversations/${visitor.conversationId}/reopen`)
    expect(await visitor.refusal()).toBe('survey_unavailable')
    await visitor.socket.leave()
  })

  test('after a conversation that no agent answered, such as spam', async () => {
    const visitor = await servedVisitor({ answered: false })
    expect(await asked(visitor.socket)).toBeNull()
    expect(await visitor.refusal()).toBe('survey_unavailable')
    await visitor.socket.leave()
  })

  test('from a blocked customer', async () => {
    const visitor = await servedVisitor()
    await call('PATCH', `/customers/${visitor.customerId}`, { is_blocked: true })
    expect(await asked(visitor.socket)).toBeNull()
    expect(await visitor.refusal()).toBe('survey_unavailable')
    await visitor.socket.leave()
  })

  test('while the widget does not ask', async () => {
    const visitor = await servedVisitor()
    await setSurvey({ on: false })
    expect(await asked(visitor.socket)).toBeNull()
    expect(await visitor.refusal()).toBe('survey_unavailable')
    await setSurvey({ on: true })
    await visitor.socket.leave()
  })

  test('a week after closing', async () => {
    const visitor = await servedVisitor()
    ahead = 7 * 24 * hourMs - 60_000
    expect(await asked(visitor.socket)).not.toBeNull()
    ahead = 7 * 24 * hourMs + 1
    expect(await asked(visitor.socket)).toBeNull()
    expect(await visitor.refusal()).toBe('survey_over')
    await visitor.socket.leave()
  })

  test('a day after the first rating', async () => {
    const visitor = await servedVisitor()
    await visitor.rate(4)
    ahead = 23 * hourMs
    await visitor.rate(3)
    ahead = 24 * hourMs + 1
    expect(await visitor.refusal(5)).toBe('survey_over')
    expect(await asked(visitor.socket)).toBeNull()
    expect(await ratingsOf(visitor.customerId)).toMatchObject([{ score: 3 }])
    await visitor.socket.leave()
  })

  test('with a score outside the scale, or with a too long comment', async () => {
    const visitor = await servedVisitor()
    for (const score of [0, 6, 2.5, '5', null])
      expect(await visitor.refusal(score as number)).toBe('invalid_request')
    expect(await visitor.refusal(5, 'x'.repeat(1_001))).toBe('invalid_request')
    expect((await visitor.rate(5, 'x'.repeat(1_000))).comment).toHaveLength(1_000)
    await visitor.socket.leave()
  })

  test('when it was changed too often', async () => {
    const visitor = await servedVisitor()
    await visitor.rate(1)
    for (let change = 1; change <= maxChanges; change += 1) await visitor.rate(1 + (change % 5))
    expect(await visitor.refusal(5)).toBe('survey_change_limit')
    expect(await ratedEntries(visitor.customerId)).toHaveLength(1 + maxChanges)
    await visitor.socket.leave()
  })
})

test('the widget learns on connect whether it asks, and gets its texts', async () => {
  await setSurvey({ question: '  How were we?  ', thanks: ' ' })
  const { socket, connected } = await connectVisitor(shop.service, shop.organization.providerId)
  expect(connected.survey).toBe(true)
  await socket.leave()
  const visitor = await servedVisitor()
  expect(await asked(visitor.socket)).toEqual({
    conversation_id: visitor.conversationId,
    started_at: expect.any(String),
    question: 'How were we?',
    thanks: null,
    score: null,
    comment: '',
  })
  await setSurvey({ question: null })
  await visitor.socket.leave()
  const elsewhere = await foundOrganization(shop.service, 'Quiet')
  const stranger = await connectVisitor(shop.service, elsewhere.providerId)
  expect((stranger.connected satisfies ConnectResult).survey).toBe(false)
  await stranger.socket.leave()
})

test('a rating can be changed; repeating it changes nothing; agents see it and the customer’s log does not', async () => {
  const { socket, customerId, conversationId, rate } = await servedVisitor()
  await rate(5, ' Quick help ')
  expect(await asked(socket)).toMatchObject({ score: 5, comment: 'Quick help' })
  await rate(5, 'Quick help')
  await rate(4, 'Rather quick')
  expect(await ratedEntries(customerId)).toMatchObject([
    { conversation_id: conversationId, actor: { type: 'customer' }, data: { score: 5, previous: null } },
    { data: { score: 4, previous: 5 } },
  ])
  const [rating] = await ratingsOf(customerId)
  expect(rating).toMatchObject({
    conversation_id: conversationId,
    customer_id: customerId,
    provider_id: shop.organization.providerId,
    agent: { id: shop.organization.ownerId },
    score: 4,
    comment: 'Rather quick',
    changed_at: expect.any(String),
  })
  const own = JSON.stringify(await socket.request('log.read', { after: 0 }))
  expect(own).not.toContain('conversation.rated')
  // Replaced comments are nowhere.
  const log = JSON.stringify(await shop.agent.request('log.read', { customer_id: customerId, after: 0 }))
  expect(log).not.toContain('quick')
  const { body } = await call('GET', `/customers/${customerId}/timeline?kind=rating`)
  expect((body as PageOf<CustomerTimelineItem>).data).toMatchObject([
    { kind: 'rating', rating: { id: rating?.id } },
  ])
  await socket.leave()
})

test('a reopened conversation is rated again after it was closed again', async () => {
  const visitor = await servedVisitor()
  await visitor.rate(1)
  await call('POST', `/conversations/${visitor.conversationId}/reopen`)
  await sendText(shop.agent, 'Sorry for that', { customer_id: visitor.customerId })
  await close(visitor.conversationId)
  expect(await asked(visitor.socket)).toMatchObject({ score: null, comment: '' })
  await visitor.rate(5)
  expect((await ratingsOf(visitor.customerId)).map(({ score }) => score)).toEqual([5, 1])
  await visitor.socket.leave()
})

test('a rating of an earlier opening is not taken for the reopened conversation', async () => {
  const { socket, customerId, conversationId, rate } = await servedVisitor()
  const { started_at } = await rate(2)
  const comment = { conversation_id: conversationId, started_at, score: 2, comment: 'Too slow' }
  expect(await socket.request<Survey>('survey.answer', comment)).toMatchObject({ comment: 'Too slow' })
  await call('POST', `/conversations/${conversationId}/reopen`)
  await sendText(shop.agent, 'Sorry for that', { customer_id: customerId })
  await close(conversationId)
  expect((await socket.refused('survey.answer', comment)).code).toBe('survey_over')
  expect(await asked(socket)).toMatchObject({ score: null })
  expect((await ratingsOf(customerId)).map(({ score }) => score)).toEqual([2])
  await socket.leave()
})

test('ratings are not among the events of webhooks', async () => {
  const webhook = { url: 'https://hooks.example.com/', events: ['conversation.rated'] }
  expect((await call('POST', '/webhooks', webhook)).status).toBe(400)
})

describe('the list', () => {
  test('has filters, pages and only the ratings of the organization', async () => {
    const visitors = [await servedVisitor(), await servedVisitor(), await servedVisitor()]
    for (const [index, visitor] of visitors.entries()) {
      ahead += 1_000
      await visitor.rate(index + 1)
    }
    const list = async (query: string) => (await call('GET', `/ratings${query}`)).body as PageOf<Rating>
    const first = await list('?max=2')
    expect(first.data.map(({ score }) => score)).toEqual([3, 2])
    const next = await list(`?max=2&cursor=${first.pager.next}`)
    expect(next.data[0]).toMatchObject({ score: 1, conversation_id: visitors[0]?.conversationId })
    expect((await list('?max_score=1')).data.every(({ score }) => score === 1)).toBe(true)
    const one = await list(`?conversation_id=${visitors[1]?.conversationId}`)
    expect(one.data).toMatchObject([{ score: 2 }])
    const stranger = await foundOrganization(shop.service, 'Elsewhere')
    const { body } = await shop.service.call(
      'GET',
      `/v1/organizations/${stranger.id}/ratings?conversation_id=${visitors[1]?.conversationId}`,
      { cookie: stranger.cookie },
    )
    expect(body).toMatchObject({ data: [] })
    for (const { socket } of visitors) await socket.leave()
  })

  test('is for keys with the scope', async () => {
    const statusWith = async (scopes: ApiKeyInput['scopes']) => {
      const { body } = await call('POST', '/api-keys', { name: 'Reports', scopes })
      const answer = await shop.service.app.http.inject({
        method: 'GET',
        url: `/v1/organizations/${shop.organization.id}/ratings`,
        headers: { authorization: `Bearer ${body.key}` },
      })
      return answer.statusCode
    }
    expect(await statusWith(['labels:read'])).toBe(403)
    expect(await statusWith(['ratings:read'])).toBe(200)
  })
})

test('a low rating notifies the assignee once, a good one does not', async () => {
  const consumers = shop.service.app.logConsumers
  await consumers.start()
  const unhappy = await servedVisitor()
  const happy = await servedVisitor()
  await happy.rate(3)
  await unhappy.rate(5)
  await unhappy.rate(2)
  await unhappy.rate(1)
  await consumers.look()
  await consumers.settled()
  const { body } = await call('GET', '/notifications')
  const low = (body as PageOf<Notification>).data.filter(({ kind }) => kind === 'low_rating')
  expect(low).toMatchObject([
    { customer: { id: unhappy.customerId }, conversation_id: unhappy.conversationId, actor: null },
  ])
  for (const { socket } of [unhappy, happy]) await socket.leave()
})
