import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelConnections } from '@parley/protocol/channel-connection'
import type { DeliveryReason } from '@parley/protocol/message-delivery'
import { createSecrets } from '../../../core/secrets.ts'
import { createReplyAddresses } from '../../../core/mail/reply-address.ts'
import { createTokenBuckets } from '../../../core/token-bucket.ts'
import {
  mailboxOf,
  startEmailScene,
  startMailSink,
  type EmailScene,
  type SmtpAnswer,
} from '../../../testing/email-setup.ts'
import { plain } from '../../../testing/mail-sources.ts'
import { startSmtpServer } from '../../../testing/smtp-server.ts'
import type { Outbound } from '../adapter.ts'
import { automaticPerContact } from '../contact-limits.ts'
import { automaticPerMailbox, createEmailAdapter } from './email-adapter.ts'
import { readMail } from './mail-reader.ts'
import { sendMail } from './smtp-sending.ts'

const findHost = async () => ({ outcome: 'found' as const, address: '127.0.0.1', isPublic: false })
const login = { user: 'support@shop.example', password: 'a password' }
const mailboxAt = (port: number) =>
  mailboxOf({ port: 1, user: login.user, password: () => login.password }, port)
const accountAt = (port: number) => ({
  organizationId: 'shop',
  providerId: 'a',
  credentials: JSON.stringify(mailboxAt(port)),
})
const minute = 60_000

describe('a mailbox whose sender is refused', () => {
  let scene: EmailScene
  beforeAll(async () => {
    scene = await startEmailScene('Sender')
    await scene.take(plain('Ada <ada@mail.example>', 'Hello'))
  })
  afterAll(() => scene.stop())

  const problem = async () => {
    const { body } = await scene.service.call('GET', scene.path('/channels'), { cookie: scene.cookie })
    return (body as ChannelConnections).data[0]?.problem
  }
  const deliveryOf = async (id: string) =>
    (await scene.query('select delivery from message where id = $1', [id]))[0]?.delivery

  it('shows that, and sends the message once it is accepted', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    scene.smtp.answerNext({ code: 550, at: 'sender' })
    const id = await scene.say(conversation?.customer_id ?? '', 'An answer')
    await scene.service.app.logConsumers.look()
    await scene.service.app.logConsumers.settled()
    await scene.service.app.channels.look()
    expect([await problem(), await deliveryOf(id)]).toEqual(['sending_refused', null])
    expect(scene.smtp.sent).toEqual([])
    scene.turn(5 * minute)
    await scene.service.app.channels.look()
    expect([await problem(), await deliveryOf(id)]).toEqual([null, { state: 'sent', reason: null }])
  })

  it('gives a message up after twelve attempts, which an agent can repeat', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    scene.smtp.answerNext(...Array.from({ length: 12 }, () => ({ code: 553, at: 'sender' as const })))
    const id = await scene.say(conversation?.customer_id ?? '', 'Refused')
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await scene.settle()
      scene.turn(7 * minute)
    }
    expect(await deliveryOf(id)).toEqual({ state: 'failed', reason: 'unavailable' })
    expect(await problem()).toBe('sending_refused')
  })

  it('sends all messages after a time in which the server could not check the sign-in', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    // The first two sign-ins, before an answer is given to the others.
    scene.smtp.answerNext({ code: 454, at: 'sign-in', status: '4.7.0' }, { code: 454, at: 'sign-in' })
    const ids: string[] = []
    for (const text of ['One', 'Two', 'Three'])
      ids.push(await scene.say(conversation?.customer_id ?? '', text))
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await scene.settle()
      scene.turn(7 * minute)
    }
    for (const id of ids) expect(await deliveryOf(id)).toEqual({ state: 'sent', reason: null })
    expect(await problem()).toBe(null)
  })

  it('cannot edit what was sent: a mail does not change', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    const [, sent] = await scene.messages(conversation?.id ?? '')
    const path = scene.path(`/conversations/${conversation?.id}/messages/${sent?.id}`)
    const edited = await scene.service.call('PATCH', path, {
      cookie: scene.cookie,
      body: { content: 'Something else' },
    })
    expect(edited).toMatchObject({ status: 409, body: { code: 'message_too_old' } })
  })
})

