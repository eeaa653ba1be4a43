import type { CallRecordingReady } from '@parley/protocol/call'
import type { WebhookEvent } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import { deskAgent, placeCall, setCalls, talk } from '../../testing/test-calls.ts'
import { completeRecordings, recordCall } from '../../testing/test-recording.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** Delivery of call events (spec 6). Tests of node-sdk compare their fields with docs/webhooks.md. */

const fixture = useWebhookFixture()

async function recordedCall(): Promise<string> {
  const { service, organization } = fixture
  const scene = { service, organization, agents: [] }
  await setCalls(scene, { recording: 'notify' })
  const agent = await deskAgent(scene)
  const call = await placeCall(scene)
  await talk(call, agent)
  const recorder = { service, organization, cookie: agent.cookie, callId: call.id }
  await agent.socket.request('call.record', { call_id: call.id, state: 'on' })
  await recordCall(recorder)
  await call.socket.request('call.end', { call_id: call.id })
  await completeRecordings(recorder)
  await service.app.recordings.work()
  await Promise.all([call.socket.leave(), agent.socket.leave()])
  return call.id
}

test('events without a subscription are not sent', async () => {
  await fixture.webhook(['call.missed'])
  await recordedCall()
  expect(await fixture.deliverDue()).toEqual([])
})

test('call events contain the call id and are sent once each', async () => {
  const events: WebhookEvent[] = ['call.started', 'call.ended', 'call.missed', 'call.recording_ready']
  await fixture.webhook(events)
  const id = await recordedCall()
  await fixture.service.app.recordings.work()
  await fixture.deliverDue()
  const sent = fixture.sent.map(({ json }) => `${json.type} ${String(json.data['id'])}`)
  expect(sent.toSorted()).toEqual([`call.ended ${id}`, `call.recording_ready ${id}`, `call.started ${id}`])
})

test('each attempt has fresh recording links, masked in the log; the rest of the body is byte-identical', async () => {
  await fixture.webhook(['call.recording_ready'])
  await recordedCall()
  fixture.answer(500)
  await fixture.deliverDue()
  fixture.turn(11 * minutes)
  fixture.answer(200)
  await fixture.deliverDue()
  const [first, second, ...more] = fixture.sent.map(({ json }) => json)
  expect(more).toEqual([])
  const linkOf = (body: typeof first) => {
    const data = body?.data as CallRecordingReady | undefined
    return data?.recordings[0]?.url ?? ''
  }
  const expires = (link: string) => Number(new URL(link).searchParams.get('_expiration'))
  expect(expires(linkOf(second)) - expires(linkOf(first))).toBeGreaterThanOrEqual(11 * 60)
  const withoutLink = (body: typeof first) => JSON.stringify(body).replace(linkOf(body), '')
  expect(withoutLink(second)).toBe(withoutLink(first))

  const { address } = fixture.service
  const file = await fetch(linkOf(second).replace('https://parley.test', address))
  expect(file.status).toBe(200)
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(7000)

  const [delivery] = await fixture.deliveries()
  const { attempt_list: attempts } = await fixture.detail(delivery?.id ?? '')
  expect(attempts).toHaveLength(2)
  for (const { request } of attempts) {
    expect(request?.body).toContain('_hash=***')
    expect(request?.body).not.toMatch(/_hash=[\w-]{43}/)
  }
})
