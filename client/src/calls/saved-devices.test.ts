import { beforeEach, expect, test, vi } from 'vitest'
import { useFakeMedia } from '../testing/fake-media.ts'
import { settle } from '../testing/test-platform.ts'
import { createMediaWithSavedDevices } from './saved-devices.ts'

beforeEach(() => void useFakeMedia())

function useStorage() {
  const stored = new Map<string, string>()
  const storage = { isFull: false }
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (storage.isFull) throw new Error('QuotaExceededError')
      stored.set(name, value)
    },
  })
  return storage
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

test('a device that cannot be saved applies to this page until another one is saved', async () => {
  const storage = useStorage()
  const call = createMediaWithSavedDevices()
  call.choose('camera', 'video-1')
  storage.isFull = true
  call.choose('camera', 'video-2')
  const opening = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  call.setCamera(true)
  await settle()
  expect(opening.mock.calls).toMatchObject([[{ video: { deviceId: { exact: 'video-2' } } }]])
  call.release()
  storage.isFull = false
  call.choose('camera', 'video-1')
  createMediaWithSavedDevices().choose('camera', 'video-3')
  call.setCamera(true)
  await settle()
  expect(opening.mock.calls.at(-1)).toMatchObject([{ video: { deviceId: { exact: 'video-3' } } }])
  call.release()
})
