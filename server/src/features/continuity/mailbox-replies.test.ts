import type { ChannelConnections } from '@parley/protocol/channel-connection'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmailScene, type EmailScene } from '../../testing/email-setup.ts'
import { connectVisitor } from '../../testing/test-service.ts'
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
  const { socket } = await connectVisitor(service, organization.providerId)
  const { customer_id: id, conversation_id: conversationId } = await sendText(socket, 'Is it in stock?')
  await socket.request('customer.email', { email: address })
  await socket.leave()
  await scene.say(id, 'Yes, three are left.')
  await pass(11)
  const [asked] = await mailsTo(address)
  const link = /https:\/\/parley\.test(\/\S+\/confirm\?\S+)/.exec(asked?.text ?? '')?.[1] ?? ''
  expect((await service.app.http.inject({ method: 'POST', url: link })).statusCode).toBe(200)
  return { id, conversationId, asked }
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
