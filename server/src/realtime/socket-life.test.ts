import type { MessageSent } from '@parley/protocol/message'
import type { ConnectResult } from '@parley/protocol/session'
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts'

describe('sockets', () => {
  let service: TestService
  let shop: TestOrganization
  beforeAll(async () => {
    service = await startTestService()
    shop = await foundOrganization(service, 'Shop')
  })
  afterAll(() => service.stop())

  test('[B3] signing out and removal close the sockets of an agent with 4441', async () => {
    const bea = await inviteAgent(service, shop, 'Bea')
    const first = await connectAgent(service, shop.id, bea.cookie)
    await service.call('POST', '/v1/auth/sign-out', { cookie: bea.cookie, body: {} })
    expect((await first.closed).code).toBe(4441)
    const cem = await inviteAgent(service, shop, 'Cem')
    const second = await connectAgent(service, shop.id, cem.cookie)
    await service.call('DELETE', `/v1/organizations/${shop.id}/agents/${cem.agentId}`, {
      cookie: shop.cookie,
    })
    expect((await second.closed).code).toBe(4441)
    await expect(service.openAgent({ cookie: bea.cookie })).rejects.toThrow('401')
  })

  test('[B3] a session that ended without a notification closes its socket at the next sweep', async () => {
    const dana = await inviteAgent(service, shop, 'Dana')
    const socket = await connectAgent(service, shop.id, dana.cookie)
    const others = await connectAgent(service, shop.id, shop.cookie)
    const database = new pg.Client({ connectionString: service.databaseUrl })
    await database.connect()
    await database.query(
      "update auth_session set expires_at = now() - interval '1 second' where user_id = (select user_id from agent where id = $1)",
      [dana.agentId],
    )
    await database.end()
    await service.app.closeEndedSessions()
    expect((await socket.closed).code).toBe(4441)
    await others.request('ping')
    await others.leave()
  })

  test('a refused upgrade does not delay a stop', async () => {
    const other = await startTestService()
    const { port } = new URL(other.address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.allowHalfOpen = true
    socket.write('GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await once(socket, 'data')
    await other.stop()
    socket.destroy()
  })

  test('the widget is notified when the team goes online and offline', async () => {
    const quiet = await foundOrganization(service, 'Quiet')
    const { socket, connected } = await connectVisitor(service, quiet.providerId)
    expect(connected.team).toEqual({
      online: false,
      agents: [],
      typical_response_seconds: null,
      closed: null,
    })
    const agent = await connectAgent(service, quiet.id, quiet.cookie)
    type Team = ConnectResult['team']
    expect(await socket.next<Team>('team', (team) => team.online)).toMatchObject({
      agents: [{ name: 'Quiet Owner' }],
    })
    await agent.leave()
    await socket.next<Team>('team', (team) => !team.online)
    await socket.leave()
  })

  test('a message is pushed to every socket of an agent who follows the customer', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    const sent = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'One' })
    const [a, b] = [
      await connectAgent(service, shop.id, shop.cookie),
      await connectAgent(service, shop.id, shop.cookie),
    ]
    for (const agent of [a, b]) await agent.request('customer.follow', { customer_id: sent.customer_id })
    const { seq } = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'Two' })
    await Promise.all([a.entriesUpTo(seq), b.entriesUpTo(seq)])
    await a.request('customer.unfollow', { customer_id: sent.customer_id })
    const third = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'Three' })
    await b.entriesUpTo(third.seq)
    await a.request('ping')
    expect(a.notifications.filter((frame) => frame.method === 'entries')).toEqual([])
    await Promise.all([socket.leave(), a.leave(), b.leave()])
  })

  test('a widget may not name a customer, an agent must', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    const agent = await connectAgent(service, shop.id, shop.cookie)
    const message = { client_id: newId(), content: 'x' }
    expect((await socket.refused('message.send', { ...message, customer_id: newId() })).code).toBe(
      'invalid_request',
    )
    expect((await agent.refused('message.send', message)).code).toBe('invalid_request')
    await Promise.all([socket.leave(), agent.leave()])
  })

  test('[O2] the socket closes when the provider no longer allows the page, or is deleted', async () => {
    const { socket } = await connectVisitor(service, shop.providerId)
    const address = `/v1/organizations/${shop.id}/providers/${shop.providerId}`
    const allow = (origins: string[]) =>
      service.call('PATCH', address, { cookie: shop.cookie, body: { allowed_origins: origins } })
    await allow(['https://elsewhere.test'])
    expect((await socket.closed).code).toBe(4403)
    await allow([])
    const next = await connectVisitor(service, shop.providerId)
    await service.call('DELETE', address, { cookie: shop.cookie })
    expect((await next.socket.closed).code).toBe(4403)
  })

  test('[B2] a graceful stop tells every socket to reconnect and closes it with 1012', async () => {
    const other = await startTestService()
    const organization = await foundOrganization(other, 'Stopping')
    const { socket } = await connectVisitor(other, organization.providerId)
    const agent = await connectAgent(other, organization.id, organization.cookie)
    const stopped = other.stop()
    for (const one of [socket, agent]) {
      expect(await one.next('draining')).toEqual({ within: 1000 })
      expect((await one.closed).code).toBe(1012)
    }
    await stopped
  })
})
