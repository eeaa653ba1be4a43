import type { BulkItem } from '@parley/protocol/bulk'
import type { Label } from '@parley/protocol/label'
import { expect, test } from 'vitest'
import { CustomerStaysLocked } from '../../core/customer-lock.ts'
import { newId } from '../../core/ids.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { foundOrganization } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createBulk } from './bulk.ts'

const shop = useShop()

const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>

async function bulk(ids: string[], change: object): Promise<BulkItem[]> {
  const answer = await call('POST', '/conversations/bulk', { conversation_ids: ids, change })
  expect(answer.status).toBe(200)
  return answer.body.results
}
const changed = (id: string) => ({ id, outcome: 'changed', code: null })
const unchanged = (id: string) => ({ id, outcome: 'unchanged', code: null })

async function conversations(count: number): Promise<string[]> {
  const visitors = await Promise.all(Array.from({ length: count }, () => visitorWhoWrote(shop)))
  await Promise.all(visitors.map(({ socket }) => socket.leave()))
  return visitors.map(({ conversationId }) => conversationId)
}

test('empty, too long and duplicate lists and unknown changes are rejected', async () => {
  const id = newId()
  const close = { type: 'close' }
  for (const body of [
    { conversation_ids: [], change: close },
    { conversation_ids: Array.from({ length: 201 }, newId), change: close },
    { conversation_ids: [id, id], change: close },
    { conversation_ids: [id], change: { type: 'delete' } },
    { conversation_ids: [id], change: { type: 'priority', priority: 'critical' } },
  ]) {
    expect([body, (await call('POST', '/conversations/bulk', body)).status]).toEqual([body, 400])
  }
})

test('a rejected conversation does not affect the others', async () => {
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const { socket, conversationId: foreign } = await visitorWhoWrote({ ...shop, organization: theirs })
  const [first = '', second = ''] = await conversations(2)
  await call('POST', `/conversations/${first}/close`)
  const unknown = newId()
  const order = [first, unknown, foreign, second]
  expect(await bulk(order, { type: 'snooze', until: null })).toEqual([
    { id: first, outcome: 'refused', code: 'conversation_closed' },
    { id: unknown, outcome: 'refused', code: 'not_found' },
    { id: foreign, outcome: 'refused', code: 'not_found' },
    changed(second),
  ])
  await socket.leave()
})

test('an agent’s second request waits for the first one, so that it does not hold up colleagues', async () => {
  const gate = Promise.withResolvers<boolean>()
  const begun: string[] = []
  const close = (_by: unknown, id: string) => {
    begun.push(id)
    return gate.promise
  }
  const run = createBulk({ close } as never)
  const request = (agentId: string, ids: string[]) =>
    run({ agentId } as never, { conversation_ids: ids, change: { type: 'close' } })
  const all = [request('one', ['a', 'b']), request('one', ['c']), request('two', ['d'])]
  await expect.poll(() => begun).toContain('d')
  expect(begun).toEqual(['a', 'b', 'd'])
  gate.resolve(true)
  expect((await Promise.all(all)).flat()).toEqual(['a', 'b', 'c', 'd'].map(changed))
})

const brokenConnection = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const byOne = { agentId: 'one' } as never
const closing = (ids: string[]) => ({ conversation_ids: ids, change: { type: 'close' as const } })

test('a conversation that failed does not hide the results of the others, and the next request waits for them', async () => {
  const gate = Promise.withResolvers<boolean>()
  const begun: string[] = []
  const errors: unknown[] = []
  const bug = new Error('a bug')
  const close = async (_by: unknown, id: string) => {
    begun.push(id)
    if (id === 'b') throw bug
    return id === 'c' ? gate.promise : true
  }
  const run = createBulk({ close, onError: (error: unknown) => errors.push(error) } as never)
  const first = run(byOne, closing(['a', 'b', 'c']))
  const second = run(byOne, closing(['d']))
  await expect.poll(() => begun).toContain('c')
  expect(begun).toEqual(['a', 'b', 'c'])
  gate.resolve(true)
  expect(await first).toEqual([changed('a'), { id: 'b', outcome: 'refused', code: 'internal' }, changed('c')])
  expect(await second).toEqual([changed('d')])
  expect(errors).toEqual([bug])
})

const unavailable = (id: string) => ({ id, outcome: 'refused', code: 'unavailable' })

test('a single failure of the database does not end the others', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `conversation ${index}`)
  const close = async (_by: unknown, id: string) => {
    if (id === ids[0]) throw brokenConnection()
    return true
  }
  const run = createBulk({ close, onError: () => {} } as never)
  expect(await run(byOne, closing(ids))).toEqual([
    unavailable('conversation 0'),
    ...ids.slice(1).map(changed),
  ])
})

