import type { SearchResults } from '@parley/protocol/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent, type TestOrganization } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { searchMessages } from '../conversations/conversation-search.ts'
import { createSearch } from './search.ts'

const shop = useShop()

const call = (method: string, path: string, body?: object, of: TestOrganization = shop.organization) =>
  shop.service.call(method, `/v1/organizations/${of.id}${path}`, { cookie: of.cookie, ...(body && { body }) })

async function find(q: string, cookie = shop.organization.cookie): Promise<SearchResults> {
  const path = `/v1/organizations/${shop.organization.id}/search?q=${encodeURIComponent(q)}`
  const answer = await shop.service.call('GET', path, { cookie })
  expect(answer.status).toBe(200)
  return answer.body
}

const note = (conversationId: string, content: string) =>
  call('POST', `/conversations/${conversationId}/notes`, { client_id: newId(), content })

test('another organization finds nothing of ours, and the customer’s socket has no search', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'A zebra in the parcel')
  await note(conversationId, 'The zebra is a known problem')
  const stranger = await foundOrganization(shop.service, 'Stranger')
  expect((await call('GET', '/search?q=zebra', undefined, stranger)).body).toEqual({
    conversations: [],
    messages: [],
    notes: [],
    complete: true,
  })
  await expect(socket.refused('search', { q: 'zebra' })).resolves.toMatchObject({ code: 'invalid_request' })
  await socket.leave()
})

test('a query that is too short or too long is refused; operators are only text', async () => {
  for (const q of ['', 'x', 'x'.repeat(201)])
    expect([q, (await call('GET', `/search?q=${q}`)).status]).toEqual([q, 400])
  for (const q of [`'; drop table note; --`, '& | ! :*', '%%', '\\\\'])
    expect([q, (await find(q)).complete]).toEqual([q, true])
})

test('an agent finds messages, notes and conversations by prefixes of words, in closed conversations too', async () => {
  const { socket, conversationId: id, customerId } = await visitorWhoWrote(shop, 'My giraffe arrived broken')
  await note(id, 'Giraffes are fragile')
  await call('PATCH', `/customers/${customerId}`, { first_name: 'Gina', last_name: 'Giraldi' })
  await call('POST', `/conversations/${id}/close`)
  const agent = await inviteAgent(shop.service, shop.organization, 'Finder')
  const found = await find('gira', agent.cookie)
  const customer = { id: customerId, name: 'Gina Giraldi' }
  expect(found.messages).toMatchObject([
    { conversation_id: id, customer, excerpt: 'My giraffe arrived broken' },
  ])
  expect(found.notes).toMatchObject([
    { conversation_id: id, customer, status: 'closed', excerpt: 'Giraffes are fragile' },
  ])
  expect(found.conversations).toMatchObject([{ id, status: 'closed', customer }])
  expect((await find('giraffe bro')).messages).toHaveLength(1)
  expect((await find('giraffe elephant')).messages).toEqual([])
  await socket.leave()
})

test('numbers, addresses and words beside punctuation are found in messages, notes and the inbox', async () => {
  const text = 'Order ORD-76543 of mira@cheetah.example: “broken” since 2026-11-26'
  const { socket, conversationId: id } = await visitorWhoWrote(shop, text)
  await note(id, text)
  for (const q of ['ORD-76543', '76543', 'mira@cheetah.example', 'cheetah.example', 'broken', '2026-11-26']) {
    const { messages, notes } = await find(q)
    const inbox = await call('GET', `/conversations?view=open&q=${encodeURIComponent(q)}`)
    const ids = (rows: object[]) => rows.filter((row) => Object.values(row).includes(id)).length
    expect([q, ids(messages), ids(notes), ids((inbox.body as { data: object[] }).data)]).toEqual([q, 1, 1, 1])
  }
  await socket.leave()
})

test('the latest messages come first, however old the others are', async () => {
  const said = await Promise.all(
    ['first', 'second', 'third'].map((n) => visitorWhoWrote(shop, `The ${n} quagga`)),
  )
  const ages = [200, 30, 0]
  for (const [index, { conversationId }] of said.entries())
    await shop.database.query(
      `update message set created_at = now() - $1 * interval '1 day' where conversation_id = $2`,
      [ages[index], conversationId],
    )
  expect((await find('quagga')).messages.map(({ excerpt }) => excerpt)).toEqual([
    'The third quagga',
    'The second quagga',
    'The first quagga',
  ])
  for (const { socket } of said) await socket.leave()
})

