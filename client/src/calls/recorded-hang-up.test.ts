import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { useAgentScene } from '../testing/agent-call-fixture.ts'
import { FakeTrack } from '../testing/fake-media.ts'
import { FakeRecorder } from '../testing/recorder-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { active } from '../testing/transfer-fixture.ts'
import { createUploadServer, settled } from '../testing/upload-fixture.ts'

/** What is reported of the recording when the agent hangs up. */

const scene = useAgentScene()

/** Records a call and its only chunk. */
async function record() {
  const uploads = createUploadServer()
  const recorders: FakeRecorder[] = []
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      constructor() {
        super()
        recorders.push(this)
      }
    },
  )
  vi.stubGlobal(
    'Audio',
    class {
      async play() {}
    },
  )
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [{}] } })
      createMediaStreamSource = () => ({ connect() {}, disconnect() {} })
      async close() {}
    },
  )
  const recording = { mode: 'notify', consent: 'not_required', state: 'on' } as const
  scene.server.answers.set('call.record', () => scene.answered({ ...active, recording }))
  await scene.push(scene.ringing())
  await scene.accept()
  const track = Object.assign(new Event('track'), { track: new FakeTrack('audio') })
  scene.media.connections[0]?.dispatchEvent(track)
  scene.server.say('call', scene.answered({ ...active, recording }))
  await settle()
  recorders[0]?.emit(1)
  await settled()
  expect(uploads.paths()).toHaveLength(1)
  return () => uploads.paths().map((path) => path.split('/').at(-1))
}

test('the recordings are complete once the server has ended the call', async () => {
  const uploaded = await record()
  scene.calls.hangUp()
  await settled()
  expect(uploaded()).toEqual(['0', 'finish', 'complete'])
})

test('[C20] the recordings are not complete if a colleague has taken the call', async () => {
  const uploaded = await record()
  scene.server.refusals.push({ method: 'call.end', code: 'call_transferred' })
  scene.calls.hangUp()
  await settled()
  expect(scene.calls.state.get().name).toBe('transferred')
  expect(uploaded()).toEqual(['0', 'finish'])
})

test('[C10] the recordings are not complete if another window has taken over the call meanwhile', async () => {
  const uploaded = await record()
  scene.server.close(1006)
  await settle()
  scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
  scene.desk = scene.inCall(scene.answered(active))
  scene.calls.hangUp()
  scene.session.retryNow()
  await until(() => scene.server.requests('call.join').length > 0)
  await settled()
  expect(scene.calls.state.get().name).toBe('elsewhere')
  expect(uploaded()).toEqual(['0', 'finish'])
})
