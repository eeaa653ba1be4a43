import type { Conversation } from '@parley/protocol/conversation'
import type { MessageSent } from '@parley/protocol/message'
import { MessagesPage } from '@parley/protocol/messages-page'
import { Value } from 'typebox/value'
import { newId } from '../core/ids.ts'
import { createSecrets } from '../core/secrets.ts'
import { createSignedLinks } from '../core/signed-links.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  testSecret,
  type TestVisitor,
} from './test-service.ts'

const dayInSeconds = 24 * 3600
export const links = createSignedLinks(createSecrets(testSecret))
export const pathOf = (id: string) => `/v1/public/webhook/conversations/${id}/messages`

export type PageSetup = Awaited<ReturnType<typeof setUpPages>>

/** A shop with an agent, for tests of signed links to the messages of closed conversations. */
export async function setUpPages() {
  let now = Date.parse('2026-03-01T10:00:00.000Z')
  const service = await startTestService({ clock: () => now })
  const shop = await foundOrganization(service, 'Shop')
  const agent = await connectAgent(service, shop.id, shop.cookie)
  const visitors: TestVisitor[] = []

  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.http.inject({ method: 'GET', url, headers })

  async function page(url: string): Promise<MessagesPage> {
    const answer = await get(url)
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    return Value.Parse(MessagesPage, answer.json())
  }

  async function newVisitor(): Promise<TestVisitor> {
    const visitor = await connectVisitor(service, shop.providerId)
    visitors.push(visitor)
    return visitor
  }

  const say = (visitor: TestVisitor, content: string, more: object = {}) =>
    visitor.socket.request<MessageSent>('message.send', { client_id: newId(), content, ...more })

  const act = (id: string, command: 'close' | 'reopen') =>
    service.call('POST', `/v1/organizations/${shop.id}/conversations/${id}/${command}`, {
      cookie: shop.cookie,
    }) as Promise<{ status: number; body: Conversation }>

  return {
    service,
    shop,
    get,
    page,
    newVisitor,
    say,
    act,
    now: () => now,
    advance: (milliseconds: number) => void (now += milliseconds),

    /** The link of a delivery, without the base URL. */
    linkOf: (id: string) => links.sign(pathOf(id), Math.floor(now / 1000) + dayInSeconds),

    /** Returns status and error code, such as `403 link_invalid`. */
    async refusal(url: string, headers?: Record<string, string>): Promise<string> {
      const answer = await get(url, headers)
      return `${answer.statusCode} ${answer.json<{ code: string }>().code}`
    },

    /** Follows `pager.next` by appending it to the link, as a client does. */
    async readAll(url: string, onPage: (number: number) => Promise<unknown> = async () => null) {
      const read: string[] = []
      let cursor = ''
      for (let number = 1; number < 200; number++) {
        const answer = await page(url + cursor)
        read.push(...texts(answer))
        if (answer.pager.next === null) return read
        cursor = `&cursor=${answer.pager.next}`
        await onPage(number)
      }
      throw new Error('The pages do not end')
    },

    answerTo: (customerId: string, content: string, more: object = {}) =>
      agent.request<MessageSent>('message.send', {
        client_id: newId(),
        content,
        customer_id: customerId,
        ...more,
      }),

    /** A closed conversation with these messages from its visitor. */
    async closedConversation(...contents: string[]) {
      const visitor = await newVisitor()
      const sent: MessageSent[] = []
      for (const content of contents) sent.push(await say(visitor, content))
      const [first] = sent
      if (!first) throw new Error('A conversation needs a message')
      await act(first.conversation_id, 'close')
      return { visitor, sent, id: first.conversation_id, customerId: first.customer_id }
    },

    async close() {
      for (const { socket } of visitors) await socket.leave()
      await agent.leave()
      await service.stop()
    },
  }
}

export const texts = (answer: MessagesPage) => answer.data.map((message) => message.content)
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `m${index + 1}`)