test('of many messages the latest five are found, in whatever part of the history', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'An axolotl, number 0')
  for (let number = 1; number < 8; number++) await sendText(socket, `An axolotl, number ${number}`)
  const numbers = async () => (await find('axolotl')).messages.map(({ excerpt }) => Number(excerpt.at(-1)))
  await shop.database.query(
    `update message set created_at = now() - (100 - seq) * interval '1 day' where conversation_id = $1`,
    [conversationId],
  )
  expect(await numbers()).toEqual([7, 6, 5, 4, 3])
  for (const [count, found] of [
    [2, [1, 0, 7, 6, 5]],
    [5, [4, 3, 2, 1, 0]],
  ] as const) {
    await shop.database.query(
      `update message set created_at = now() + seq * interval '1 millisecond' where id in (
         select id from message where conversation_id = $1 order by seq limit $2
       )`,
      [conversationId, count],
    )
    expect(await numbers()).toEqual(found)
  }
  await socket.leave()
})

test('a message found before the time is over is returned as an incomplete result', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'A narwhal')
  const { db, close } = openDatabase(shop.service.databaseUrl)
  const search = createSearch({
    db,
    searchConversations: async () => [],
    searchNotes: async () => [],
    conversationsById: async () => new Map(),
    // Any further part takes longer than the search may.
    searchMessages: (trx, organizationId, text, limitTime) =>
      searchMessages(trx, organizationId, text, async (found) => {
        await limitTime(found)
        if (found.length > 0) await sql`select pg_sleep(60)`.execute(trx)
      }),
  })
  const { messages, complete } = await search({ ...searching(newId()), text: 'narwhal' })
  expect(messages).toMatchObject([{ conversation_id: conversationId, excerpt: 'A narwhal' }])
  expect(complete).toBe(false)
  await close()
  await socket.leave()
})

const searching = (agentId: string, closed = new AbortController().signal) => ({
  organizationId: shop.organization.id,
  agentId,
  text: 'anything',
  closed,
})

/** A search whose first statement runs until its client goes: it is longer than the test. */
function openEndless() {
  const { db, close } = openDatabase(shop.service.databaseUrl)
  const search = createSearch({
    db,
    searchConversations: async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`select pg_sleep(600)`.execute(trx)
      return []
    },
    searchMessages: async () => [],
    searchNotes: async () => [],
    conversationsById: async () => new Map(),
  })
  return { search, close }
}

const sleeping = async () =>
  (
    await shop.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  ).rowCount

test('a search whose client has gone is cancelled, and gives its place to the next one', async () => {
  const { search, close } = openEndless()
  const clients = [1, 2, 3, 4].map(() => new AbortController())
  const results = clients.map(({ signal }) => search(searching(newId(), signal)))
  await expect.poll(sleeping, { timeout: 30_000 }).toBe(3)
  clients[0]?.abort()
  await expect(results[0]).resolves.toMatchObject({ conversations: [], complete: false })
  await expect.poll(sleeping, { timeout: 30_000 }).toBe(3)
  for (const client of clients) client.abort()
  await Promise.all(results)
  expect(await sleeping()).toBe(0)
  await close()
})

test('an agent cannot make an endless line, and abandoned searches leave it at once', async () => {
  const { search, close } = openEndless()
  const [first, others, agentId] = [new AbortController(), new AbortController(), newId()]
  const running = search(searching(agentId, first.signal))
  const waiting = Array.from({ length: 19 }, () => search(searching(agentId, others.signal)))
  await expect(search(searching(agentId))).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  others.abort()
  expect(await Promise.all(waiting)).toHaveLength(19)
  first.abort()
  await running
  await close()
})

test('a long history has indexes for names and words, and one for the time of messages', async () => {
  const planOf = async (statement: string) => {
    await shop.database.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
    const { rows } = await shop.database.query(`explain ${statement}`)
    await shop.database.query('rollback')
    return JSON.stringify(rows)
  }
  expect(await planOf(`select from customer_face where searched like lower('%Giraldi%')`)).toContain(
    'customer_search',
  )
  expect(await planOf(`select from message where created_at > now() - interval '3 hours'`)).toContain(
    'message_time',
  )
  for (const table of ['message', 'note'])
    expect(
      await planOf(`select from ${table} where searchable_words(content) @@ searched_words('zebra')`),
    ).toContain(`${table}_search`)
})

test('what was deleted is not found: neither the note nor its earlier text', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'Hi')
  const { body } = await note(conversationId, 'An okapi')
  const { id } = body as { id: string }
  await call('PATCH', `/notes/${id}`, { content: 'A quokka' })
  expect((await find('okapi')).notes).toEqual([])
  expect((await find('quokka')).notes).toHaveLength(1)
  await call('DELETE', `/notes/${id}`)
  expect((await find('quokka')).notes).toEqual([])
  await socket.leave()
})
