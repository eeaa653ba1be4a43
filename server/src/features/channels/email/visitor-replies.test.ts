import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'
import { fields, plain } from '../../../testing/mail-sources.ts'
import { mailedVisitors } from '../../../testing/mailed-visitors.ts'
import { connectVisitor } from '../../../testing/test-service.ts'

/** Whose mails the conversation of a widget's visitor shows. The visitor can give its reply address to anyone. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene('Replies')
})
afterAll(() => scene.stop())

const { pass, mailsTo, askedVisitor, confirmedVisitor } = mailedVisitors(() => scene)
const isSigned = /^support\+\w+@shop\.example$/

/** A visitor who has got an answer by mail. `fields`: how a reply names the conversation. */
async function mailedVisitor(address: string) {
  const visitor = await confirmedVisitor(address)
  await pass(0)
  const mail = (await mailsTo(address)).at(-1)
  const replyTo = mail?.replyTo?.[0]?.address ?? ''
  expect(replyTo).toMatch(isSigned)
  return { ...visitor, fields: { address: `Cc: ${replyTo}`, id: `In-Reply-To: ${mail?.messageId}` } }
}
const textsIn = async (conversationId: string) =>
  (await scene.messages(conversationId)).map(({ content }) => content).slice(2)
async function textsOf(address: string) {
  const found = await scene.conversationOf(address)
  return found ? (await scene.messages(found.id)).map(({ content }) => content) : null
}
const forged = 'Authentication-Results: mx.shop.example; dmarc=fail header.from=example.com'

test.for(['address', 'id'] as const)(
  'a mail that somebody else sends to the conversation, named by its %s, is one of its sender',
  async (by) => {
    const visitor = await mailedVisitor(`ada-${by}@example.com`)
    const bank = `noreply-${by}@bank.example`
    await scene.take(plain(`Bank <${bank}>`, 'Your code is 123456', [visitor.fields[by]]))
    expect(await textsIn(visitor.conversationId)).toEqual([])
    expect(await textsOf(bank)).toEqual(['Your code is 123456'])
    await scene.take(plain(`Ada-${by}@Example.com`, 'My reply', [visitor.fields[by]]))
    expect(await textsIn(visitor.conversationId)).toEqual(['My reply'])
    expect(await textsOf(`ada-${by}@example.com`)).toBeNull()
  },
)

test('a mail with a forged sender is not added', async () => {
  const { conversationId, fields: of } = await mailedVisitor('bea@example.com')
  await scene.take(`${forged}\n${plain('bea@example.com', 'Forged', [of.address])}`)
  expect(await textsIn(conversationId)).toEqual([])
  expect(await textsOf('bea@example.com')).toEqual(['Forged'])
})

test('a mail from an address that the visitor had before is not added, nor one from the next before it is confirmed', async () => {
  const { key, conversationId, fields: of } = await mailedVisitor('cem@example.com')
  const { socket } = await connectVisitor(scene.service, scene.organization.providerId, { key })
  await socket.request('customer.email', { email: 'cem@other.example' })
  await socket.leave()
  await scene.take(plain('cem@example.com', 'From the former', [of.address]))
  await scene.take(plain('cem@other.example', 'From the next', [of.address]))
  expect(await textsIn(conversationId)).toEqual([])
  expect(await textsOf('cem@example.com')).toEqual(['From the former'])
  expect(await textsOf('cem@other.example')).toEqual(['From the next'])
})

test('a mail from the address of a closed account is one of its sender, unless the customer was blocked', async () => {
  const { id, conversationId, fields: of } = await mailedVisitor('eve@example.com')
  const set = (change: string) => scene.query(`update customer set ${change} where id = $1`, [id])
  await set('deactivated_at = now(), is_blocked = true')
  await scene.take(plain('eve@example.com', 'Blocked', [of.address]))
  expect(await textsOf('eve@example.com')).toBeNull()
  await set('is_blocked = false')
  await scene.take(plain('eve@example.com', 'One more question', [of.address]))
  expect(await textsIn(conversationId)).toEqual([])
  expect(await textsOf('eve@example.com')).toEqual(['One more question'])
})

test('the request to confirm an address names no reply address, and what its reader answers is a mail of that person', async () => {
  const { id, conversationId, asked } = await askedVisitor('stranger@example.com')
  expect([asked?.from?.address, asked?.replyTo]).toEqual(['support@shop.example', undefined])
  const named = `In-Reply-To: ${asked?.messageId}`
  await scene.take(plain('stranger@example.com', 'Who are you?', [named]))
  expect(await textsIn(conversationId)).toEqual([])
  expect(await textsOf('stranger@example.com')).toEqual(['Who are you?'])
  expect(await scene.query('select from channel_contact where customer_id = $1', [id])).toEqual([])
})

test('an automatic reply is added to the open conversation, and only if it comes from the address of the visitor', async () => {
  const { conversationId, fields: of } = await mailedVisitor('dan@example.com')
  const away = (from: string, text: string) =>
    scene.take(`${fields(from, [of.address, 'Auto-Submitted: auto-replied'])}\n\n${text}\n`)
  await away('system@other.example', 'Received')
  expect(await textsOf('system@other.example')).toBeNull()
  await away('dan@example.com', 'I am away')
  expect(await textsIn(conversationId)).toEqual(['I am away'])
  const closed = await scene.service.call('POST', scene.path(`/conversations/${conversationId}/close`), {
    cookie: scene.cookie,
  })
  expect(closed.status).toBeLessThan(300)
  await away('dan@example.com', 'Still away')
  expect(await textsIn(conversationId)).toEqual(['I am away'])
})
