import type { CallDetail } from '@parley/protocol/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { callScene, deskAgent, leaveScene, placeCall, talk } from '../../testing/test-calls.ts'
import { answeredCall, joinCall, transferTo } from '../../testing/test-transfers.ts'
import { completeRecordings, finishRecording, putChunk, recordCall } from '../../testing/test-recording.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { sample } from '../../testing/recording-setup.ts'

/** Recordings in the whole service, where calls decide who may record. */

let service: TestService
let now = Date.parse('2026-03-01T10:00:00.000Z')
let first: Buffer
beforeAll(async () => {
  service = await startTestService({ clock: () => now })
  ;[first = Buffer.of()] = await sample('audio.webm')
})
afterAll(() => service.stop())

describe('[C14] recording is rejected', () => {
  it.each([
    ['with recording off', { recording: 'off' }, null],
    ['after the customer declined', { recording: 'ask' }, 'declined'],
  ] as const)('for a call %s', async (_which, settings, consent) => {
    const scene = await callScene(service, { agents: 1, settings })
    const [agent] = scene.agents
    const call = await placeCall(scene, { consent })
    await talk(call, agent!)
    const recorder = { ...scene, cookie: agent!.cookie, callId: call.id, recordingId: newId() }
    expect(await putChunk(recorder, 0, first)).toBe('403 recording_not_allowed')
    expect(await finishRecording(recorder, 1)).toBe('403 recording_not_allowed')
    await leaveScene(scene, call)
  })

  it('for everyone but the agent who answered, including the owner, and before the answer', async () => {
    const scene = await callScene(service, { agents: 1, settings: { recording: 'notify' } })
    const [agent] = scene.agents
    const call = await placeCall(scene)
    const recorder = { ...scene, cookie: agent!.cookie, callId: call.id, recordingId: newId() }
    expect(await putChunk(recorder, 0, first)).toBe('404 not_found')
    await talk(call, agent!)
    const colleague = await deskAgent(scene)
    expect(await putChunk({ ...recorder, cookie: colleague.cookie }, 0, first)).toBe('404 not_found')
    const { cookie } = scene.organization
    expect(await putChunk({ ...recorder, cookie }, 0, first)).toBe('404 not_found')
    await agent!.socket.request('call.record', { call_id: call.id, state: 'on' })
    expect(await putChunk(recorder, 0, first)).toBe('200')
    await colleague.socket.leave()
    await leaveScene(scene, call)
  })

  it('ten minutes after the end of the call', async () => {
    const scene = await callScene(service, { agents: 1, settings: { recording: 'notify' } })
    const [agent] = scene.agents
    const call = await placeCall(scene)
    await talk(call, agent!)
    await agent!.socket.request('call.record', { call_id: call.id, state: 'on' })
    await call.socket.request('call.end', { call_id: call.id })
    const recorder = { ...scene, cookie: agent!.cookie, callId: call.id, recordingId: newId() }
    now += 9 * 60_000
    expect(await putChunk(recorder, 0, first)).toBe('200')
    now += 2 * 60_000
    expect(await putChunk({ ...recorder, recordingId: newId() }, 0, first)).toBe('403 recording_not_allowed')
    await leaveScene(scene, call)
  })

  it('while recording is off, and after a call that ended without any recording', async () => {
    const scene = await callScene(service, { agents: 1, settings: { recording: 'ask' } })
    const [agent] = scene.agents
    const call = await placeCall(scene, { consent: 'granted' })
    await talk(call, agent!)
    const recorder = { ...scene, cookie: agent!.cookie, callId: call.id, recordingId: newId() }
    expect(await putChunk(recorder, 0, first)).toBe('409 recording_off')
    await agent!.socket.request('call.record', { call_id: call.id, state: 'paused' })
    expect(await putChunk(recorder, 0, first)).toBe('409 recording_off')
    await call.socket.request('call.end', { call_id: call.id })
    expect(await putChunk(recorder, 0, first)).toBe('403 recording_not_allowed')
    await leaveScene(scene, call)
  })

  it('more than ten minutes after recording was turned off, or more than fit into the recorded time', async () => {
    const scene = await callScene(service, { agents: 1, settings: { recording: 'ask' } })
    const [agent] = scene.agents
    const call = await placeCall(scene, { consent: 'granted' })
    await talk(call, agent!)
    const recorder = { ...scene, cookie: agent!.cookie, callId: call.id, recordingId: newId() }
    const record = (state: string) => agent!.socket.request('call.record', { call_id: call.id, state })
    const alive = () =>
      Promise.all([call, agent!].map(({ socket }) => socket.request('call.alive', { call_id: call.id })))
    await record('on')
    now += 4_000
    await alive()
    await record('off')
    expect(await putChunk(recorder, 0, first)).toBe('200')
    for (let seq = 1; seq < 54; seq++) expect(await putChunk(recorder, seq, Buffer.of(seq))).toBe('200')
    expect(await putChunk(recorder, 54, Buffer.of(54))).toBe('413 payload_too_large')
    await record('on')
    now += 1_000
    await alive()
    expect(await putChunk(recorder, 54, Buffer.of(54))).toBe('200')
    await record('off')
    for (let waited = 0; waited <= 600; waited += 20) {
      now += 20_000
      await alive()
    }
    expect(await putChunk(recorder, 55, Buffer.of(55))).toBe('409 recording_off')
    expect(await finishRecording(recorder, 55)).toBe('200')
    await leaveScene(scene, call)
  })
})

