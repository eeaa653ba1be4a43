import type { ChannelConnection, ChannelConnections } from '@parley/protocol/channel-connection'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { mailboxOf, startEmailScene, startMailSink, type EmailScene } from '../../testing/email-setup.ts'
import { startImapServer } from '../../testing/imap-server.ts'
import { report } from '../../testing/mail-sources.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  type TestOrganization,
} from '../../testing/test-service.ts'
import { sendText } from '../../testing/test-shop.ts'

/** With a mailbox of the organization, replies to mails about unread messages arrive. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene('Mailbox')
})
afterAll(() => scene.stop())

async function pass(minutes: number): Promise<void> {
  await scene.settle()
  for (let minute = 0; minute < minutes; minute += 1) {
    await scene.service.app.continuity.look()
    scene.turn(60_000)
  }
  await scene.service.app.continuity.look()
}

async function mailsTo(address: string) {
  const sources = scene.smtp.sent.filter(({ to }) => to.includes(address))
  return Promise.all(sources.map(({ source }) => PostalMime.parse(source)))
}

/** A visitor who has left and confirmed an address, and waits for an answer. */
async function confirmedVisitor(address: string) {
  const { service, organization } = scene
  const { socket, key } = await connectVisitor(service, organization.providerId)
  const { customer_id: id, conversation_id: conversationId } = await sendText(socket, 'Is it in stock?')
  await socket.request('customer.email', { email: address })
  await socket.leave()
  await scene.say(id, 'Yes, three are left.')
  await pass(11)
  const [asked] = await mailsTo(address)
  const link = /https:\/\/parley\.test(\/\S+\/confirm\?\S+)/.exec(asked?.text ?? '')?.[1] ?? ''
  expect((await service.app.http.inject({ method: 'POST', url: link })).statusCode).toBe(200)
  return { id, key, conversationId, asked }
}

