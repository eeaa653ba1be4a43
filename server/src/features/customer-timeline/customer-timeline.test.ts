import type { CallJoined } from '@parley/protocol/call-view'
import type { CustomerTimelineItem } from '@parley/protocol/customer-timeline'
import type { PageOf } from '@parley/protocol/pager'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectMember, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let passedMs = 0
const shop = useShop({ clock: () => Date.now() + passedMs })

const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  })

async function timeline(customerId: string, query = ''): Promise<PageOf<CustomerTimelineItem>> {
  const { status, body } = await call('GET', `/customers/${customerId}/timeline${query}`)
  expect(status).toBe(200)
  return body
}
const kinds = (page: PageOf<CustomerTimelineItem>) => page.data.map(({ kind }) => kind)

/** A customer with two conversations, two notes and a call, in this order: conversation, note, call, note, conversation. */
async function busyCustomer() {
  await call('PATCH', `/providers/${shop.organization.providerId}`, { calls: { nobody: 'wait' } })
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop)
  const note = (content: string) =>
    call('POST', `/conversations/${conversationId}/notes`, { client_id: newId(), content })
  passedMs += 1000
  await note('First note')
  passedMs += 1000
  const { call: started } = await socket.request<CallJoined>('call.start', {
    client_id: newId(),
    peer: newId(),
    video: false,
    consent: null,
    recording: 'off',
  })
  await socket.request('call.end', { call_id: started.id })
  passedMs += 1000
  await note('Second note')
  passedMs += 1000
  await call('POST', `/conversations/${conversationId}/close`)
  await sendText(socket, 'Again')
  return { socket, customerId }
}

test('unknown kinds, cursors and customers are refused', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  expect(await call('GET', `/customers/${customerId}/timeline?kind=message`)).toMatchObject({ status: 400 })
  expect(await call('GET', `/customers/${customerId}/timeline?cursor=x`)).toMatchObject({ status: 400 })
  expect(await call('GET', `/customers/${newId()}/timeline`)).toMatchObject({ status: 404 })
  await socket.leave()
})

test('conversations, calls and notes are merged, newest first, for any page size', async () => {
  const { socket, customerId } = await busyCustomer()
  const whole = await timeline(customerId)
  expect(kinds(whole)).toEqual(['conversation', 'note', 'call', 'note', 'conversation'])
  expect(whole.data[1]).toMatchObject({ note: { content: 'Second note' } })
  expect(whole.data[2]).toMatchObject({ call: { status: 'missed', customer: { id: customerId } } })
  for (const max of [1, 2, 4]) {
    const paged: CustomerTimelineItem[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: PageOf<CustomerTimelineItem> = await timeline(
        customerId,
        `?max=${max}${cursor && `&cursor=${cursor}`}`,
      )
      paged.push(...page.data)
      cursor = page.pager.next
    }
    expect(paged.map(({ id }) => id)).toEqual(whole.data.map(({ id }) => id))
  }
  await socket.leave()
})

test('kind filters the list', async () => {
  const { socket, customerId } = await busyCustomer()
  expect(kinds(await timeline(customerId, '?kind=note'))).toEqual(['note', 'note'])
  expect(kinds(await timeline(customerId, '?kind=call'))).toEqual(['call'])
  expect(kinds(await timeline(customerId, '?kind=sign_in'))).toEqual([])
  await socket.leave()
})

test('labels that were added and removed are listed with who did it, also when the label has a new name', async () => {
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop)
  const { body: label } = await call('POST', '/labels', { name: 'Refund', colour: 'red' })
  const { id } = label as { id: string }
  passedMs += 1000
  await call('PUT', `/conversations/${conversationId}/labels/${id}`)
  passedMs += 1000
  await call('DELETE', `/conversations/${conversationId}/labels/${id}`)
  await call('PATCH', `/labels/${id}`, { name: 'Refunds' })
  const { data } = await timeline(customerId, '?kind=label')
  const by = { id: shop.organization.ownerId }
  expect(data).toMatchObject([
    { kind: 'label', change: 'removed', label: { id, name: 'Refund' }, by, conversation_id: conversationId },
    { kind: 'label', change: 'added', label: { id, name: 'Refund' }, by },
  ])
  const first = await timeline(customerId, '?kind=label&max=1')
  const second = await timeline(customerId, `?kind=label&max=1&cursor=${first.pager.next}`)
  expect([...first.data, ...second.data]).toEqual(data)
  expect(kinds(await timeline(customerId))).toEqual(['label', 'label', 'conversation'])
  await socket.leave()
})

test('the first sign-in of a member per day is listed', async () => {
  const secretKey = await secretKeyOf(shop.service, shop.organization)
  const login = () =>
    connectMember(shop.service, shop.organization.providerId, (jkt) =>
      signToken(
        secretKey,
        tokenClaims(
          { providerId: shop.organization.providerId, jkt, now: Date.now() + passedMs },
          { uid: 'user-1' },
        ),
      ),
    )
  const first = await login()
  const { customer_id: customerId } = await sendText(first.socket, 'Hello')
  await first.socket.leave()
  for (let visit = 0; visit < 3; visit++) await (await login()).socket.leave()
  expect((await timeline(customerId, '?kind=sign_in')).data).toMatchObject([
    { kind: 'sign_in', auth_provider: 'custom' },
  ])
  passedMs += 86_400_000
  await (await login()).socket.leave()
  expect(kinds(await timeline(customerId))).toEqual(['sign_in', 'sign_in', 'conversation'])
  passedMs -= 86_400_000
})