describe('settings of a mailbox', () => {
  it('are checked at servers a limited number of times, whichever request does so', async () => {
    const scene = await startEmailScene('Probes')
    const { cookie, channel, settings, path, service } = scene
    const check = () => service.call('POST', path(`/channels/${channel.id}/check`), { cookie })
    const statuses = new Set<number>()
    // Connecting the mailbox was the first one.
    for (let count = 0; count < 19; count += 1) statuses.add((await check()).status)
    expect([...statuses]).toEqual([200])
    const mailbox = { ...settings, address: 'other@shop.example' }
    const requests = [
      await check(),
      await service.call('POST', path('/channels'), { cookie, body: { channel: 'email', mailbox } }),
      await service.call('PUT', path(`/channels/${channel.id}/mailbox`), { cookie, body: settings }),
      await service.call('POST', path('/channels/mailbox-test'), {
        cookie,
        body: { channel_id: channel.id, mailbox: settings },
      }),
    ]
    expect(requests.map(({ status }) => status)).toEqual([429, 429, 429, 429])
    scene.turn(minute)
    expect((await check()).status).toBe(200)
    await scene.stop()
  })
})

describe('an automatic mail', () => {
  const outbound = (contact: string): Outbound => ({
    contact,
    customerId: '0199f3a2-0000-7000-8000-000000000001',
    conversationId: '0199f3a2-0000-7000-8000-000000000002',
    messageId: '0199f3a2-0000-7000-8000-000000000003',
    automatic: true,
    byApi: false,
    part: { kind: 'whole', text: 'We are closed', media: [] },
    replyTo: null,
    openFile: async () => undefined,
  })
  const adapterWith = (verification: 'verified' | 'failed' | null) =>
    createEmailAdapter({
      readMail,
      onUnreadable: () => {},
      addresses: createReplyAddresses(createSecrets('a secret of the tests, long enough')),
      findHost,
      waitMs: 1000,
      file: async () => undefined,
      threadOf: async () =>
        verification === null
          ? undefined
          : { mailId: null, references: [], subject: '', automatic: false, answered: false, verification },
      automatic: {
        toContact: createTokenBuckets(automaticPerContact, () => 0),
        ofMailbox: createTokenBuckets(automaticPerMailbox, () => 0),
      },
    })

  it('is not sent to a forged sender, and not in any number', async () => {
    const smtp = await startMailSink(login)
    const account = accountAt(smtp.port)
    const forged = await adapterWith('failed').send(account, outbound('ada@mail.example'))
    expect(forged).toEqual({ outcome: 'refused', reason: 'loop_prevented' })
    const adapter = adapterWith(null)
    const outcomes = []
    for (let count = 0; count < 62; count += 1)
      outcomes.push((await adapter.send(account, outbound(`person${count}@mail.example`))).outcome)
    expect(outcomes).toEqual([...Array.from({ length: 60 }, () => 'done'), 'refused', 'refused'])
    expect(smtp.sent).toHaveLength(60)
    const other = { ...account, providerId: 'b' }
    expect((await adapter.send(other, outbound('ada@mail.example'))).outcome).toBe('done')
    expect((await adapterWith('verified').send(account, outbound('ada@mail.example'))).outcome).toBe('done')
    await smtp.stop()
  })

  it('is still sent after more failed attempts than automatic mails are allowed; these do not count', async () => {
    const smtp = await startMailSink(login)
    const account = accountAt(smtp.port)
    const adapter = adapterWith(null)
    smtp.answerNext(...Array.from({ length: 6 }, () => ({ code: 451, at: 'recipient' as const })))
    const outcomes = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      outcomes.push((await adapter.send(account, outbound('ada@mail.example'))).outcome)
    expect(outcomes).toEqual([
      ...Array.from({ length: 6 }, () => 'unavailable'),
      ...Array.from({ length: 4 }, () => 'done'),
      'refused',
    ])
    await smtp.stop()
  })

  it('does not follow a mail whose sender is forged, or that arrived an hour ago', async () => {
    const scene = await startEmailScene('Forged')
    const { cookie, channel } = scene
    const on = { on: true, text: null, translations: {} }
    await scene.service.call('PUT', scene.path(`/channels/${channel.id}/automatic-replies`), {
      cookie,
      body: { greeting: on, away: on },
    })
    for (const [from, results] of [
      ['forged', 'dmarc=fail header.from=mail.example'],
      ['real', 'dmarc=pass header.from=mail.example'],
      ['service', 'dkim=pass header.i=@esp.example; spf=pass smtp.mailfrom=bounce@esp.example'],
    ])
      await scene.take(
        plain(`${from}@mail.example`, 'Hello', [`Authentication-Results: mx.shop.example; ${results}`]),
      )
    // The server received it long ago, whatever the sender states.
    const late = plain('late@mail.example', 'Hello', [`Date: ${new Date().toUTCString()}`])
    await scene.receive(late, new Date(Date.now() - 3_600_000))
    await scene.settle()
    await scene.service.app.automaticReplies.look()
    await scene.settle()
    expect(new Set(scene.smtp.sent.flatMap(({ to }) => to))).toEqual(
      new Set(['real@mail.example', 'service@mail.example']),
    )
    await scene.stop()
  })
})