it('[C13] a recorded call lists its file with a link, even if the settings have changed since', async () => {
  const scene = await callScene(service, { agents: 1, settings: { recording: 'ask', recording_days: 5 } })
  const { organization } = scene
  const [agent] = scene.agents
  const call = await placeCall(scene, { consent: 'granted' })
  await talk(call, agent!)
  await service.call('PATCH', `/v1/organizations/${organization.id}/providers/${organization.providerId}`, {
    cookie: organization.cookie,
    body: { calls: { recording: 'off', recording_days: 1 } },
  })
  await agent!.socket.request('call.record', { call_id: call.id, state: 'on' })
  const id = await recordCall({ ...scene, cookie: agent!.cookie, callId: call.id })
  await call.socket.request('call.end', { call_id: call.id })
  const address = `/v1/organizations/${organization.id}/calls/${call.id}`
  const detailNow = async (): Promise<CallDetail> =>
    (await service.call('GET', address, { cookie: organization.cookie })).body
  expect(await detailNow()).toMatchObject({ recordings: [], recording_pending: true })
  await service.app.recordings.work()
  const detail = await detailNow()
  expect(detail).toMatchObject({ recording_count: 1, recording_mode: 'ask', consent: 'granted' })
  expect(detail.recordings).toEqual([
    expect.objectContaining({ id, mime: 'audio/webm', duration: expect.closeTo(3.6, 1) }),
  ])
  expect(await completeRecordings({ ...scene, cookie: agent!.cookie, callId: call.id })).toBe('200 true')
  await service.app.recordings.work()
  expect(await detailNow()).toMatchObject({ recording_count: 1, recording_pending: false })
  const link = detail.recordings[0]!.url.replace('https://parley.test', service.address)
  const kept = await fetch(link)
  expect([kept.status, (await kept.arrayBuffer()).byteLength]).toEqual([200, detail.recordings[0]!.size])
  now += 4 * 86_400_000
  expect((await detailNow()).recordings).toHaveLength(1)
  await leaveScene(scene, call)
})

it('[C14] after a transfer the new agent records, and the former one uploads for ten more minutes', async () => {
  const scene = await callScene(service, { agents: 2, settings: { recording: 'notify' } })
  const talking = await answeredCall(scene)
  const { call, first: former, second } = talking
  await former.socket.request('call.record', { call_id: call.id, state: 'on' })
  await transferTo(talking)
  const [early, late] = [former, second].map(({ cookie }) => ({
    ...scene,
    cookie,
    callId: call.id,
    recordingId: newId(),
  }))
  expect(await putChunk(late!, 0, first)).toBe('404 not_found')
  await second.socket.request('transfer.accept', { call_id: call.id })
  await joinCall(second, call)
  expect(await putChunk(late!, 0, first)).toBe('200')
  now += 9 * 60_000
  expect(await putChunk(early!, 0, first)).toBe('200')
  now += 2 * 60_000
  expect(await putChunk({ ...early!, recordingId: newId() }, 0, first)).toBe('403 recording_not_allowed')
  expect(await putChunk({ ...late!, recordingId: newId() }, 0, first)).toBe('200')
  await leaveScene(scene, call)
})

it('[C17] after a transfer only the new agent’s browser can say that nothing more is uploaded', async () => {
  const scene = await callScene(service, { agents: 2, settings: { recording: 'notify' } })
  const talking = await answeredCall(scene)
  const { call, first: former, second } = talking
  await former.socket.request('call.record', { call_id: call.id, state: 'on' })
  await transferTo(talking)
  await second.socket.request('transfer.accept', { call_id: call.id })
  await joinCall(second, call)
  await call.socket.request('call.end', { call_id: call.id })
  const [early, late] = [former, second].map(({ cookie }) => ({ ...scene, cookie, callId: call.id }))
  await recordCall(early!)
  expect(await completeRecordings(early!)).toBe('200 true')
  await service.app.recordings.work()
  await recordCall(late!)
  expect(await completeRecordings(late!)).toBe('200 true')
  await service.app.recordings.work()
  expect(await putChunk({ ...late!, recordingId: newId() }, 0, first)).toBe('409 recording_done')
  await leaveScene(scene, call)
})