test('during an outage no further conversation is tried, and those that were changed have their results', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `conversation ${index}`)
  const begun: string[] = []
  const errors: unknown[] = []
  const close = async (_by: unknown, id: string) => {
    begun.push(id)
    if (id !== ids[0]) throw brokenConnection()
    return true
  }
  const run = createBulk({ close, onError: (error: unknown) => errors.push(error) } as never)
  expect(await run(byOne, closing(ids))).toEqual([
    changed('conversation 0'),
    ...ids.slice(1).map(unavailable),
  ])
  expect(begun).not.toContain(ids.at(-1))
  expect(errors).toHaveLength(begun.length - 1)
})

test('conversations of customers who stay locked do not end the others', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `conversation ${index}`)
  const locked = ids.slice(0, 6)
  const close = async (_by: unknown, id: string) => {
    if (locked.includes(id)) throw new CustomerStaysLocked(new Error('statement timeout'))
    return true
  }
  const run = createBulk({ close, onError: () => {} } as never)
  expect(await run(byOne, closing(ids))).toEqual([...locked.map(unavailable), ...ids.slice(6).map(changed)])
})

test('a request fails if all its conversations failed', async () => {
  const error = brokenConnection()
  const run = createBulk({ close: () => Promise.reject(error) } as never)
  await expect(run(byOne, closing(['a', 'b', 'c', 'd', 'e']))).rejects.toBe(error)
})

test('each change applies to all conversations and is idempotent', async () => {
  const ids = await conversations(6)
  const label = (await call('POST', '/labels', { name: 'Bulk', colour: 'teal' })).body as Label
  const changes = [
    { type: 'assign', agent_id: shop.organization.ownerId },
    { type: 'label', label_id: label.id },
    { type: 'priority', priority: 'high' },
    { type: 'snooze', until: null },
    { type: 'unsnooze' },
    { type: 'unlabel', label_id: label.id },
    { type: 'close' },
    { type: 'reopen' },
  ]
  for (const change of changes) {
    expect([change, await bulk(ids, change)]).toEqual([change, ids.map(changed)])
    expect([change, await bulk(ids, change)]).toEqual([change, ids.map(unchanged)])
  }
  for (const id of ids)
    expect((await call('GET', `/conversations/${id}`)).body).toMatchObject({
      status: 'open',
      agent: { id: shop.organization.ownerId },
      priority: 'high',
      snooze: null,
      label_ids: [],
    })
})

test('a conversation that was assigned while the request waited for it is unchanged', async () => {
  const [id = ''] = await conversations(1)
  await shop.database.query('begin')
  await shop.database.query(
    'select from customer_log where customer_id = (select customer_id from conversation where id = $1) for update',
    [id],
  )
  const assigned = bulk([id], { type: 'assign', agent_id: shop.organization.ownerId })
  await untilBlocked(shop.database)
  await shop.database.query('update conversation set agent_id = $2 where id = $1', [
    id,
    shop.organization.ownerId,
  ])
  await shop.database.query('commit')
  expect(await assigned).toEqual([unchanged(id)])
})

test('a conversation with a message that the list has not shown is neither closed nor snoozed', async () => {
  const [read = '', grown = '', unlisted = ''] = await conversations(3)
  const shownAt = async (id: string) =>
    (await call('GET', `/conversations/${id}`)).body.last_message.created_at
  const seen = { [read]: await shownAt(read), [grown]: await shownAt(grown) }
  const reply = {
    client_id: newId(),
    sender: { type: 'agent', agent_id: shop.organization.ownerId },
    content: 'Hi',
  }
  expect((await call('POST', `/conversations/${grown}/messages`, reply)).status).toBe(201)
  const request = async (change: object) =>
    (await call('POST', '/conversations/bulk', { conversation_ids: [read, grown, unlisted], change, seen }))
      .body.results
  const stale = { id: grown, outcome: 'refused', code: 'stale_view' }
  expect(await request({ type: 'snooze', until: null })).toEqual([changed(read), stale, changed(unlisted)])
  // What leaves the conversation in the list needs no question.
  expect(await request({ type: 'priority', priority: 'low' })).toEqual([read, grown, unlisted].map(changed))
  expect(await request({ type: 'close' })).toEqual([changed(read), stale, changed(unlisted)])
  expect((await call('GET', `/conversations/${grown}`)).body).toMatchObject({ status: 'open', snooze: null })
  for (const wrong of [{ x: null }, { [read]: 'soon' }, [read]])
    expect(
      (
        await call('POST', '/conversations/bulk', {
          conversation_ids: [read],
          change: { type: 'close' },
          seen: wrong,
        })
      ).status,
    ).toBe(400)
})