test('the reply to a mail about unread messages is a message of the visitor in the same conversation', async () => {
  const { conversationId, asked } = await confirmedVisitor('ada@example.com')
  expect(asked?.text).not.toContain('three are left')
  await pass(0)

  const [, mail] = await mailsTo('ada@example.com')
  expect(mail?.from?.address).toBe('support@shop.example')
  expect(mail?.text).toContain('Yes, three are left.')
  // Many servers drop a second mail with the same id.
  expect(mail?.messageId).not.toBe(asked?.messageId)
  const replyTo = mail?.replyTo?.[0]?.address ?? ''
  expect(replyTo).toMatch(/^support\+\w+@shop\.example$/)
  await scene.take(
    [
      'From: Ada <ada@example.com>',
      `To: ${replyTo}`,
      'Subject: Re: New messages',
      'Message-ID: <reply-1@mail.example>',
      `In-Reply-To: ${mail?.messageId ?? ''}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Then I take two.',
      '',
    ].join('\r\n'),
  )
  expect((await scene.messages(conversationId)).map(({ content }) => content)).toEqual([
    'Is it in stock?',
    'Yes, three are left.',
    'Then I take two.',
  ])
})

test('a mailbox whose sender was refused is used again after a while, and shows no problem once it sends', async () => {
  const { id } = await confirmedVisitor('cem@example.com')
  const problem = async () => {
    const { body } = await scene.service.call('GET', scene.path('/channels'), { cookie: scene.cookie })
    return (body as ChannelConnections).data[0]?.problem
  }
  const before = (await mailsTo('cem@example.com')).length
  scene.smtp.answerNext({ code: 550, at: 'sender' }, { code: 550, at: 'sender' })
  await scene.say(id, 'Five now.')
  // The attempts after 1, 5 and 15 minutes: only the last one is made through the mailbox, and refused too.
  await pass(30)
  expect([await problem(), (await mailsTo('cem@example.com')).length]).toEqual(['sending_refused', before])
  await pass(60)
  expect((await mailsTo('cem@example.com')).at(-1)?.text).toContain('Five now.')
  expect(await problem()).toBe(null)
})

test('a mailbox that has just failed to send is used after those that work', async () => {
  const { service, cookie, path } = scene
  const user = 'help@shop.example'
  const imap = await startImapServer({ user })
  const smtp = await startMailSink({ user, password: imap.password() })
  const connected = await service.call('POST', path('/channels'), {
    cookie,
    body: { channel: 'email', mailbox: { ...mailboxOf(imap, smtp.port), address: user } },
  })
  expect(connected.status).toBe(201)
  const { id } = await confirmedVisitor('eve@example.com')
  scene.smtp.answerNext({ code: 454, at: 'sign-in' })
  await pass(5)
  expect(smtp.sent.map(({ from, to }) => [from, ...to])).toEqual([[user, 'eve@example.com']])
  expect(await mailsTo('eve@example.com')).toHaveLength(1)
  await scene.say(id, 'Seven now.')
  await pass(30)
  expect((await mailsTo('eve@example.com')).at(-1)?.text).toContain('Seven now.')
  const removed = await service.call(
    'DELETE',
    path(`/channels/${(connected.body as ChannelConnection).id}`),
    { cookie },
  )
  expect(removed.status).toBe(204)
  await smtp.stop()
  await imap.stop()
})

test('a repeated mail has the same Message-ID, and another one if a message was added', async () => {
  const { id } = await confirmedVisitor('bea@example.com')
  scene.smtp.answerNext('lost', 'lost')
  await pass(0)
  await pass(2)
  await scene.say(id, 'Four now.')
  await pass(6)
  const [, first, repeated, longer, ...more] = await mailsTo('bea@example.com')
  expect(more).toEqual([])
  expect(repeated?.text).not.toContain('Four now.')
  expect(repeated?.messageId).toBe(first?.messageId)
  expect(longer?.text).toContain('Four now.')
  expect(longer?.messageId).not.toBe(first?.messageId)
})

test('a mail that comes back is reported once, and no further one follows until the customer has another address', async () => {
  const { service, organization, query, take } = scene
  const { id, key } = await confirmedVisitor('fay@example.com')
  await pass(0)
  const [, mail] = await mailsTo('fay@example.com')
  const told = async () =>
    (
      await query(
        "select data->>'kind' as kind from event_log where customer_id = $1 and type = 'customer.mailed' order by seq",
        [id],
      )
    ).map(({ kind }) => kind)
  const messageId = mail?.messageId ?? ''

  await take(report(messageId, 'stranger@example.com'))
  await take(report(messageId.replace(/^<../, '<ca'), 'fay@example.com'))
  expect(await told()).toEqual(['asked', 'confirmed', 'messages'])
  await take(report(messageId, 'Fay@example.com'))
  await take(report(messageId, 'fay@example.com'))
  expect(await told()).toEqual(['asked', 'confirmed', 'messages', 'failed'])
  await scene.say(id, 'Nine now.')
  await pass(30)
  expect(await mailsTo('fay@example.com')).toHaveLength(2)

  const back = await connectVisitor(service, organization.providerId, { key })
  await back.socket.request('customer.email', { email: 'fay@other.example' })
  await back.socket.leave()
  await scene.say(id, 'Ten now.')
  await pass(30)
  expect(await mailsTo('fay@other.example')).toHaveLength(1)
  expect((await told()).slice(4)).toEqual(['asked'])
})

test('messages that become due while the mailbox is being replaced are mailed through the next one', async () => {
  const { service, cookie, path, settings } = scene
  const { id } = await confirmedVisitor('dan@example.com')
  await pass(20)
  const before = (await mailsTo('dan@example.com')).length
  const { body } = await service.call('GET', path('/channels'), { cookie })
  const [channel] = (body as ChannelConnections).data
  expect((await service.call('DELETE', path(`/channels/${channel?.id}`), { cookie })).status).toBe(204)
  await scene.say(id, 'Six now.')
  await pass(20)
  const connected = await service.call('POST', path('/channels'), {
    cookie,
    body: { channel: 'email', mailbox: settings },
  })
  expect(connected.status).toBe(201)
  scene.turn(3 * 3_600_000)
  await pass(0)
  const mails = (await mailsTo('dan@example.com')).slice(before)
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Six now.')])
})

test('mails of one organization to a server that does not respond leave places for those of others', async () => {
  const { service } = scene
  const other = await foundOrganization(service, 'Silent')
  const smtp = await startSmtpServer()
  const mailbox = { ...mailboxOf(scene.imap, smtp.port), address: 'support@silent.example' }
  const channels = `/v1/organizations/${other.id}/channels`
  const body = { channel: 'email', mailbox }
  expect((await service.call('POST', channels, { cookie: other.cookie, body })).status).toBe(201)
  const waiting = async (of: TestOrganization, email: string) => {
    const { socket } = await connectVisitor(service, of.providerId)
    const { customer_id: customerId } = await sendText(socket, 'Hello?')
    await socket.request('customer.email', { email })
    await socket.leave()
    const agent = await connectAgent(service, of.id, of.cookie)
    await agent.request('message.send', { client_id: newId(), customer_id: customerId, content: 'Hi.' })
    await agent.leave()
  }
  for (let count = 0; count < 8; count += 1) await waiting(other, `silent${count}@example.com`)
  await waiting(scene.organization, 'gus@example.com')
  await pass(9)
  expect(await mailsTo('gus@example.com')).toEqual([])
  smtp.become('silent')
  scene.turn(2 * 60_000)
  const looked = service.app.continuity.look()
  await expect.poll(() => mailsTo('gus@example.com')).toHaveLength(1)
  expect(smtp.openConnections()).toBe(2)
  await smtp.stop()
  await looked
})
