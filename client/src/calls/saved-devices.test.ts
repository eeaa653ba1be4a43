import { beforeEach, expect, test, vi } from 'vitest'
import { useFakeMedia } from '../testing/fake-media.ts'
import { settle } from '../testing/test-platform.ts'
import { createMediaWithSavedDevices } from './saved-devices.ts'

beforeEach(() => void useFakeMedia())

function useStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
}

test('a device chosen for the call is the one of a private talk that begins later', async () => {
  useStorage()
  const [call, talk] = [createMediaWithSavedDevices(), createMediaWithSavedDevices()]
  call.choose('microphone', 'audio-2')
  await settle()
  call.release()
  const opening = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  await talk.openMicrophone()
  expect(opening.mock.calls).toMatchObject([[{ audio: { deviceId: { exact: 'audio-2' } } }]])
  talk.release()
  expect(talk.view.get().chosen.microphone).toBe('audio-2')
})

test('without storage, a chosen device applies to this page', async () => {
  vi.stubGlobal('localStorage', undefined)
  const call = createMediaWithSavedDevices()
  call.choose('camera', 'video-2')
  const opening = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  call.setCamera(true)
  await settle()
  expect(opening.mock.calls).toMatchObject([[{ video: { deviceId: { exact: 'video-2' } } }]])
  call.release()
})
