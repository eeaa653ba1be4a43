import type { ChannelConnection, ChannelConnections } from '@parley/protocol/channel-connection'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { mailboxOf, startEmailScene, startMailSink, type EmailScene } from '../../testing/email-setup.ts'
import { startImapServer } from '../../testing/imap-server.ts'
import { report } from '../../testing/mail-sources.ts'
import { mailedVisitors } from '../../testing/mailed-visitors.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  type TestOrganization,
} from '../../testing/test-service.ts'
import type { TestKey } from '../../testing/test-key.ts'
import { sendText } from '../../testing/test-shop.ts'

/** With a mailbox of the organization, replies to mails about unread messages arrive. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene('Mailbox')
})
afterAll(() => scene.stop())

const { pass, mailsTo, confirmedVisitor } = mailedVisitors(() => scene)

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

async function connectSecondMailbox() {
  const { service, cookie, path } = scene
  const user = 'help@shop.example'
  const imap = await startImapServer({ user })
  const smtp = await startMailSink({ user, password: imap.password() })
  const connected = await service.call('POST', path('/channels'), {
    cookie,
    body: { channel: 'email', mailbox: { ...mailboxOf(imap, smtp.port), address: user } },
  })
  expect(connected.status).toBe(201)
  return {
    user,
    sent: smtp.sent,
    async remove() {
      const { id } = connected.body as ChannelConnection
      expect((await service.call('DELETE', path(`/channels/${id}`), { cookie })).status).toBe(204)
      await smtp.stop()
      await imap.stop()
    },
  }
}

test('a mailbox that has just failed to send is used after those that work', async () => {
  const { user, sent, remove } = await connectSecondMailbox()
  const { id } = await confirmedVisitor('eve@example.com')
  scene.smtp.answerNext({ code: 454, at: 'sign-in' })
  await pass(5)
  expect(sent.map(({ from, to }) => [from, ...to])).toEqual([[user, 'eve@example.com']])
  expect(await mailsTo('eve@example.com')).toHaveLength(1)
  await scene.say(id, 'Seven now.')
  await pass(30)
  expect((await mailsTo('eve@example.com')).at(-1)?.text).toContain('Seven now.')
  await remove()
})

test('a temporary refusal of one recipient or mail leaves the mailbox in use', async () => {
  const { sent, remove } = await connectSecondMailbox()
  const { id } = await confirmedVisitor('ivy@example.com')
  scene.smtp.answerNext({ code: 450, at: 'recipient' }, { code: 451, at: 'data' })
  await pass(10)
  expect((await mailsTo('ivy@example.com')).at(-1)?.text).toContain('three are left')
  await scene.say(id, 'Eight now.')
  await pass(30)
  expect((await mailsTo('ivy@example.com')).at(-1)?.text).toContain('Eight now.')
  expect(sent).toEqual([])
  await remove()
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

/** What agents were told about mails to this customer. */
async function toldOf(id: string) {
  const rows = await scene.query(
    "select data->>'kind' as kind from event_log where customer_id = $1 and type = 'customer.mailed' order by seq",
    [id],
  )
  return rows.map(({ kind }) => kind)
}

async function enterAddress(key: TestKey, email: string): Promise<void> {
  const { socket } = await connectVisitor(scene.service, scene.organization.providerId, { key })
  await socket.request('customer.email', { email })
  await socket.leave()
}

test('after a mail to a mailbox that does not exist, which is reported once, none follows until the address was another one', async () => {
  const { take } = scene
  const { id, key } = await confirmedVisitor('fay@example.com')
  await pass(0)
  const [, mail] = await mailsTo('fay@example.com')
  const messageId = mail?.messageId ?? ''

  await take(report(messageId, 'stranger@example.com'))
  await take(report(messageId.replace(/^<../, '<ca'), 'fay@example.com'))
  expect(await toldOf(id)).toEqual(['asked', 'confirmed', 'messages'])
  await take(report(messageId, 'Fay@example.com'))
  await take(report(messageId, 'fay@example.com'))
  expect(await toldOf(id)).toEqual(['asked', 'confirmed', 'messages', 'failed'])
  await scene.say(id, 'Nine now.')
  await pass(30)
  expect(await mailsTo('fay@example.com')).toHaveLength(2)

  await enterAddress(key, 'fay@other.example')
  await scene.say(id, 'Ten now.')
  await pass(30)
  expect(await mailsTo('fay@other.example')).toHaveLength(1)
  await enterAddress(key, 'fay@example.com')
  await scene.say(id, 'Eleven now.')
  await pass(30)
  expect(await mailsTo('fay@example.com')).toHaveLength(3)
  expect((await toldOf(id)).slice(4)).toEqual(['asked', 'asked'])
})

test('after a week, a mail is sent again to a mailbox that did not exist, and reported again', async () => {
  const { id } = await confirmedVisitor('hal@example.com')
  await pass(0)
  const returnLast = async () => {
    const mail = (await mailsTo('hal@example.com')).at(-1)
    await scene.take(report(mail?.messageId ?? '', 'hal@example.com'))
  }
  // Sessions would end if the clock was turned so far.
  const age = (days: number) =>
    scene.query(
      'update continuity set mailed_at = mailed_at - make_interval(days => $2), asked_at = asked_at - make_interval(days => $2) where customer_id = $1',
      [id, days],
    )
  await returnLast()
  await age(6)
  await scene.say(id, 'Twelve now.')
  await pass(30)
  expect(await mailsTo('hal@example.com')).toHaveLength(2)
  await age(1)
  await scene.say(id, 'Thirteen now.')
  await pass(30)
  expect(await mailsTo('hal@example.com')).toHaveLength(3)
  await returnLast()
  expect((await toldOf(id)).slice(2)).toEqual(['messages', 'failed', 'messages', 'failed'])
})

test.for(['5.2.2', '4.4.7'])(
  'a mail that comes back for another reason is reported once, and others follow: %s',
  async (status) => {
    const address = `joe-${status}@example.com`
    const { id } = await confirmedVisitor(address)
    await pass(0)
    const messageId = (await mailsTo(address)).at(-1)?.messageId ?? ''
    for (let count = 0; count < 2; count += 1) await scene.take(report(messageId, address, status))
    await scene.say(id, 'Fourteen now.')
    await pass(30)
    expect((await mailsTo(address)).at(-1)?.text).toContain('Fourteen now.')
    expect((await toldOf(id)).slice(2)).toEqual(['messages', 'failed', 'messages'])
  },
)

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

test('mails of one organization to a server that does not respond leave a slot for those of others', async () => {
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
  expect(smtp.openConnections()).toBe(3)
  await smtp.stop()
  await looked
})
