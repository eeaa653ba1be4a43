import type { CallRecordingReady } from '@parley/protocol/call'
import type { WebhookEvent } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import { deskAgent, placeCall, setCalls, talk } from '../../testing/test-calls.ts'
import { completeRecordings, recordCall } from '../../testing/test-recording.ts'
import { minutes, useWebhookFixture } from '../../testing/webhook-fixture.ts'

/** Delivery of call events (spec 6). Tests of node-sdk compare their fields with docs/webhooks.md. */

const desk = useWebhookFixture()

async function recordedCall(): Promise<string> {
  const { service, organization } = desk
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
  await desk.webhook(['call.missed'])
  await recordedCall()
  expect(await desk.deliverDue()).toEqual([])
})

test('call events contain the call id and are sent once each', async () => {
  const events: WebhookEvent[] = ['call.started', 'call.ended', 'call.missed', 'call.recording_ready']
  await desk.webhook(events)
  const id = await recordedCall()
  await desk.service.app.recordings.work()
  await desk.deliverDue()
  const sent = desk.sent.map(({ json }) => `${json.type} ${String(json.data['id'])}`)
  expect(sent.toSorted()).toEqual([`call.ended ${id}`, `call.recording_ready ${id}`, `call.started ${id}`])
})

test('each attempt has fresh recording links, masked in the log; the rest of the body is byte-identical', async () => {
  await desk.webhook(['call.recording_ready'])
  await recordedCall()
  desk.answer(500)
  await desk.deliverDue()
  desk.turn(11 * minutes)
  desk.answer(200)
  await desk.deliverDue()
  const [first, second, ...more] = desk.sent.map(({ json }) => json)
  expect(more).toEqual([])
  const linkOf = (body: typeof first) => {
    const data = body?.data as CallRecordingReady | undefined
    return data?.recordings[0]?.url ?? ''
  }
  const expires = (link: string) => Number(new URL(link).searchParams.get('_expiration'))
  expect(expires(linkOf(second)) - expires(linkOf(first))).toBeGreaterThanOrEqual(11 * 60)
  const withoutLink = (body: typeof first) => JSON.stringify(body).replace(linkOf(body), '')
  expect(withoutLink(second)).toBe(withoutLink(first))

  const { address } = desk.service
  const file = await fetch(linkOf(second).replace('https://parley.test', address))
  expect(file.status).toBe(200)
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(7000)

  const [delivery] = await desk.deliveries()
  const { attempt_list: attempts } = await desk.detail(delivery?.id ?? '')
  expect(attempts).toHaveLength(2)
  for (const { request } of attempts) {
    expect(request?.body).toContain('_hash=***')
    expect(request?.body).not.toMatch(/_hash=[\w-]{43}/)
  }
})
