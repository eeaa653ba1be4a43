import { listen } from '../browser/listen.ts'
import { createStore, type Store, type WritableStore } from '../state/store.ts'
import { listDevices, noDevices, openDevice, type MediaDevices } from './call-devices.ts'
import { createCallSound } from './call-audio.ts'
import type { CallPath } from './call-stats.ts'
import { savedCallId, savedMute } from './saved-call.ts'
import { createLevel } from './audio-level.ts'
import { isMicrophoneMissing, permissionOf, problemOf, type MediaProblem } from './media-problem.ts'

export type DeviceKind = 'microphone' | 'camera' | 'speaker'

/** Device ids; null: the browser's default. */
export type ChosenDevices = Record<DeviceKind, string | null>

/** The devices for the next opening. */
export type DeviceChoice = Pick<WritableStore<ChosenDevices>, 'get' | 'set'>

/** What one side currently sends. */
export interface Sending {
  microphone: boolean
  /** Video: of the camera, or of the screen. */
  camera: boolean
  screen?: boolean
}

/** Snapshot of devices and media; a new object after each change. */
export interface CallMediaView {
  /** What this side sends. The microphone starts on; the camera starts off unless the call began with it. */
  sending: Sending
  /** What the other side reports to send. */
  remoteSending: Sending
  /** For `<video muted>`: this side's video; null while nothing is sent. Mirror it unless it is the screen. */
  localVideo: MediaStream | null
  /** For `<video muted>`: the other side's video; null while there is none. Its audio plays automatically. */
  remoteVideo: MediaStream | null
  path: CallPath
  devices: MediaDevices
  /** Ids of the devices in use; null: none, or the browser's default. */
  chosen: ChosenDevices
  /** The last device that could not be opened; null once it is open. */
  problem: MediaProblem | null
  /** The browser blocks audio until a click (after a reload): call `playSound` in a click handler. */
  audioBlocked: boolean
}

/** Microphone, camera and audio, in a call and before it. */
export interface CallMedia {
  view: Store<CallMediaView>
  /** Audio levels from 0 to 1, updated 10 times a second while there are subscribers. */
  localLevel: Store<number>
  remoteLevel: Store<number>
  setMicrophone: (on: boolean) => void
  /** Requests the camera when it is turned on. It replaces a shared screen. */
  setCamera: (on: boolean) => void
  /** Call in a click handler, if `canShareScreen`. The chosen screen replaces the camera until `setCamera`. */
  shareScreen: (onError?: (error: unknown) => undefined) => void
  choose: (kind: DeviceKind, id: string) => void
  playSound: () => void
}

/** One side's tracks; null: none of this kind. */
export interface Tracks {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
}

/** CallMedia with the parts that only the call client uses. */
export interface CallMediaCore extends CallMedia {
  /** Sent to the other side. */
  localTracks: Store<Tracks>
  /** Received from the other side. */
  remoteTracks: Store<Tracks>
  /** Opens the microphone unless it is open. Returns false if it cannot be opened; `problem` has the reason. */
  openMicrophone: () => Promise<boolean>
  /** Resolves when the view has the devices of the last opening. */
  listed: () => Promise<void> | undefined
  receive: (track: MediaStreamTrack) => void
  setRemoteSending: (sending: Sending) => void
  setPath: (path: CallPath) => void
  /** On hold, local tracks send silence and black frames. */
  setHeld: (held: boolean) => void
  /** Stops all local tracks and drops those of the other side. */
  release: () => void
}

const noTracks: Tracks = { audio: null, video: null }
const noChoice: ChosenDevices = { microphone: null, camera: null, speaker: null }
const initialView: CallMediaView = {
  sending: { microphone: false, camera: false },
  remoteSending: { microphone: true, camera: false },
  localVideo: null,
  remoteVideo: null,
  path: 'good',
  devices: noDevices,
  chosen: noChoice,
  problem: null,
  audioBlocked: false,
}

type Input = MediaProblem['device']
const kindOf = { microphone: 'audio', camera: 'video' } as const

/**
 * Local devices and the other side's media. One per window, for all its calls, and one for private talks.
 *
 * @param choice may be of an earlier page; missing devices are ignored
 * @param mute the muted conversation, so that a reload does not unmute it
 * @param conversation id of the current one; null: none
 */
