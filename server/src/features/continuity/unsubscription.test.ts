import type { Customer } from '@parley/protocol/customer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** The page behind the link that ends the mails (docs/decisions/continuity.md). */

const minute = 60_000
/** The address of the button's form, without the origin. */
const linkOnPage = (page: string): string =>
  (/action="https:\/\/parley\.test([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
let scene: ContinuityScene
beforeAll(async () => {
  scene = await startContinuityScene()
})
afterAll(() => scene.stop())

async function isUnsubscribed(id: string): Promise<boolean> {
  const { service, organization } = scene
  const path = `/v1/organizations/${organization.id}/customers/${id}`
  return ((await service.call('GET', path, { cookie: organization.cookie })).body as Customer)
    .email_unsubscribed
}

test('who unsubscribed can subscribe again on the same page, and gets what waits; agents see both', async () => {
  const { say, pass, mailsTo, linkOf, open, confirmed, told } = scene
  const visitor = await confirmed()
  const stop = linkOf(mailsTo(visitor.email)[1]?.text ?? '', 'unsubscribe')
  const again = linkOnPage((await open('POST', stop)).body)
  expect(linkOnPage((await open('GET', stop)).body)).toContain('/subscribe?')
  await say(visitor.id, 'Written meanwhile')
  await pass(60 * minute)
  expect([await isUnsubscribed(visitor.id), mailsTo(visitor.email).length]).toEqual([true, 2])

  expect((await open('GET', again)).body).toContain(visitor.email)
  expect(await isUnsubscribed(visitor.id)).toBe(true)
  expect((await open('POST', again)).status).toBe(200)
  expect((await open('POST', again)).status).toBe(200)
  await pass(15 * minute)
  expect(mailsTo(visitor.email)[2]?.text).toContain('Written meanwhile')
  expect(await isUnsubscribed(visitor.id)).toBe(false)
  expect((await told(visitor.id)).slice(3)).toEqual(['refused', 'resubscribed', 'messages'])
  expect(linkOnPage((await open('GET', stop)).body)).toBe('')
})

test('subscribing again confirms the address, and its page names the address and the sender', async () => {
  const { visitorWho, say, pass, mailsTo, linkOf, open } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'First reply')
  await pass(10 * minute)
  const stop = linkOf(mailsTo(visitor.email)[0]?.text ?? '', 'unsubscribe')
  const { body: page } = await open('POST', stop)
  const again =
    'Wenn Sie diese E-Mails wieder abonnieren, werden Nachrichten von Shop, die Sie im Chat nicht gelesen haben, an'
  for (const shown of [page, (await open('GET', stop)).body])
    expect(shown).toContain(`${again} ${visitor.email} gesendet.`)
  await open('POST', linkOnPage(page))
  await pass(0)
  expect(mailsTo(visitor.email)[1]?.text).toContain('First reply')
})

test('an address that has unsubscribed gets no mail when it is typed again, and cannot be subscribed with a forged or old link', async () => {
  const { service, organization, say, pass, forward, mailsTo, linkOf, open, confirmed } = scene
  const visitor = await confirmed()
  const stop = linkOf(mailsTo(visitor.email)[1]?.text ?? '', 'unsubscribe')
  const again = linkOnPage((await open('POST', stop)).body)
  const { socket } = await connectVisitor(service, organization.providerId, { key: visitor.key })
  for (const email of [null, visitor.email]) await socket.request('customer.email', { email })
  await socket.leave()
  await say(visitor.id, 'Typed again')
  await pass(60 * minute)
  expect((await open('POST', stop.replace('/unsubscribe?', '/subscribe?'))).status).toBe(403)
  forward(24 * 60 * minute)
  expect((await open('POST', again)).status).toBe(410)
  expect([await isUnsubscribed(visitor.id), mailsTo(visitor.email).length]).toEqual([true, 2])
})

// The last test: the widget of the others ends.
test('mails and pages of a deleted widget have the name of the organization', async () => {
  const { service, organization, say, pass, mailsTo, linkOf, open, confirmed } = scene
  const visitor = await confirmed()
  const widget = `/v1/organizations/${organization.id}/providers/${organization.providerId}`
  expect((await service.call('DELETE', widget, { cookie: organization.cookie })).status).toBe(204)
  await say(visitor.id, 'Second reply')
  await pass(20 * minute)
  const mail = mailsTo(visitor.email)[2]
  expect(mail?.text).toContain('Second reply')
  expect(mail?.text).toContain('Continuity')
  expect((await open('GET', linkOf(mail?.text ?? '', 'unsubscribe'))).body).toContain('Continuity')
  expect((await open('GET', linkOf(mail?.text ?? '', 'conversation'))).body).toContain('Continuity')
})
