import type { MessageSent } from '@parley/protocol/message'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '../core/ids.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './test-service.ts'
import type { TestSocket } from './test-socket.ts'

/** A service with one organization, its owner's socket, and a database connection. */
export interface TestShop {
  service: TestService
  organization: TestOrganization
  agent: TestSocket
  database: pg.Client
}

/** Creates one shop per test file in beforeAll and removes it in afterAll. */
export function useShop(options: Parameters<typeof startTestService>[0] = {}): TestShop {
  const shop: Partial<TestShop> = {}
  beforeAll(async () => {
    const service = await startTestService(options)
    const organization = await foundOrganization(service, 'Shop')
    const agent = await connectAgent(service, organization.id, organization.cookie)
    const database = new pg.Client({ connectionString: service.databaseUrl })
    await database.connect()
    Object.assign(shop, { service, organization, agent, database })
  })
  afterAll(async () => {
    await shop.database?.end()
    await shop.agent?.leave()
    await shop.service?.stop()
  })
  return shop as TestShop
}

export const sendText = (socket: TestSocket, content: string, more: object = {}): Promise<MessageSent> =>
  socket.request<MessageSent>('message.send', { client_id: newId(), content, ...more })

/** A visitor who has sent one message and therefore has a customer row, a log and a conversation. */
export async function visitorWhoWrote({ service, organization }: TestShop, content = 'Hello') {
  const visitor = await connectVisitor(service, organization.providerId)
  const sent = await sendText(visitor.socket, content)
  return { ...visitor, sent, customerId: sent.customer_id, conversationId: sent.conversation_id }
}