export function createCallMedia(
  choice: DeviceChoice = createStore(noChoice),
  mute = savedMute,
  conversation: () => string | null | undefined = savedCallId,
): CallMediaCore {
  const view = createStore({ ...initialView, chosen: choice.get() })
  const localTracks = createStore(noTracks)
  const remoteTracks = createStore(noTracks)
  /** What the user wants to send; the view has what is sent. */
  let wanted: Sending = { microphone: true, camera: false }
  /** Number of the latest request per device; tracks of older requests are stopped. */
  const requests = { microphone: 0, camera: 0 }
  let isHeld = false
  /** Set while device changes are watched, from the first open device to `release`. */
  let unlisten: (() => void) | undefined

  const change = (part: Partial<CallMediaView>) => view.set({ ...view.get(), ...part })
  const sound = createCallSound(
    () => choice.get().speaker,
    (audioBlocked) => {
      if (view.get().audioBlocked !== audioBlocked) change({ audioBlocked })
    },
  )

  let listed: Promise<void> | undefined
  const refresh = () => void (listed = listDevices().then(showDevices))

  function showDevices(devices: MediaDevices) {
    if (unlisten) change({ devices })
  }

  const enable = (track: MediaStreamTrack | null) => {
    if (track) track.enabled = !isHeld && (track.kind === 'video' || wanted.microphone)
  }

  /** Replaces and stops the current track of a device. */
  function replaceTrack(device: Input, track: MediaStreamTrack | null, screen = false) {
    const before = localTracks.get()[kindOf[device]]
    if (before !== track) before?.stop()
    enable(track)
    const { sending, chosen, localVideo } = view.get()
    change({
      sending: {
        ...sending,
        [device]: track !== null && wanted[device],
        ...(device === 'camera' && { screen }),
      },
      chosen: { ...chosen, [device]: (!screen && track?.getSettings().deviceId) || chosen[device] },
      localVideo: device === 'microphone' ? localVideo : track && new MediaStream([track]),
    })
    localTracks.set({ ...localTracks.get(), [kindOf[device]]: track })
  }

  async function open(device: Input, id: string | null): Promise<boolean> {
    const request = ++requests[device]
    try {
      unlisten ??= listen(navigator.mediaDevices, 'devicechange', () => void onDeviceChange())
      const track = await openDevice(device, id)
      if (request !== requests[device]) {
        track.stop()
        return false
      }
      track.addEventListener('ended', () => void onEnded(device, track))
      replaceTrack(device, track)
      if (view.get().problem?.device === device) change({ problem: null })
      refresh()
      return true
    } catch (error) {
      if (request === requests[device]) change({ problem: problemOf(error, device) })
      return false
    }
  }

  /** A device was unplugged or its permission revoked. Opens another microphone if that needs no prompt. */
  async function onEnded(device: Input, track: MediaStreamTrack) {
    if (localTracks.get()[kindOf[device]] !== track) return
    if (device === 'camera') wanted.camera = false
    replaceTrack(device, null)
    change({ problem: { device, code: 'ended' } })
    const permission = await permissionOf(device)
    if (localTracks.get()[kindOf[device]] !== null || !unlisten) return
    if (permission === 'denied') change({ problem: { device, code: 'denied' } })
    else if (device === 'microphone' && permission !== 'prompt') await open(device, null)
  }

  /** Opens a microphone that was missing, but not before or after a call. */
  async function onDeviceChange() {
    refresh()
    const permission = await permissionOf('microphone')
    const isSilent = remoteTracks.get().audio && !localTracks.get().audio
    if (!isSilent || !isMicrophoneMissing(view.get().problem)) return
    if (permission !== 'prompt' && permission !== 'denied') await open('microphone', choice.get().microphone)
  }

  function setCamera(on: boolean) {
    wanted.camera = on
    if (!on) {
      requests.camera++
      replaceTrack('camera', null)
    } else if (!localTracks.get().video || view.get().sending.screen) {
      void open('camera', choice.get().camera)
    }
  }

  async function shareScreen(onError: (error: unknown) => undefined = () => {}) {
    const request = ++requests.camera
    // Rejected when the dialog is closed, too.
    const screen = await navigator.mediaDevices.getDisplayMedia().catch(onError)
    const track = screen?.getTracks()[0]
    if (track && request === requests.camera) {
      track.addEventListener('ended', () => localTracks.get().video === track && setCamera(false))
      wanted.camera = true
      replaceTrack('camera', track, true)
    } else {
      track?.stop()
    }
  }

  function choose(kind: DeviceKind, id: string) {
    choice.set({ ...choice.get(), [kind]: id })
    const replacesCamera = kind === 'camera' && !view.get().sending.screen
    // Phones open one camera at a time.
    if (replacesCamera) replaceTrack(kind, null)
    if (kind === 'speaker') sound.applySpeaker()
    else if (kind === 'microphone' || (replacesCamera && wanted.camera)) void open(kind, id)
    // A microphone counts as chosen once it is open: until then the previous one is sent.
    if (kind !== 'microphone') change({ chosen: { ...view.get().chosen, [kind]: id } })
  }

  function showRemoteVideo() {
    const { remoteSending, remoteVideo } = view.get()
    const { video } = remoteTracks.get()
    const track = remoteSending.camera ? video : null
    if (track !== (remoteVideo?.getTracks()[0] ?? null)) {
      change({ remoteVideo: track && new MediaStream([track]) })
    }
  }

  return {
    view,
    localTracks,
    remoteTracks,
    localLevel: createLevel(localTracks),
    remoteLevel: createLevel(remoteTracks),
    async openMicrophone() {
      if (localTracks.get().audio) return true
      wanted.microphone = (mute.get() ?? '') !== conversation()
      return open('microphone', choice.get().microphone)
    },
    listed: () => listed,
    setMicrophone(on) {
      mute.set(on ? null : conversation())
      wanted.microphone = on
      const { audio } = localTracks.get()
      if (audio) replaceTrack('microphone', audio)
      else if (on) void open('microphone', null)
    },
    setCamera,
    shareScreen: (onError) => void shareScreen(onError),
    choose,
    playSound: sound.retry,
    receive(track) {
      remoteTracks.set({ ...remoteTracks.get(), [track.kind]: track })
      if (track.kind === 'audio') sound.play(track)
      else showRemoteVideo()
    },
    setRemoteSending(remoteSending) {
      change({ remoteSending })
      showRemoteVideo()
    },
    setPath(path) {
      if (view.get().path !== path) change({ path })
    },
    setHeld(held) {
      isHeld = held
      Object.values(localTracks.get()).forEach(enable)
    },
    release() {
      requests.microphone++
      requests.camera++
      unlisten = unlisten?.() as undefined
      Object.values(localTracks.get()).forEach((track) => track?.stop())
      localTracks.set(noTracks)
      remoteTracks.set(noTracks)
      sound.stop()
      isHeld = false
      wanted = { microphone: true, camera: false }
      view.set({ ...initialView, devices: view.get().devices, chosen: choice.get() })
    },
  }
}
