import type { MediaTicket } from '@parley/protocol/media'
import { webhookEvents, DeliveryType } from '@parley/protocol/webhook'
import { png } from '@parley/server/testing/sample-files'
import { startTestReceiver } from '@parley/server/testing/test-receiver'
import {
  createTestSender,
  testCertificate,
  testDelivery,
  testSecret,
} from '@parley/server/testing/test-sender'
import { deskAgent, placeCall, setCalls, talk } from '@parley/server/testing/test-calls'
import { completeRecordings, recordCall } from '@parley/server/testing/test-recording'
import { connectAgent, connectVisitor } from '@parley/server/testing/test-service'
import { sendText } from '@parley/server/testing/test-shop'
import { useWebhookFixture } from '@parley/server/testing/webhook-fixture'
import { expect, test } from 'vitest'
import { blocksOf, shapeOf, tableAfter } from './documentation.ts'

/** Checks every example, header and scope in docs/webhooks.md against the real service. */

const desk = useWebhookFixture()

interface Example {
  type?: string
  data?: unknown
}
const examples = blocksOf('json').map((block) => JSON.parse(block) as Example)
const exampleOf = (type: string) => examples.find((example) => example.type === type)
const inOrder = (value: unknown) => JSON.stringify(shapeOf(value))

test('there is one example of each event', () => {
  const types = examples.flatMap(({ type }) => type ?? [])
  expect(types.toSorted()).toEqual([...DeliveryType.enum].toSorted())
})

test('each event has exactly the fields of its example, of the same kind, in the same order', async () => {
  const { service, organization } = desk
  const webhook = await desk.webhook([...webhookEvents])
  const visitor = await connectVisitor(service, organization.providerId)
  const sent = await sendText(visitor.socket, 'Hello')
  const agent = await connectAgent(service, organization.id, organization.cookie)
  await sendText(agent, 'Hi', { customer_id: sent.customer_id })
  const change = (body: object) => desk.call('PATCH', `/customers/${sent.customer_id}`, body)
  await change({ private_agent_id: organization.ownerId })
  await change({ first_name: 'Ada', email: 'ada@example.com', private_agent_id: null })
  await service.app.logConsumers.start()
  await desk.call('POST', '/automation-rules', {
    name: 'Closed',
    enabled: true,
    trigger: { type: 'conversation_closed' },
    conditions: { filter: {}, text: null, hours: null },
    actions: [{ type: 'webhook', webhook_id: webhook.id }],
    once: false,
    stop: false,
  })
  await desk.call('POST', `/conversations/${sent.conversation_id}/close`)
  await desk.call('POST', `/webhooks/${webhook.id}/test`)
  await callTwice()
  const isSent = async (wanted: string) => {
    await desk.deliverDue()
    return desk.sent.some(({ json }) => json.type === wanted)
  }
  await expect.poll(() => isSent('automation.triggered')).toBe(true)
  await agent.leave()
  await visitor.socket.leave()

  for (const type of DeliveryType.enum) {
    const last = desk.sent.findLast(({ json }) => json.type === type)?.json
    expect(inOrder(last), type).toBe(inOrder(exampleOf(type)))
  }
})

/** One missed call, and one that is answered and recorded. */
async function callTwice(): Promise<void> {
  const { service, organization } = desk
  const scene = { service, organization, agents: [] }
  await setCalls(scene, { recording: 'notify' })
  const agent = await deskAgent(scene)
  const missed = await placeCall(scene)
  await missed.socket.request('call.end', { call_id: missed.id })
  await missed.socket.leave()
  const call = await placeCall(scene)
  await talk(call, agent)
  await agent.socket.request('call.record', { call_id: call.id, state: 'on' })
  const recorder = { service, organization, cookie: agent.cookie, callId: call.id }
  await recordCall(recorder)
  await agent.socket.request('call.end', { call_id: call.id })
  await completeRecordings(recorder)
  await service.app.recordings.work()
  await Promise.all([call.socket.leave(), agent.socket.leave()])
}

test('a page of messages has exactly the fields of its example', async () => {
  const { service, organization } = desk
  await desk.webhook(['conversation.ended'])
  const visitor = await connectVisitor(service, organization.providerId)
  const ticket = await visitor.socket.request<MediaTicket>('media.ticket', {
    name: 'label.png',
    size: png.length,
  })
  await service.app.http.inject({
    method: 'PUT',
    url: new URL(ticket.upload_url).pathname,
    headers: { 'parley-upload': ticket.ticket, 'content-type': 'application/octet-stream' },
    payload: png,
  })
  const question = await sendText(visitor.socket, 'Where is my parcel?', { media_ids: [ticket.media_id] })
  await visitor.socket.request('chat.clear', {})
  const agent = await connectAgent(service, organization.id, organization.cookie)
  const answer = { customer_id: question.customer_id, reply_to_id: question.id }
  await sendText(agent, 'On its way, it comes tomorrow.', answer)
  await desk.call('POST', `/conversations/${question.conversation_id}/close`)
  await desk.deliverDue()
  await agent.leave()
  await visitor.socket.leave()

  const link = String(desk.sent.at(-1)?.json.data['messages_url'])
  const { pathname, search } = new URL(link)
  const page = await service.app.http.inject({ method: 'GET', url: `${pathname}${search}&sort=ASC&max=100` })
  const example = examples.find(({ data }) => Array.isArray(data))
  expect(inOrder(page.json())).toBe(inOrder(example))
})

test('a delivery has exactly the headers of its example', async () => {
  const receiver = await startTestReceiver(testCertificate, testSecret)
  const sender = createTestSender()
  await sender.send(testDelivery(receiver.port))
  const { lines } = await receiver.received(1)
  sender.close()
  await receiver.stop()
  const namesOf = (head: string[]) => head.map((line) => line.replace(/:.*/, '').toLowerCase()).toSorted()
  const [example = ''] = blocksOf('http')
  const [head = ''] = example.split('\n\n')
  // Set by the transport, not by us.
  const sent = namesOf(lines).filter((name) => name !== 'connection')
  expect(sent).toEqual(namesOf(head.split('\n').slice(1)))
  expect(head).toContain(lines.find((line) => /^user-agent/i.test(line)))
})

interface Description {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
}

test('the table of scopes lists exactly the routes that each scope opens', async () => {
  const description = await desk.service.app.http.inject({ method: 'GET', url: '/v1/openapi.json' })
  const opened: Record<string, string[]> = {}
  for (const [address, item] of Object.entries(description.json<Description>().paths)) {
    for (const [method, { security = [] }] of Object.entries(item)) {
      const route = `${method.toUpperCase()} ${address.replace('/v1/organizations/{organization_id}', '')}`
      for (const scope of security.flatMap((scheme) => scheme['apiKey'] ?? []))
        (opened[scope] ??= []).push(route)
    }
  }
  const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
  const table = tableAfter('| scope | gives access to |').map(([scope, routes]) => [
    codes(scope)[0],
    codes(routes).toSorted(),
  ])
  const real = Object.entries(opened).map(([scope, routes]) => [scope, routes.toSorted()])
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries(real))
})
