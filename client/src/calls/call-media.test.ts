import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeTrack, useFakeMedia, type FakeMedia } from '../testing/fake-media.ts'
import { settle } from '../testing/test-platform.ts'
import { createCallMedia, type CallMediaCore } from './call-media.ts'

let browser: FakeMedia
let media: CallMediaCore
beforeEach(() => {
  browser = useFakeMedia()
  media = createCallMedia()
})
afterEach(() => {
  media.release()
  expect(browser.live()).toEqual([])
})

const view = () => media.view.get()
const problem = () => view().problem?.code
const microphone = () => browser.live().find(({ kind }) => kind === 'audio')

test('devices have names once one of them was given', async () => {
  expect(view().devices.microphones).toEqual([])
  await media.openMicrophone()
  await settle()
  expect(view().devices.microphones).toEqual([{ id: 'audio-1', label: 'Headset' }])
  expect(view().chosen.microphone).toBe('audio-1')
})

test('muting keeps the microphone and sends silence', async () => {
  await media.openMicrophone()
  media.setMicrophone(false)
  expect(microphone()?.enabled).toBe(false)
  expect(view().sending).toEqual({ microphone: false, camera: false })
  media.setMicrophone(true)
  expect(microphone()?.enabled).toBe(true)
  expect(browser.tracks).toHaveLength(1)
})

test('a camera that is switched off is let go of, so that its light goes out', async () => {
  media.setCamera(true)
  await settle()
  expect(view().sending.camera).toBe(true)
  expect(view().localVideo?.getTracks()).toEqual(browser.live())
  media.setCamera(false)
  expect(browser.live()).toEqual([])
  expect(view().localVideo).toBeNull()
})

test('a shared screen replaces the camera until sharing ends in the browser', async () => {
  media.setCamera(true)
  await settle()
  const [camera] = browser.live()
  const { chosen } = view()
  media.shareScreen()
  await settle()
  expect(camera?.readyState).toBe('ended')
  expect(view()).toMatchObject({ chosen, sending: { camera: true, screen: true } })
  const [screen] = browser.live()
  expect(media.localTracks.get().video).toBe(screen)
  screen?.end()
  expect(view()).toMatchObject({ localVideo: null, problem: null, sending: { camera: false } })
  expect(view().sending.screen).toBeFalsy()
})

test('a camera replaces the shared screen', async () => {
  media.shareScreen()
  await settle()
  media.setCamera(true)
  await settle()
  expect(browser.live()).toHaveLength(1)
  expect(view().sending.camera).toBe(true)
  expect(view().sending.screen).toBeFalsy()
})

test('a closed dialog changes nothing, and a screen chosen after the camera was turned off is released', async () => {
  media.setCamera(true)
  await settle()
  const before = view()
  browser.refusal = new DOMException('Permission denied', 'NotAllowedError')
  media.shareScreen()
  await settle()
  expect(view()).toEqual(before)
  browser.refusal = null
  media.shareScreen()
  media.setCamera(false)
  await settle()
  expect(browser.live()).toEqual([])
  expect(view().sending.camera).toBe(false)
})

test('a camera that is given after it was switched off again is let go of', async () => {
  media.setCamera(true)
  media.setCamera(false)
  await settle()
  expect(browser.live()).toEqual([])
  expect(view().sending.camera).toBe(false)
})

test('without a camera the talk goes on, and the reason is told', async () => {
  await media.openMicrophone()
  browser.refusal = new DOMException('Requested device not found', 'NotFoundError')
  media.setCamera(true)
  await settle()
  expect(view().problem).toEqual({ device: 'camera', code: 'missing' })
  expect(view().sending).toEqual({ microphone: true, camera: false })
})

test('another microphone takes the place of one that is unplugged', async () => {
  await media.openMicrophone()
  microphone()?.end()
  expect(view().problem).toEqual({ device: 'microphone', code: 'ended' })
  expect(view().sending.microphone).toBe(false)
  await settle()
  expect(problem()).toBeUndefined()
  expect(view().sending.microphone).toBe(true)
  expect(media.localTracks.get().audio).toBe(microphone())
})

test('another microphone is muted where the one before was', async () => {
  await media.openMicrophone()
  media.setMicrophone(false)
  microphone()?.end()
  await settle()
  expect(microphone()?.enabled).toBe(false)
})

test('a permission that is taken back in the call is told, and nobody is asked', async () => {
  await media.openMicrophone()
  await browser.setPermission('denied')
  microphone()?.end()
  await settle()
  expect(problem()).toBe('denied')
  expect(browser.tracks).toHaveLength(1)
  await browser.setPermission('granted')
  media.setMicrophone(true)
  await settle()
  expect(problem()).toBeUndefined()
  expect(view().sending.microphone).toBe(true)
})

test('the microphone that was chosen last is the one that is heard', async () => {
  await media.openMicrophone()
  const [first] = browser.live()
  media.choose('microphone', 'audio-2')
  media.choose('microphone', 'audio-3')
  await settle()
  expect(first?.readyState).toBe('ended')
  expect(browser.live()).toHaveLength(1)
})

test('the other side’s picture is shown while they say that they send it', () => {
  const picture = new FakeTrack('video')
  media.receive(picture as never)
  expect(view().remoteVideo).toBeNull()
  media.setRemoteSending({ microphone: true, camera: true })
  const shown = view().remoteVideo
  expect(shown?.getTracks()).toEqual([picture])
  media.setRemoteSending({ microphone: false, camera: true })
  expect(view().remoteVideo).toBe(shown)
  media.setRemoteSending({ microphone: true, camera: false })
  expect(view().remoteVideo).toBeNull()
})

test('where the browser plays nothing before a click, a click is asked for', async () => {
  let allows = false
  vi.stubGlobal(
    'Audio',
    class {
      srcObject: unknown
      async play() {
        if (!allows) throw new DOMException('No gesture', 'NotAllowedError')
      }
    },
  )
  media.receive(new FakeTrack('audio') as never)
  await settle()
  expect(view().silenced).toBe(true)
  allows = true
  media.playSound()
  await settle()
  expect(view().silenced).toBe(false)
})

test('a call that is over leaves nothing on, and the choice of devices to the next one', async () => {
  media.choose('microphone', 'audio-1')
  media.setCamera(true)
  await settle()
  media.release()
  expect(browser.live()).toEqual([])
  expect(view()).toMatchObject({ sending: { microphone: false, camera: false }, localVideo: null })
  expect(view().chosen.microphone).toBe('audio-1')
})

test('a device that nobody chose is the browser’s choice again in the next call', async () => {
  await media.openMicrophone()
  media.release()
  expect(view().chosen.microphone).toBeNull()
})

test('a browser that makes no calls is said to be one', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  Reflect.deleteProperty(globalThis, 'RTCPeerConnection')
  expect(await media.openMicrophone()).toBe(false)
  expect(problem()).toBe('insecure')
  expect(browser.tracks).toEqual([])
})
