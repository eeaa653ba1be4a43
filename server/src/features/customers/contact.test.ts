import type { CustomerContact } from '@parley/protocol/contact'
import type { Customer } from '@parley/protocol/customer'
import type { Entries } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { connectVisitor } from '../../testing/test-service.ts'
import { connectMember, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const customer = async (id: string) =>
  (
    await shop.service.call('GET', `/v1/organizations/${shop.organization.id}/customers/${id}`, {
      cookie: shop.organization.cookie,
    })
  ).body as Customer

test('an address is refused before the first message, malformed, or from a blocked customer', async () => {
  const newcomer = await connectVisitor(shop.service, shop.organization.providerId)
  expect((await newcomer.socket.refused('customer.email', { email: 'a@b.example' })).code).toBe('not_found')
  expect(await newcomer.socket.request('customer.contact')).toEqual({
    email: null,
    editable: false,
    mail: false,
  })
  const { socket, customerId } = await visitorWhoWrote(shop)
  for (const email of ['nobody', 'a b@c.example', '@c.example', `${'x'.repeat(250)}@c.example`, 7])
    expect((await socket.refused('customer.email', { email })).code).toBe('invalid_request')
  await shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
    cookie: shop.organization.cookie,
    body: { is_blocked: true },
  })
  expect((await socket.refused('customer.email', { email: 'a@b.example' })).code).toBe('customer_blocked')
  expect((await customer(customerId)).email).toBeNull()
  for (const each of [socket, newcomer.socket]) await each.leave()
})

test('members keep the address of their sign-in', async () => {
  const secretKey = await secretKeyOf(shop.service, shop.organization)
  const { providerId } = shop.organization
  const { socket } = await connectMember(shop.service, providerId, (jkt) =>
    signToken(
      secretKey,
      tokenClaims({ providerId, jkt, now: Date.now() }, { uid: 'user-1', email: 'jane@shop.example' }),
    ),
  )
  await sendText(socket, 'Hello')
  expect(await socket.request<CustomerContact>('customer.contact')).toMatchObject({
    email: 'jane@shop.example',
    editable: false,
  })
  expect((await socket.refused('customer.email', { email: 'other@shop.example' })).code).toBe(
    'email_not_editable',
  )
  await socket.leave()
})

test('an address that an agent gives a member is not confirmed, until the next sign-in brings its own', async () => {
  const secretKey = await secretKeyOf(shop.service, shop.organization)
  const { providerId, id, cookie } = shop.organization
  const signIn = async () => {
    const { socket } = await connectMember(shop.service, providerId, (jkt) =>
      signToken(
        secretKey,
        tokenClaims({ providerId, jkt, now: Date.now() }, { uid: 'user-2', email: 'mara@shop.example' }),
      ),
    )
    const sent = await sendText(socket, 'Hello')
    await socket.leave()
    return sent.customer_id
  }
  const customerId = await signIn()
  expect(await customer(customerId)).toMatchObject({ email: 'mara@shop.example', email_verified: null })
  const change = (email: string | null) =>
    shop.service.call('PATCH', `/v1/organizations/${id}/customers/${customerId}`, { cookie, body: { email } })
  await change('typed@mail.example')
  expect(await customer(customerId)).toMatchObject({ email: 'typed@mail.example', email_verified: false })
  await signIn()
  expect(await customer(customerId)).toMatchObject({ email: 'mara@shop.example', email_verified: null })
  await change(null)
  expect(await customer(customerId)).toMatchObject({ email: null, email_verified: null })
})

test('a visitor’s address is kept as unverified, can be removed, and is changed a few times an hour', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  const set = (email: string | null) => socket.request<CustomerContact>('customer.email', { email })
  expect(await set('jane@mail.example')).toMatchObject({ email: 'jane@mail.example', editable: true })
  expect(await customer(customerId)).toMatchObject({ email: 'jane@mail.example', email_verified: false })
  await set('jane@mail.example')
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  expect(entries.filter(({ type }) => type === 'customer.updated')).toMatchObject([
    { actor: { type: 'customer' }, data: { changes: { email: 'jane@mail.example' } } },
  ])
  await set(null)
  expect(await customer(customerId)).toMatchObject({ email: null, email_verified: null })
  await set('x@mail.example')
  await set('y@mail.example')
  expect((await socket.refused('customer.email', { email: 'z@mail.example' })).code).toBe('rate_limited')
  await socket.leave()
})

test('an address that an agent gives a visitor is hidden from the widget, and counts as theirs once they enter it', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  const set = (email: string | null) => socket.request<CustomerContact>('customer.email', { email })
  await shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
    cookie: shop.organization.cookie,
    body: { email: 'jane@mail.example' },
  })
  expect(await socket.request('customer.contact')).toMatchObject({ email: null, editable: true })
  expect(await set(null)).toMatchObject({ email: null })
  expect(await customer(customerId)).toMatchObject({ email: 'jane@mail.example', email_verified: null })
  expect(await set('jane@mail.example')).toMatchObject({ email: 'jane@mail.example' })
  expect(await customer(customerId)).toMatchObject({ email: 'jane@mail.example', email_verified: false })
  await socket.leave()
})

test('one visitor who changes an address too often leaves the limit of the network to others', async () => {
  const { socket } = await visitorWhoWrote(shop)
  for (const count of Array.from({ length: 25 }, (_, index) => index)) {
    const params = { email: `jane-${count}@mail.example` }
    if (count < 5) await socket.request('customer.email', params)
    else expect((await socket.refused('customer.email', params)).code).toBe('rate_limited')
  }
  const colleague = await visitorWhoWrote(shop)
  expect(await colleague.socket.request('customer.email', { email: 'joe@mail.example' })).toMatchObject({
    email: 'joe@mail.example',
  })
  for (const each of [socket, colleague.socket]) await each.leave()
})
