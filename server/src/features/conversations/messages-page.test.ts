import type { MediaTicket } from '@parley/protocol/media'
import type { MessagesPage } from '@parley/protocol/messages-page'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../testing/sample-files.ts'
import { numbered, setUpPages, texts, type PageSetup } from '../../testing/messages-page-setup.ts'

let setup: PageSetup
let database: pg.Client
beforeAll(async () => {
  setup = await setUpPages()
  database = new pg.Client({ connectionString: setup.service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await setup.close()
})

describe('a page', () => {
  test('has exactly the fields of the specification, cleared messages with their time (spec 2.3)', async () => {
    const visitor = await setup.newVisitor()
    const ticket = await visitor.socket.request<MediaTicket>('media.ticket', {
      name: 'Bill 1.png',
      size: png.length,
    })
    const upload = await setup.service.app.http.inject({
      method: 'PUT',
      url: new URL(ticket.upload_url).pathname,
      headers: { 'parley-upload': ticket.ticket, 'content-type': 'application/octet-stream' },
      payload: png,
    })
    expect(upload.statusCode).toBe(201)
    const question = await setup.say(visitor, 'Look', { media_ids: [ticket.media_id] })
    const { id: conversationId } = { id: question.conversation_id }
    await visitor.socket.request('chat.clear', {})
    setup.advance(1500)
    const answer = await setup.answerTo(question.customer_id, 'I see ✅', { reply_to_id: question.id })
    await setup.act(conversationId, 'close')
    const clearedAt = new Date(setup.now() - 1500).toISOString().replace('Z', '+00:00')

    const response = await setup.get(`${setup.linkOf(conversationId)}&sort=ASC`)
    const body = response.json<MessagesPage>()
    const mediaUrl = body.data[0]?.media[0]?.url ?? ''
    expect(body).toEqual({
      data: [
        {
          id: question.id,
          sender_type: 'customer',
          sender_agent: null,
          content: 'Look',
          reply_to_id: null,
          media: [
            { id: ticket.media_id, name: 'Bill 1.png', mime: 'image/png', size: png.length, url: mediaUrl },
          ],
          deleted_by_customer_at: clearedAt,
          created_at: question.created_at,
        },
        {
          id: answer.id,
          sender_type: 'agent',
          sender_agent: { id: setup.shop.ownerId, name: 'Shop Owner', avatar_url: null },
          content: 'I see ✅',
          reply_to_id: question.id,
          media: [],
          deleted_by_customer_at: null,
          created_at: answer.created_at,
        },
      ],
      pager: { max: 50, next: null, sort: 'ASC' },
    })
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/^application\/json/),
    })
    expect(Object.keys(response.headers).join()).not.toMatch(/set-cookie|access-control/)

    // Each page has links of its own: an hour from the page, not from the delivery.
    const path = (url: string) => url.slice(new URL(url).origin.length)
    const status = async (url: string) => (await setup.get(path(url))).statusCode
    setup.advance(59 * 60_000)
    expect(await status(mediaUrl)).toBe(200)
    const later = (await setup.page(setup.linkOf(conversationId))).data[1]?.media[0]?.url ?? ''
    setup.advance(60_000)
    expect([await status(mediaUrl), await status(later)]).toEqual([410, 200])
    setup.advance(59 * 60_000)
    expect(await status(later)).toBe(410)
  })

  test('never has messages that only agents see', async () => {
    const { id, customerId, sent } = await setup.closedConversation(
      'Before',
      'A note between agents',
      'After',
    )
    await database.query("update event_log set audience = 'agents' where customer_id = $1 and seq = $2", [
      customerId,
      sent[1]?.seq,
    ])
    expect(await setup.readAll(`${setup.linkOf(id)}&max=1&sort=ASC`)).toEqual(['Before', 'After'])
    expect(await setup.readAll(`${setup.linkOf(id)}&max=1`)).toEqual(['After', 'Before'])
  })

  test('has only messages of its conversation, also when the customer has others', async () => {
    const { id, visitor } = await setup.closedConversation('One', 'Two')
    const next = await setup.say(visitor, 'Another conversation')
    expect(next.conversation_id).not.toBe(id)
    expect(texts(await setup.page(setup.linkOf(id)))).toEqual(['Two', 'One'])
    expect(texts(await setup.page(setup.linkOf(next.conversation_id)))).toEqual(['Another conversation'])
  })

  test('has 50 messages by default, newest first, and 100 at most', async () => {
    const { id } = await setup.closedConversation(...numbered(101))
    const first = await setup.page(setup.linkOf(id))
    expect(first.pager).toMatchObject({ max: 50, sort: 'DESC', next: expect.any(String) })
    expect(texts(first)).toEqual(numbered(101).toReversed().slice(0, 50))
    expect((await setup.page(`${setup.linkOf(id)}&max=100`)).data).toHaveLength(100)
    expect(await setup.readAll(setup.linkOf(id))).toEqual(numbered(101).toReversed())
  })
})

describe('pages', () => {
  test.each(['ASC', 'DESC'] as const)(
    '%s: one after the other give each message once, at every size',
    async (sort) => {
      const { id } = await setup.closedConversation(...numbered(7))
      const expected = sort === 'ASC' ? numbered(7) : numbered(7).toReversed()
      for (const max of [1, 2, 3, 6, 7, 8])
        expect(await setup.readAll(`${setup.linkOf(id)}&sort=${sort}&max=${max}`)).toEqual(expected)
    },
  )

  test('keep order and size by the cursor alone; the size can change between pages', async () => {
    const { id } = await setup.closedConversation(...numbered(7))
    const link = setup.linkOf(id)
    const first = await setup.page(`${link}&sort=ASC&max=2`)
    const second = await setup.page(`${link}&cursor=${first.pager.next}`)
    expect([texts(second), second.pager]).toEqual([
      ['m3', 'm4'],
      { max: 2, sort: 'ASC', next: expect.any(String) },
    ])
    const third = await setup.page(`${link}&cursor=${second.pager.next}&max=3&sort=ASC`)
    expect([texts(third), third.pager]).toEqual([['m5', 'm6', 'm7'], { max: 3, sort: 'ASC', next: null }])
  })

  test('of a reopened conversation are complete and stable while messages are added', async () => {
    const { id, customerId } = await setup.closedConversation(...numbered(5))
    const link = setup.linkOf(id)
    await setup.act(id, 'reopen')
    let written = 0
    const write = () => setup.answerTo(customerId, `new${(written += 1)}`)
    // Newest first: what comes after the first page is not on a later one.
    expect(await setup.readAll(`${link}&max=2`, write)).toEqual(numbered(5).toReversed())
    expect(written).toBe(2)
    // Oldest first: it stands at the end, once.
    const more = (number: number) => (number <= 2 ? write() : Promise.resolve())
    expect(await setup.readAll(`${link}&max=3&sort=ASC`, more)).toEqual([
      ...numbered(5),
      'new1',
      'new2',
      'new3',
      'new4',
    ])
    await setup.act(id, 'close')
    expect(texts(await setup.page(link))).toEqual([
      'new4',
      'new3',
      'new2',
      'new1',
      ...numbered(5).toReversed(),
    ])
  })

  test('stay stable when the customer clears the chat between two of them', async () => {
    const { id, visitor } = await setup.closedConversation(...numbered(4))
    const clear = () => visitor.socket.request('chat.clear', {})
    expect(await setup.readAll(`${setup.linkOf(id)}&max=2`, clear)).toEqual(numbered(4).toReversed())
    expect(
      (await setup.page(setup.linkOf(id))).data.every((message) => message.deleted_by_customer_at !== null),
    ).toBe(true)
  })
})
