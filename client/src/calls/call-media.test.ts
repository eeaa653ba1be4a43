import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('devices are listed once one of them is open', async () => {
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

test('a camera that is turned off is released', async () => {
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

test('a camera chosen while the screen is shared is opened once the camera is turned on', async () => {
  media.shareScreen()
  await settle()
  const [screen] = browser.live()
  media.choose('camera', 'video-2')
  await settle()
  expect(browser.live()).toEqual([screen])
  expect(view().sending).toMatchObject({ camera: true, screen: true })
  expect(view().chosen.camera).toBe('video-2')
  const opening = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  media.setCamera(true)
  await settle()
  expect(opening.mock.calls).toMatchObject([[{ video: { deviceId: { exact: 'video-2' } } }]])
})

test('a closed dialog changes nothing and is reported, and a screen chosen after the camera was turned off is released', async () => {
  media.setCamera(true)
  await settle()
  const before = view()
  browser.refusal = new DOMException('Permission denied', 'NotAllowedError')
  const errors: unknown[] = []
  media.shareScreen()
  media.shareScreen((error) => void errors.push(error))
  await settle()
  expect(view()).toEqual(before)
  expect(errors).toEqual([browser.refusal])
  browser.refusal = null
  media.shareScreen()
  media.setCamera(false)
  await settle()
  expect(browser.live()).toEqual([])
  expect(view().sending.camera).toBe(false)
})

test('a camera that opens after it was turned off again is released', async () => {
  media.setCamera(true)
  media.setCamera(false)
  await settle()
  expect(browser.live()).toEqual([])
  expect(view().sending.camera).toBe(false)
})

test('without a camera the call continues and the problem is shown', async () => {
  await media.openMicrophone()
  browser.refusal = new DOMException('Requested device not found', 'NotFoundError')
  media.setCamera(true)
  await settle()
  expect(view().problem).toEqual({ device: 'camera', code: 'missing' })
  expect(view().sending).toEqual({ microphone: true, camera: false })
})

test('an unplugged microphone is replaced by another one', async () => {
  await media.openMicrophone()
  microphone()?.end()
  expect(view().problem).toEqual({ device: 'microphone', code: 'ended' })
  expect(view().sending.microphone).toBe(false)
  await settle()
  expect(problem()).toBeUndefined()
  expect(view().sending.microphone).toBe(true)
  expect(media.localTracks.get().audio).toBe(microphone())
})

test('a replacement microphone stays muted', async () => {
  await media.openMicrophone()
  media.setMicrophone(false)
  microphone()?.end()
  await settle()
  expect(microphone()?.enabled).toBe(false)
})

describe('the only microphone, unplugged and connected again,', () => {
  const devicesChange = async () => {
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    await settle()
  }
  async function unplug(isCall = true) {
    vi.stubGlobal(
      'Audio',
      class {
        play = async () => {}
      },
    )
    if (isCall) media.receive(new FakeTrack('audio') as never)
    await media.openMicrophone()
    browser.refusal = new DOMException('Requested device not found', 'NotFoundError')
    microphone()?.end()
    await devicesChange()
    expect(problem()).toBe('missing')
    browser.refusal = null
  }

  test('is sent again', async () => {
    await unplug()
    await devicesChange()
    expect(problem()).toBeUndefined()
    expect(view().sending.microphone).toBe(true)
    expect(media.localTracks.get().audio).toBe(microphone())
    const { length } = browser.tracks
    await devicesChange()
    expect(browser.tracks).toHaveLength(length)
  })

  test('stays muted', async () => {
    await unplug()
    media.setMicrophone(false)
    await devicesChange()
    expect(problem()).toBeUndefined()
    expect(microphone()?.enabled).toBe(false)
    expect(view().sending.microphone).toBe(false)
  })

  test('is not opened without a call', async () => {
    await unplug(false)
    await devicesChange()
    expect(problem()).toBe('missing')
    expect(browser.live()).toEqual([])
  })

  test('is not opened after the call, or if that would prompt', async () => {
    await unplug()
    await browser.setPermission('prompt')
    await devicesChange()
    await browser.setPermission('granted')
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    media.release()
    await devicesChange()
    expect(browser.live()).toEqual([])
    expect(browser.tracks).toHaveLength(1)
  })
})

test('a revoked permission is shown without a new prompt', async () => {
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

test('the microphone chosen last is sent', async () => {
  await media.openMicrophone()
  const [first] = browser.live()
  media.choose('microphone', 'audio-2')
  media.choose('microphone', 'audio-3')
  await settle()
  expect(first?.readyState).toBe('ended')
  expect(browser.live()).toHaveLength(1)
})

test('remote video is shown while the other side reports to send it', () => {
  const video = new FakeTrack('video')
  media.receive(video as never)
  expect(view().remoteVideo).toBeNull()
  media.setRemoteSending({ microphone: true, camera: true })
  const shown = view().remoteVideo
  expect(shown?.getTracks()).toEqual([video])
  media.setRemoteSending({ microphone: false, camera: true })
  expect(view().remoteVideo).toBe(shown)
  media.setRemoteSending({ microphone: true, camera: false })
  expect(view().remoteVideo).toBeNull()
})

test('audioBlocked is set until a click starts playback', async () => {
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
  expect(view().audioBlocked).toBe(true)
  allows = true
  media.playSound()
  await settle()
  expect(view().audioBlocked).toBe(false)
})

test('release stops all devices and keeps the chosen ones', async () => {
  media.choose('microphone', 'audio-1')
  media.setCamera(true)
  await settle()
  media.release()
  expect(browser.live()).toEqual([])
  expect(view()).toMatchObject({ sending: { microphone: false, camera: false }, localVideo: null })
  expect(view().chosen.microphone).toBe('audio-1')
})

test('a device that was not chosen is the browser’s default in the next call', async () => {
  await media.openMicrophone()
  media.release()
  expect(view().chosen.microphone).toBeNull()
})

test('a browser without WebRTC is reported as insecure', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  Reflect.deleteProperty(globalThis, 'RTCPeerConnection')
  expect(await media.openMicrophone()).toBe(false)
  expect(problem()).toBe('insecure')
  expect(browser.tracks).toEqual([])
})
