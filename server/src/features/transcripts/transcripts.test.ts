import type { TranscriptLink } from '@parley/protocol/contact'
import type { MessageSent } from '@parley/protocol/message'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { connectMember, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import {
  baseUrl,
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { sendText } from '../../testing/test-shop.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

let ahead = 0
let service: TestService
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let shop: TestOrganization
let agent: TestSocket

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  shop = await foundOrganization(service, 'Shop')
  agent = await connectAgent(service, shop.id, shop.cookie)
})
afterAll(async () => {
  await agent.leave()
  await service.stop()
  await smtp.stop()
})

async function visitorWhoWrote(content = 'Hello') {
  const visitor = await connectVisitor(service, shop.providerId)
  const sent = await sendText(visitor.socket, content)
  return { ...visitor, conversationId: sent.conversation_id, customerId: sent.customer_id }
}
const linkOf = async (socket: TestSocket, conversationId: string) =>
  (await socket.request<TranscriptLink>('transcript.link', { conversation_id: conversationId })).url

async function download(url: string, query = '') {
  const answer = await service.app.http.inject({ method: 'GET', url: url.replace(baseUrl, '') + query })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}
const api = (method: string, path: string, body?: object) =>
  service.call(method, `/v1/organizations/${shop.id}${path}`, { cookie: shop.cookie, ...(body && { body }) })

