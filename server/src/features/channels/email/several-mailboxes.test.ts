import { v5 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReplyAddresses } from '../../../core/mail/reply-address.ts'
import { createSecrets } from '../../../core/secrets.ts'
import { mailboxOf, startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'
import { startImapServer, type ImapServer } from '../../../testing/imap-server.ts'
import { connectVisitor, testSecret } from '../../../testing/test-service.ts'
import { sendText } from '../../../testing/test-shop.ts'
import { namespace, originOf } from '../receive-edit.ts'

/** An organization with two mailboxes, and mails to both. */

const signed = createReplyAddresses(createSecrets(testSecret))
let scene: EmailScene
let sales: ImapServer
beforeAll(async () => {
  scene = await startEmailScene('Several')
  sales = await startImapServer({ user: 'sales@shop.example' })
  const mailbox = { ...mailboxOf(sales, scene.smtp.port), address: 'sales@shop.example' }
  const login = { user: scene.settings.imap.user, password: scene.settings.imap.password }
  const connected = await scene.service.call('POST', scene.path('/channels'), {
    cookie: scene.cookie,
    body: { channel: 'email', mailbox: { ...mailbox, smtp: { ...mailbox.smtp, login } } },
  })
  expect(connected.status).toBe(201)
  // Mails from before the first look at the folder are not read.
  await vi.waitFor(
    async () => expect(await scene.query('select from channel_connection where cursor is null')).toEqual([]),
    { timeout: 20_000 },
  )
}, 60_000)
afterAll(async () => {
  await scene.stop()
  await sales.stop()
})

const replyToAll = (id: string, { from, to }: { from: string; to: string }, content: string) =>
  `From: ${from}\nTo: ${to}\nCc: sales@shop.example\nSubject: For all\nMessage-ID: <${id}@mail.example>\n${content}\n`
const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\n\n${text}`
const withFile = (text: string) =>
  `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${text}\n--b
Content-Type: text/csv\nContent-Disposition: attachment; filename="list.csv"\n\na;b\n--b--`

/** Resolves once the mail is stored. */
async function receiveInSales(source: string): Promise<void> {
  sales.deliver(source)
  await expect.poll(() => sales.mails().at(-1)?.seen, { timeout: 20_000 }).toBe(true)
}
const addressOf = (conversationId: string) =>
  signed.addressFor('support@shop.example', { kind: 'conversation', id: conversationId }) ?? ''
async function contact(from: string) {
  await scene.take(`From: ${from}\nTo: support@shop.example\nMessage-ID: <${from}>\n\nFirst\n`)
  const { id = '', customer_id: customerId = '' } = (await scene.conversationOf(from)) ?? {}
  return { from, id, customerId, to: addressOf(id) }
}
const contentsIn = async (id: string) =>
  (await scene.messages(id)).map(({ content, media }) => [content, ...media.map(({ name }) => name)])

test.for([
  ['one after the other', true],
  ['at the same time', false],
] as const)(
  'a reply to both is one message, also with a file, if its copies are handled %s',
  async ([title, isSettled]) => {
    const ada = await contact(`ada-${title.replaceAll(' ', '-')}@mail.example`)
    const mails = [
      replyToAll(`text-${title.length}`, ada, plain('Text')),
      replyToAll(`file-${title.length}`, ada, withFile('File')),
    ]
    for (const mail of mails) await scene.receive(mail)
    if (isSettled) await scene.settle()
    for (const mail of mails) await receiveInSales(mail)
    await scene.settle()
    expect(await contentsIn(ada.id)).toEqual([['First'], ['Text'], ['File', 'list.csv']])
    expect(
      await scene.query('select distinct error from channel_inbound where contact = $1', [ada.from]),
    ).toEqual([{ error: null }])
  },
)

test('an answer continues the reply, whichever mailbox has handled it first', async () => {
  const bea = await contact('bea@mail.example')
  const mail = replyToAll('first-in-sales', bea, plain('Text'))
  await receiveInSales(mail)
  await scene.settle()
  await scene.take(mail)
  await scene.say(bea.customerId, 'Answer')
  await scene.settle()
  const answer = scene.smtp.sent.at(-1)
  expect(answer).toMatchObject({ from: 'support@shop.example', to: ['bea@mail.example'] })
  expect(answer?.source).toMatch(/^Subject: Re: For all\r$/m)
  expect(answer?.source).toMatch(/^In-Reply-To: <first-in-sales@mail\.example>\r$/m)
})

test('a reply that an attempt of the previous release has added is not added again', async () => {
  const { socket } = await connectVisitor(scene.service, scene.organization.providerId)
  const { customer_id: customerId, conversation_id: id } = await sendText(socket, 'First')
  await socket.request('customer.email', { email: 'cem@mail.example' })
  await scene.query('update customer set email_verified = true where id = $1', [customerId])
  await scene.receive(replyToAll('repeated', { from: 'cem@mail.example', to: addressOf(id) }, plain('Text')))
  const [stored] = await scene.query('select contact, external_id from channel_inbound where done_at is null')
  const { contact: from, external_id: externalId } = stored as { contact: string; external_id: string }
  const origin = originOf({ providerId: scene.channel.id, contact: from } as never, externalId)
  await sendText(socket, 'Text', { client_id: v5(origin, namespace) })
  await socket.leave()
  await scene.settle()
  expect(await contentsIn(id)).toEqual([['First'], ['Text']])
  expect(await scene.mails(id)).toMatchObject([{ subject: 'For all' }])
})