describe('a mail that the server refuses', () => {
  it.for([
    { code: 550, at: 'recipient', status: '5.1.1', reason: 'contact_gone' },
    { code: 550, at: 'recipient', status: '5.1.10', reason: 'contact_gone' },
    { code: 550, at: 'recipient', status: '5.1.0', reason: 'contact_gone' },
    { code: 550, at: 'recipient', status: '', reason: 'contact_gone' },
    // An unknown address at Microsoft 365 and Outlook.com.
    { code: 550, at: 'recipient', status: '5.4.1', reason: 'contact_gone' },
    { code: 550, at: 'recipient', status: '5.5.0', reason: 'contact_gone' },
    { code: 550, at: 'recipient', status: '5.2.0', reason: 'contact_gone' },
    // About the sender or its server.
    { code: 550, at: 'recipient', status: '5.7.1', reason: 'rejected' },
    { code: 550, at: 'recipient', status: '5.1.8', reason: 'rejected' },
    // The mailbox of the recipient is full.
    { code: 552, at: 'recipient', status: '5.2.2', reason: 'rejected' },
    { code: 552, at: 'recipient', status: '', reason: 'rejected' },
    { code: 552, at: 'data', status: '5.2.2', reason: 'rejected' },
    { code: 552, at: 'data', status: '5.7.0', reason: 'rejected' },
    { code: 554, at: 'data', status: '5.7.1', reason: 'rejected' },
    { code: 552, at: 'data', status: '', reason: 'file_too_large' },
    { code: 552, at: 'sender', status: '5.3.4', reason: 'file_too_large' },
    { code: 550, at: 'recipient', status: '5.2.3', reason: 'file_too_large' },
    { code: 535, at: 'sign-in', status: '5.7.8', reason: 'disconnected' },
  ] satisfies (Exclude<SmtpAnswer, 'lost'> & { reason: DeliveryReason })[])(
    '$code $status at $at: $reason',
    async ({ reason, ...answer }) => {
      const smtp = await startMailSink(login)
      smtp.answerNext(answer)
      const mail = { to: 'ada@mail.example', subject: 'Re: Hello', text: 'An answer' }
      expect(await sendMail({ findHost }, 'shop', mailboxAt(smtp.port), mail)).toEqual({
        outcome: 'refused',
        reason,
      })
      await smtp.stop()
    },
  )
})

describe('a temporary refusal', () => {
  it.for([
    { code: 450, at: 'recipient', ofMail: true },
    { code: 451, at: 'data', ofMail: true },
    { code: 451, at: 'sender' },
    { code: 454, at: 'sign-in' },
  ] satisfies (Exclude<SmtpAnswer, 'lost'> & { ofMail?: true })[])(
    'is about one mail only if it follows the recipient or the content: $code at $at',
    async ({ ofMail, ...answer }) => {
      const smtp = await startMailSink(login)
      smtp.answerNext(answer)
      const mail = { to: 'ada@mail.example', subject: 'Re: Hello', text: 'An answer' }
      expect(await sendMail({ findHost }, 'shop', mailboxAt(smtp.port), mail)).toEqual({
        outcome: 'unavailable',
        ...(ofMail && { ofMail }),
      })
      await smtp.stop()
    },
  )
})

describe('a server that never comes to an end', () => {
  it('is left after the time of an attempt: not sent before the end of the content, else doubtful', async () => {
    // The content is sent after several round trips.
    for (const [behaviour, attemptMs, outcome] of [
      ['drip-greeting', 300, 'unavailable'],
      ['drip', 3_000, 'doubtful'],
    ] as const) {
      const smtp = await startSmtpServer({ behaviour })
      const mail = { to: 'ada@mail.example', subject: 'Re: Hello', text: 'An answer' }
      expect(await sendMail({ findHost, attemptMs }, 'shop', mailboxAt(smtp.port), mail)).toEqual({ outcome })
      await expect.poll(() => smtp.openConnections(), { timeout: 15_000 }).toBe(0)
      await smtp.stop()
    }
  })
})