describe('a transcript is refused', () => {
  test('for conversations of others and before the first message', async () => {
    const theirs = await visitorWhoWrote()
    const ours = await visitorWhoWrote()
    const newcomer = await connectVisitor(service, shop.providerId)
    for (const { socket } of [ours, newcomer]) {
      const params = { conversation_id: theirs.conversationId }
      for (const command of ['transcript.link', 'transcript.send'])
        expect((await socket.refused(command, params)).code).toBe('not_found')
    }
    const elsewhere = await foundOrganization(service, 'Elsewhere')
    const stranger = await connectVisitor(service, elsewhere.providerId)
    await sendText(stranger.socket, 'Hi')
    const params = { conversation_id: theirs.conversationId }
    expect((await stranger.socket.refused('transcript.link', params)).code).toBe('not_found')
    for (const { socket } of [theirs, ours, newcomer, stranger]) await socket.leave()
  })

  test('without a signature, with that of another conversation, and after it expired', async () => {
    const one = await visitorWhoWrote()
    const other = await visitorWhoWrote()
    const link = await linkOf(one.socket, one.conversationId)
    expect((await download(link.split('?')[0] ?? '')).status).toBe(403)
    expect((await download(link.replace(one.conversationId, other.conversationId))).status).toBe(403)
    expect((await download(link)).status).toBe(200)
    ahead = 601_000
    const expired = await download(link)
    expect([expired.status, expired.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
    expect(expired.text).toContain('no longer valid')
    ahead = 0
    for (const { socket } of [one, other]) await socket.leave()
  })

  test('too often', async () => {
    const { socket, conversationId } = await visitorWhoWrote()
    const link = await linkOf(socket, conversationId)
    const statuses = []
    for (let time = 0; time < 12; time += 1) statuses.push((await download(link)).status)
    expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    await socket.leave()
  })
})

test('it has what the customer may read now, and nothing else', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote('Cleared question')
  await socket.request('chat.clear')
  await sendText(socket, 'Second question')
  const edited = await sendText(agent, 'Old answer', { customer_id: customerId })
  const deleted = await sendText(agent, 'Deleted answer', { customer_id: customerId })
  await api('POST', `/conversations/${conversationId}/notes`, { client_id: newId(), content: 'Private note' })
  const messages = `/conversations/${conversationId}/messages`
  await api('PATCH', `${messages}/${(edited satisfies MessageSent).id}`, { content: 'New answer' })
  await api('DELETE', `${messages}/${deleted.id}`)
  const { text } = await download(await linkOf(socket, conversationId))
  for (const shown of ['Second question', 'New answer', 'edited', 'Shop Owner', 'You'])
    expect(text).toContain(shown)
  for (const hidden of ['Cleared', 'Old answer', 'Deleted answer', 'Private note'])
    expect(text).not.toContain(hidden)
  await socket.leave()
})

test('hostile text is escaped, and the file is a download that runs nothing', async () => {
  const hostile = `</p><script>alert('x')</script><img src=x onerror="alert(1)">&amp;`
  const { socket, conversationId } = await visitorWhoWrote(hostile)
  await api('PATCH', `/providers/${shop.providerId}`, {
    appearance: {
      brand_color: '#3b5bdb',
      color_scheme: 'auto',
      position: 'right',
      title: '<script>"Shop"</script>',
      greeting: null,
      language: 'auto',
    },
  })
  const answer = await download(await linkOf(socket, conversationId))
  expect(answer.text).not.toMatch(/<(script|img)/)
  expect(answer.text).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
  expect(answer.text).toContain('&amp;amp;')
  expect(answer.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="conversation-[0-9a-f]+\.html"$/),
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  await socket.leave()
})

test('texts and times are those of the visitor; unknown ones fall back', async () => {
  const { socket, conversationId } = await visitorWhoWrote()
  const link = await linkOf(socket, conversationId)
  const german = await download(link, '&language=de&time_zone=Asia/Tokyo')
  expect(german.text).toContain('<html lang="de" dir="ltr">')
  expect(german.text).toContain('Gespräch')
  expect(german.text).toContain('Asia/Tokyo')
  expect((await download(link, '&language=ar')).text).toContain('dir="rtl"')
  const unknown = await download(link, '&language=%22%3E&time_zone=%3Cscript%3E')
  expect(unknown.text).toContain('<html lang="en" dir="ltr">')
  expect(unknown.text).toContain('UTC')
  await socket.leave()
})

describe('by e-mail', () => {
  test('not without an address, and three times an hour', async () => {
    const { socket, conversationId } = await visitorWhoWrote('Secret text')
    const params = { conversation_id: conversationId }
    expect((await socket.refused('transcript.send', params)).code).toBe('email_missing')
    await socket.request('customer.email', { email: 'jane@mail.example' })
    const before = smtp.mails.length
    for (let time = 0; time < 3; time += 1) await socket.request('transcript.send', params)
    // More than the network may send.
    for (let time = 0; time < 10; time += 1)
      expect((await socket.refused('transcript.send', params)).code).toBe('rate_limited')
    // Another visitor cannot send more to the same address.
    const other = await visitorWhoWrote()
    await other.socket.request('customer.email', { email: 'Jane@mail.example' })
    const theirs = { conversation_id: other.conversationId }
    expect((await other.socket.refused('transcript.send', theirs)).code).toBe('rate_limited')
    await other.socket.request('customer.email', { email: 'colleague@mail.example' })
    await other.socket.request('transcript.send', theirs)
    await service.app.mails.sendDue()
    const mails = smtp.mails.slice(before).filter(({ to }) => to !== 'colleague@mail.example')
    expect(mails).toHaveLength(3)
    expect(mails[0]).toMatchObject({ to: 'jane@mail.example' })
    // A link and no text of the visitor.
    expect(mails[0]?.text).not.toContain('Secret text')
    const link = /https:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    ahead = 6 * 86_400_000
    expect((await download(link)).text).toContain('Secret text')
    ahead = 0
    for (const each of [socket, other.socket]) await each.leave()
  })

  test('requests refused for an address do not use up what its network may send', async () => {
    const visitors = await Promise.all([0, 1, 2, 3, 4].map(() => visitorWhoWrote()))
    for (const [index, { socket }] of visitors.entries())
      await socket.request('customer.email', { email: `full${index}@mail.example` })
    const ask = visitors.map(({ socket, conversationId }) => ({
      sent: () => socket.request('transcript.send', { conversation_id: conversationId }),
      refused: () => socket.refused('transcript.send', { conversation_id: conversationId }),
    }))
    // A day of its own: all visitors of this file have one network.
    ahead = 40 * 86_400_000
    for (let mail = 0; mail < 20; mail += 1, ahead += 900_000) await ask[mail % 4]?.sent()
    // More than the network may send in an hour, and in a day.
    for (let round = 0; round < 36; round += 1) {
      if (round % 12 === 0) ahead += 3_600_000
      expect((await ask[round % 4]?.refused())?.code).toBe('rate_limited')
    }
    await ask[4]?.sent()
    ahead = 0
    for (const { socket } of visitors) await socket.leave()
  })

  test('an agent sends it to the address of the customer, five times a day at most', async () => {
    const { socket, conversationId } = await visitorWhoWrote('Question')
    const path = `/conversations/${conversationId}/transcript`
    expect(await api('POST', path)).toMatchObject({ status: 409, body: { code: 'email_missing' } })
    await socket.request('customer.email', { email: 'joe@mail.example' })
    const before = smtp.mails.length
    for (let time = 0; time < 5; time += 1) {
      expect(await api('POST', path)).toMatchObject({ status: 202, body: { email: 'joe@mail.example' } })
      ahead += 3_600_000
    }
    expect(await api('POST', path)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await service.app.mails.sendDue()
    const mails = smtp.mails.slice(before)
    expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => 'joe@mail.example'))
    expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain('Question')
    expect((await download(/https:\S+/.exec(mails[4]?.text ?? '')?.[0] ?? '')).text).toContain('Question')
    ahead = 0
    await socket.leave()
  })

  test('its link ends when the address is corrected or removed, or the customer is blocked', async () => {
    const changes = [{ email: 'right@mail.example' }, { email: null }, { is_blocked: true }]
    for (const [index, change] of changes.entries()) {
      const { socket, conversationId, customerId } = await visitorWhoWrote('Question')
      const email = `wrong${index}@mail.example`
      await socket.request('customer.email', { email })
      await api('POST', `/conversations/${conversationId}/transcript`)
      await service.app.mails.sendDue()
      const mailed = /https:\S+/.exec((await smtp.mailTo(email)).text)?.[0] ?? ''
      expect((await download(mailed)).text).toContain('Question')
      const own = await linkOf(socket, conversationId)
      expect((await api('PATCH', `/customers/${customerId}`, change)).status).toBe(200)
      const ended = await download(mailed)
      expect([ended.status, ended.text.includes('Question')]).toEqual([410, false])
      expect(ended.text).toContain('no longer valid')
      expect((await download(own)).status).toBe(200)
      // Neither another address nor none can be put into its path.
      for (const forged of [
        mailed.replace(/\/[\w-]{22}\?/, '?'),
        mailed.replace(/\/[\w-]{22}\?/, `/${'a'.repeat(22)}?`),
      ])
        expect((await download(forged)).status).toBe(403)
      await socket.leave()
    }
  })

  test('its link ends when the customer closes the account, and an agent can send no other', async () => {
    const secretKey = await secretKeyOf(service, shop)
    const { socket } = await connectMember(service, shop.providerId, (jkt) =>
      signToken(secretKey, tokenClaims({ providerId: shop.providerId, jkt }, { email: 'left@mail.example' })),
    )
    const { conversation_id: conversationId } = await sendText(socket, 'Question')
    const path = `/conversations/${conversationId}/transcript`
    expect((await api('POST', path)).status).toBe(202)
    await service.app.mails.sendDue()
    const mailed = /https:\S+/.exec((await smtp.mailTo('left@mail.example')).text)?.[0] ?? ''
    expect((await download(mailed)).text).toContain('Question')
    await socket.request('account.close')
    const ended = await download(mailed)
    expect([ended.status, ended.text.includes('Question')]).toEqual([410, false])
    expect(await api('POST', path)).toMatchObject({ status: 403, body: { code: 'account_closed' } })
    await socket.leave()
  })

  test('it has the name of the organization if the widget is deleted', async () => {
    const closed = await foundOrganization(service, 'Closed')
    const { socket } = await connectVisitor(service, closed.providerId)
    const { conversation_id: id } = await sendText(socket, 'Question')
    await socket.request('customer.email', { email: 'ann@mail.example' })
    await socket.leave()
    const { cookie } = closed
    const call = (method: string, path: string) =>
      service.call(method, `/v1/organizations/${closed.id}${path}`, { cookie })
    expect((await call('DELETE', `/providers/${closed.providerId}`)).status).toBe(204)
    expect((await call('POST', `/conversations/${id}/transcript`)).status).toBe(202)
    await service.app.mails.sendDue()
    const { text } = await smtp.mailTo('ann@mail.example')
    expect(text).toContain('Closed')
    expect((await download(/https:\S+/.exec(text)?.[0] ?? '')).text).toContain('Closed')
  })

  test('not by an installation without a mail server', async () => {
    const quiet = await startTestService()
    const organization = await foundOrganization(quiet, 'Quiet')
    const { socket } = await connectVisitor(quiet, organization.providerId)
    const { conversation_id } = await sendText(socket, 'Hello')
    expect((await socket.refused('transcript.send', { conversation_id })).code).toBe('mail_off')
    await socket.leave()
    await quiet.stop()
  })
})
