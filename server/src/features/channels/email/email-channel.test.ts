import type { ChannelConnections } from '@parley/protocol/channel-connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReplyAddresses } from '../../../core/mail/reply-address.ts'
import { newId } from '../../../core/ids.ts'
import { createSecrets } from '../../../core/secrets.ts'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'
import { connectVisitor, foundOrganization, testSecret } from '../../../testing/test-service.ts'
import { sendText } from '../../../testing/test-shop.ts'

const signed = createReplyAddresses(createSecrets(testSecret))

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene()
})
afterAll(() => scene.stop())

let serial = 0
const mail = (from: string, text: string, fields: string[] = []) => `From: ${from}
To: support@shop.example
Subject: Where is my order?
Message-ID: <${(serial += 1)}@mail.example>
${fields.map((field) => `${field}\n`).join('')}Content-Type: text/plain; charset=utf-8

${text}
`
const contentsOf = async (address: string) => {
  const conversation = await scene.conversationOf(address)
  return conversation ? (await scene.messages(conversation.id)).map(({ content }) => content) : null
}
const header = (source: string, name: string) =>
  new RegExp(`^${name}:\\s+(.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(source)?.[1]?.replaceAll(/\s+/g, ' ')

/** @param email that the visitor has confirmed */
async function visitorWhoWrote(text: string, email: string | null = null) {
  const { socket } = await connectVisitor(scene.service, scene.organization.providerId)
  const sent = await sendText(socket, text)
  await socket.request('customer.email', { email })
  if (email !== null)
    await scene.query('update customer set email_verified = true where id = $1', [sent.customer_id])
  await socket.leave()
  return sent
}

describe('a mail to the support address', () => {
  it('opens a conversation of a contact, with the name, the subject and the new text', async () => {
    const from = 'Ada Lovelace <Ada@Mail.example>'
    await scene.take(
      mail(
        from,
        'It has not arrived.\n\nOn Mon, 2 Nov 2026 at 10:00, Shop <support@shop.example> wrote:\n> Hello\n> Ada',
      ),
    )
    const conversation = await scene.conversationOf('ada@mail.example')
    expect(await contentsOf('ada@mail.example')).toEqual(['It has not arrived.'])
    const { body } = await scene.service.call('GET', scene.path(`/customers/${conversation?.customer_id}`), {
      cookie: scene.cookie,
    })
    expect(body).toMatchObject({
      external_id: 'ada@mail.example',
      auth_provider: null,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: null,
      provider_id: scene.channel.id,
    })
    expect(await scene.mails(conversation?.id ?? '')).toMatchObject([
      {
        subject: 'Where is my order?',
        from: { name: 'Ada Lovelace', address: 'ada@mail.example' },
        verification: 'unknown',
        automatic: false,
        has_original: false,
        full_text: expect.stringContaining('> Hello'),
      },
    ])
  })

  it('is answered in its thread, with a signed reply address', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    const customerId = conversation?.customer_id ?? ''
    const id = await scene.say(customerId, 'It is on its way.\n<b>Tomorrow</b>')
    await scene.settle()
    const [answer] = scene.smtp.sent
    const source = answer?.source ?? ''
    expect(answer).toMatchObject({ from: 'support@shop.example', to: ['ada@mail.example'] })
    expect(header(source, 'Subject')).toBe('Re: Where is my order?')
    expect(header(source, 'In-Reply-To')).toMatch(/^<\d+@mail\.example>$/)
    expect(header(source, 'References')).toBe(header(source, 'In-Reply-To'))
    expect(header(source, 'Auto-Submitted')).toBeUndefined()
    expect(source).toContain('&lt;b&gt;Tomorrow&lt;/b&gt;')
    const target = { kind: 'conversation', id: conversation?.id }
    expect(signed.readAddress(/<(.+)>/.exec(header(source, 'Reply-To') ?? '')?.[1] ?? '')).toEqual(target)
    expect(signed.readMessageId(header(source, 'Message-ID') ?? '')).toEqual({ target, mail: id })
    const [row] = await scene.query('select delivery from message where id = $1', [id])
    expect(row?.delivery).toEqual({ state: 'sent', reason: null })
  })

  it('is sent again with the same Message-ID after a lost response, and counted as doubtful', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    const before = scene.smtp.sent.length
    scene.smtp.answerNext('lost')
    const id = await scene.say(conversation?.customer_id ?? '', 'Once more')
    await scene.settle()
    await scene.settle()
    const copies = scene.smtp.sent.slice(before)
    expect(copies).toHaveLength(2)
    expect(header(copies[0]?.source ?? '', 'Message-ID')).toBe(header(copies[1]?.source ?? '', 'Message-ID'))
    expect(
      await scene.query('select state, doubtful from channel_outbox where message_id = $1', [id]),
    ).toEqual([{ state: 'sent', doubtful: 1 }])
  })

  it('a refused recipient is a failed message with its reason', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    scene.smtp.answerNext({ code: 550, at: 'recipient' }, { code: 552, at: 'data' })
    for (const [text, reason] of [
      ['Unknown', 'contact_gone'],
      ['Large', 'file_too_large'],
    ] as const) {
      const id = await scene.say(conversation?.customer_id ?? '', text)
      await scene.settle()
      const [row] = await scene.query('select delivery from message where id = $1', [id])
      expect(row?.delivery).toEqual({ state: 'failed', reason })
    }
  })
})

describe('a reply', () => {
  it('to a signed address belongs to that conversation: also that of a widget visitor, from the confirmed address', async () => {
    const visitor = await visitorWhoWrote('From the widget', 'visitor@mail.example')
    const address = signed.addressFor('support@shop.example', {
      kind: 'conversation',
      id: visitor.conversation_id,
    })
    await scene.take(mail('Visitor <visitor@mail.example>', 'My answer by mail', [`Cc: <${address}>`]))
    expect((await scene.messages(visitor.conversation_id)).map(({ content }) => content)).toEqual([
      'From the widget',
      'My answer by mail',
    ])
    // No contact: a From address never becomes part of somebody's identity, and answers go to the widget.
    expect(await scene.conversationOf('visitor@mail.example')).toBeUndefined()
    expect(
      await scene.query('select from channel_contact where customer_id = $1', [visitor.customer_id]),
    ).toEqual([])
    expect(await scene.mails(visitor.conversation_id)).toMatchObject([
      { from: { address: 'visitor@mail.example' } },
    ])
  })

  it('to a signed address of a contact belongs to that conversation, whoever sends it', async () => {
    await scene.take(mail('fay@mail.example', 'First'))
    const { id = '' } = (await scene.conversationOf('fay@mail.example')) ?? {}
    const address = signed.addressFor('support@shop.example', { kind: 'conversation', id })
    await scene.take(mail('gus@mail.example', 'For a colleague', [`Cc: <${address}>`]))
    expect(await contentsOf('fay@mail.example')).toEqual(['First', 'For a colleague'])
    expect(await scene.conversationOf('gus@mail.example')).toBeUndefined()
  })

  it('is also found by the customer, by In-Reply-To and by References', async () => {
    const from = 'hal@mail.example'
    const visitor = await visitorWhoWrote('Question', from)
    const customer = { kind: 'customer', id: visitor.customer_id } as const
    const target = { kind: 'conversation', id: visitor.conversation_id } as const
    const id = signed.messageIdFor('shop.example', target, visitor.id)
    const address = signed.addressFor('support@shop.example', customer)
    await scene.take(mail(from, 'by customer', [`Delivered-To: ${address}`]))
    await scene.take(mail(from, 'by In-Reply-To', [`In-Reply-To: ${id}`]))
    await scene.take(mail(from, 'by References', [`References: <x@y.example>\n ${id}`]))
    expect((await scene.messages(visitor.conversation_id)).map(({ content }) => content)).toEqual([
      'Question',
      'by customer',
      'by In-Reply-To',
      'by References',
    ])
  })

  it('to an address of another organization opens a conversation of the sender', async () => {
    const other = await foundOrganization(scene.service, 'Other')
    const { socket } = await connectVisitor(scene.service, other.providerId)
    const sent = await sendText(socket, 'Elsewhere')
    await socket.leave()
    const address = signed.addressFor('support@shop.example', {
      kind: 'conversation',
      id: sent.conversation_id,
    })
    await scene.take(mail('d@mail.example', 'Not there', [`Cc: <${address}>`]))
    expect(await contentsOf('d@mail.example')).toEqual(['Not there'])
  })
})

describe('a mail that we sent', () => {
  const sentFor = (conversationId: string) => {
    const id = signed.messageIdFor('shop.example', { kind: 'conversation', id: conversationId }, newId())
    return `Message-ID: ${id}`
  }
  const back = (from: string, conversationId: string) =>
    scene.take(`From: ${from}\nTo: support@shop.example\n${sentFor(conversationId)}\n\nback\n`)

  it('is ignored when it comes back through a forwarding', async () => {
    const visitor = await visitorWhoWrote('Forwarded')
    await back('list@mail.example', visitor.conversation_id)
    expect(await contentsOf('list@mail.example')).toBeNull()
    expect(await scene.messages(visitor.conversation_id)).toHaveLength(1)
  })

  it('for another organization arrives: its mailbox writes to this one', async () => {
    const other = await foundOrganization(scene.service, 'Buyer')
    const { socket } = await connectVisitor(scene.service, other.providerId)
    const sent = await sendText(socket, 'Elsewhere')
    await socket.leave()
    await back('support@customer.example', sent.conversation_id)
    expect(await contentsOf('support@customer.example')).toEqual(['back'])
  })
})

describe('reading the mailbox', () => {
  it('marks mails as seen only after they are stored, and reads them once, also after the mailbox was rebuilt', async () => {
    await scene.take(mail('eve@mail.example', 'One'))
    await scene.take(mail('eve@mail.example', 'Two'))
    await expect.poll(() => scene.imap.mails().at(-2)?.seen).toBe(true)
    scene.imap.rebuild()
    await expect
      .poll(
        async () =>
          Number((await scene.query('select cursor_epoch from channel_connection'))[0]?.cursor_epoch),
        {
          timeout: 20_000,
        },
      )
      .toBe(1001)
    await scene.take(mail('eve@mail.example', 'Three'))
    expect(await contentsOf('eve@mail.example')).toEqual(['One', 'Two', 'Three'])
  }, 60_000)

  it('shows why it cannot be read, and goes on with new credentials', async () => {
    const list = async () => {
      const { body } = await scene.service.call('GET', scene.path('/channels'), { cookie: scene.cookie })
      return (body as ChannelConnections).data[0]?.problem
    }
    scene.imap.changePassword('another password')
    await expect.poll(list, { timeout: 20_000 }).toBe('credentials_refused')
    const { settings, path, cookie, service, channel } = scene
    const mailbox = {
      ...settings,
      imap: { ...settings.imap, password: 'another password' },
      smtp: { ...settings.smtp, login: { user: settings.imap.user, password: settings.imap.password } },
    }
    const other = { ...mailbox, address: 'someone@shop.example' }
    const put = (body: object) =>
      service.call('PUT', path(`/channels/${channel.id}/mailbox`), { cookie, body })
    expect((await put(other)).body as { code?: string }).toHaveProperty('code', 'channel_token_other_account')
    expect((await put(mailbox)).status).toBe(200)
    await scene.take(mail('eve@mail.example', 'Four'))
    expect(await list()).toBeNull()
    expect(await contentsOf('eve@mail.example')).toContain('Four')
  }, 90_000)
})
