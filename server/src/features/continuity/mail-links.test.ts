import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'
import { connectVisitor } from '../../testing/test-service.ts'

/** The links of the mails to customers (docs/decisions/continuity.md). */

const minute = 60_000
let scene: ContinuityScene
beforeAll(async () => {
  scene = await startContinuityScene()
})
afterAll(() => scene.stop())

test('forged and foreign links are refused', async () => {
  const { visitorWho, say, pass, mailsTo, linkOf, open, told } = scene
  const one = await visitorWho()
  const two = await visitorWho()
  for (const { id } of [one, two]) await say(id, 'Hello')
  await pass(10 * minute)
  const mine = linkOf(mailsTo(one.email)[0]?.text ?? '', 'confirm')
  const forged = [
    mine.replace(one.id, two.id),
    mine.replace('/confirm?', '/conversation?'),
    mine.replace(/_expiration=\d/, '_expiration=9'),
    mine.replace(/_hash=.*/, ''),
  ]
  for (const url of forged) {
    const { status, headers, body } = await open('GET', url)
    expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    // A person may have opened it: a page, with nothing of the customer.
    expect(body).toContain('This link is no longer valid.')
    for (const secret of [one.email, two.email, 'Hello']) expect(body).not.toContain(secret)
  }
  expect(await told(one.id)).toEqual(['asked'])
})

test('the conversation behind the link is read-only, and ends with the address', async () => {
  const { service, organization, mailsTo, linkOf, open, confirmed } = scene
  const visitor = await confirmed()
  const view = linkOf(mailsTo(visitor.email)[1]?.text ?? '', 'conversation')
  const page = await open('GET', view)
  expect(page.status).toBe(200)
  expect(page.body).toContain('First reply')
  expect(page.body).toMatch(/<main>[^]*First reply[^]*<\/main>/)
  expect(page.body).not.toMatch(/<script|<form/)
  expect(page.headers['content-security-policy']).toContain("sandbox; default-src 'none'")
  const { socket } = await connectVisitor(service, organization.providerId, { key: visitor.key })
  await socket.request('customer.email', { email: null })
  await socket.leave()
  expect((await open('GET', view)).status).toBe(410)
})

test('the conversation links to the last page with the chat, while its origin is allowed and visits are collected', async () => {
  const { service, organization, mailsTo, linkOf, open, confirmed } = scene
  const visitor = await confirmed()
  const view = linkOf(mailsTo(visitor.email)[1]?.text ?? '', 'conversation')
  const { socket } = await connectVisitor(service, organization.providerId, { key: visitor.key })
  const page = 'https://shop.test/teapots'
  await socket.request('visit.page', { url: page, title: 'Teapots', user_agent: 'Test' })
  await socket.leave()
  expect((await open('GET', view)).body).not.toContain(page)
  const change = (body: object) =>
    service.call('PATCH', `/v1/organizations/${organization.id}/providers/${organization.providerId}`, {
      cookie: organization.cookie,
      body,
    })
  await change({ allowed_origins: ['https://shop.test'] })
  expect((await open('GET', view)).body).toContain(`href="${page}"`)
  await change({ visitor_context: false })
  expect((await open('GET', view)).body).not.toContain(page)
})

test('a repeated confirmation sends what waits if the process ended after the first', async () => {
  const { service, visitorWho, say, pass, mailsTo, linkOf, open, told } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'Hello')
  await pass(10 * minute)
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query('update customer set email_verified = true where id = $1', [visitor.id])
  await client.end()
  const confirm = linkOf(mailsTo(visitor.email)[0]?.text ?? '', 'confirm')
  expect((await open('POST', confirm)).status).toBe(200)
  await pass(0)
  expect(mailsTo(visitor.email)[1]?.text).toContain('Hello')
  expect((await open('POST', confirm)).status).toBe(200)
  await pass(0)
  expect(mailsTo(visitor.email)).toHaveLength(2)
  expect(await told(visitor.id)).toEqual(['asked', 'messages'])
})

test('a link for the confirmation ends after seven days', async () => {
  const { visitorWho, say, pass, forward, mailsTo, linkOf, open } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'Hello')
  await pass(10 * minute)
  const confirm = linkOf(mailsTo(visitor.email)[0]?.text ?? '', 'confirm')
  forward(7 * 24 * 60 * minute)
  expect((await open('POST', confirm)).status).toBe(410)
  const page = await open('GET', confirm)
  expect([page.status, page.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<html lang="de"')
})
