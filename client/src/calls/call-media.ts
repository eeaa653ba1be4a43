import { listen } from '../browser/listen.ts'
import { createStore, type Store } from '../state/store.ts'
import { listDevices, noDevices, openDevice, type MediaDevices } from './call-devices.ts'
import { createCallSound } from './call-audio.ts'
import { keptCall, keptMute } from './saved-call.ts'
import { createLevel } from './audio-level.ts'
import { permissionOf, problemOf, type MediaProblem } from './media-problem.ts'

export type DeviceKind = 'microphone' | 'camera' | 'speaker'

/** Ids; null: the browser's choice. */
export type ChosenDevices = Record<DeviceKind, string | null>

/** What one side sends at the moment. */
export interface Sending {
  microphone: boolean
  /** Video: of the camera, or of the screen. */
  camera: boolean
  screen?: boolean
}

/** good; weak: heard with gaps; lost: nothing comes, the path is being found anew. */
export type CallPath = 'good' | 'weak' | 'lost'

/** One picture of everything seen and heard. A new object after each change. */
export interface CallMediaView {
  /** What this side sends. The microphone is on from the beginning, the camera off unless the call began with it. */
  sending: Sending
  /** What the other side says that it sends. */
  theirs: Sending
  /** For `<video muted>`: the own picture; null while the camera is off. Mirror it unless it is the screen. */
  ownPicture: MediaStream | null
  /** For `<video muted>`: the other side's picture; null while there is none. The sound plays by itself. */
  theirPicture: MediaStream | null
  path: CallPath
  devices: MediaDevices
  /** Ids of those in use; null: none, or the browser's choice. */
  chosen: ChosenDevices
  /** The last device that could not be had; gone when it is had. */
  problem: MediaProblem | null
  /** The browser plays no sound before a click (after a reload): call `playSound` in one. */
  silenced: boolean
}

/** What a person can do with microphone, camera and sound, in a call and before it. */
export interface CallMedia {
  view: Store<CallMediaView>
  /** How loud this side is and the other, 0 to 1, about 10 times a second while somebody subscribes. */
  ownLevel: Store<number>
  theirLevel: Store<number>
  setMicrophone: (on: boolean) => void
  /** Requests the camera when it is turned on. It replaces a shared screen. */
  setCamera: (on: boolean) => void
  /** Call in a click handler, if `canShareScreen`. The chosen screen replaces the camera until `setCamera`. */
  shareScreen: () => void
  choose: (kind: DeviceKind, id: string) => void
  playSound: () => void
}

/** One side's tracks; null: nothing of this kind. */
export interface Tracks {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
}

/** CallMedia as the engine uses it. */
export interface CallMediaCore extends CallMedia {
  /** To be sent. */
  own: Store<Tracks>
  /** What comes. */
  their: Store<Tracks>
  /** Opens the microphone unless it is open. False: it cannot be had, and `problem` says why. */
  openMicrophone: () => Promise<boolean>
  receive: (track: MediaStreamTrack) => void
  setTheirs: (theirs: Sending) => void
  setPath: (path: CallPath) => void
  /** Lets go of every device and of the other side. */
  release: () => void
}

const noTracks: Tracks = { audio: null, video: null }
const noChoice: ChosenDevices = { microphone: null, camera: null, speaker: null }
const atRest: CallMediaView = {
  sending: { microphone: false, camera: false },
  theirs: { microphone: true, camera: false },
  ownPicture: null,
  theirPicture: null,
  path: 'good',
  devices: noDevices,
  chosen: noChoice,
  problem: null,
  silenced: false,
}

/** False on phones. */
// oxlint-disable-next-line typescript/no-unnecessary-condition -- missing on an insecure page
export const canShareScreen = (): boolean => !!navigator.mediaDevices?.getDisplayMedia

type Input = MediaProblem['device']
const kindOf = { microphone: 'audio', camera: 'video' } as const

/**
 * The devices of this browser, and what comes from the other side. One for a window, through all its calls.
 *
 * @param asked what was chosen before, e.g. on an earlier page; devices that are gone are not missed
 */
export function createCallMedia(asked = noChoice): CallMediaCore {
  const view = createStore({ ...atRest, chosen: asked })
  const own = createStore(noTracks)
  const their = createStore(noTracks)
  /** What the person wants; what is sent is in the view. */
  let wants: Sending = { microphone: true, camera: false }
  /** Each opening of a device has its own; results of an older one are let go of. */
  const openings = { microphone: 0, camera: 0 }
  /** Devices are watched from the first one that is opened to the release of all. */
  let unlisten: (() => void) | undefined

  const change = (part: Partial<CallMediaView>) => view.set({ ...view.get(), ...part })
  const sound = createCallSound(asked.speaker, (silenced) => {
    if (view.get().silenced !== silenced) change({ silenced })
  })

  const refresh = () => void listDevices().then(showDevices)

  function showDevices(devices: MediaDevices) {
    if (unlisten) change({ devices })
  }

  /** Puts a track, or none, in the place of the one that there was. */
  function put(device: Input, track: MediaStreamTrack | null, screen = false) {
    const before = own.get()[kindOf[device]]
    if (before !== track) before?.stop()
    if (track && device === 'microphone') track.enabled = wants.microphone
    const { sending, chosen, ownPicture } = view.get()
    change({
      sending: {
        ...sending,
        [device]: track !== null && wants[device],
        ...(device === 'camera' && { screen }),
      },
      chosen: { ...chosen, [device]: (!screen && track?.getSettings().deviceId) || chosen[device] },
      ownPicture: device === 'microphone' ? ownPicture : track && new MediaStream([track]),
    })
    own.set({ ...own.get(), [kindOf[device]]: track })
  }

  async function open(device: Input, id: string | null): Promise<boolean> {
    const opening = ++openings[device]
    try {
      unlisten ??= listen(navigator.mediaDevices, 'devicechange', refresh)
      const track = await openDevice(device, id)
      if (opening !== openings[device]) {
        track.stop()
        return false
      }
      track.addEventListener('ended', () => void ended(device, track))
      put(device, track)
      if (view.get().problem?.device === device) change({ problem: null })
      refresh()
      return true
    } catch (error) {
      if (opening === openings[device]) change({ problem: problemOf(error, device) })
      return false
    }
  }

  /** Unplugged, or the permission was taken back. Another microphone takes its place where nobody has to be asked. */
  async function ended(device: Input, track: MediaStreamTrack) {
    if (own.get()[kindOf[device]] !== track) return
    if (device === 'camera') wants = { ...wants, camera: false }
    put(device, null)
    change({ problem: { device, code: 'ended' } })
    const permission = await permissionOf(device)
    if (own.get()[kindOf[device]] !== null || !unlisten) return
    if (permission === 'denied') change({ problem: { device, code: 'denied' } })
    else if (device === 'microphone' && permission !== 'prompt') await open(device, null)
  }

  function setCamera(on: boolean) {
    wants = { ...wants, camera: on }
    if (!on) {
      openings.camera++
      put('camera', null)
    } else if (!own.get().video || view.get().sending.screen) {
      void open('camera', asked.camera)
    }
  }

  async function shareScreen() {
    const opening = ++openings.camera
    // Rejected when the dialog is closed.
    const screen = await navigator.mediaDevices.getDisplayMedia().catch(() => null)
    const track = screen?.getVideoTracks()[0]
    if (track && opening === openings.camera) {
      track.addEventListener('ended', () => own.get().video === track && setCamera(false))
      wants.camera = true
      put('camera', track, true)
    } else {
      track?.stop()
    }
  }

  function choose(kind: DeviceKind, id: string) {
    asked = { ...asked, [kind]: id }
    // Phones open one camera at a time.
    if (kind === 'camera') put('camera', null)
    if (kind === 'speaker') sound.setSpeaker(id)
    else if (kind === 'microphone' || wants.camera) void open(kind, id)
    // A microphone is the chosen one when it is had: until then the one before is heard.
    if (kind !== 'microphone') change({ chosen: { ...view.get().chosen, [kind]: id } })
  }

  function showTheirs() {
    const { theirs, theirPicture } = view.get()
    const { video } = their.get()
    const wanted = theirs.camera ? video : null
    if (wanted !== (theirPicture?.getTracks()[0] ?? null)) {
      change({ theirPicture: wanted && new MediaStream([wanted]) })
    }
  }

  return {
    view,
    own,
    their,
    ownLevel: createLevel(own),
    theirLevel: createLevel(their),
    async openMicrophone() {
      if (own.get().audio) return true
      wants.microphone = (keptMute.get() ?? '') !== keptCall.get()
      return open('microphone', asked.microphone)
    },
    setMicrophone(on) {
      keptMute.set(on ? null : keptCall.get())
      wants = { ...wants, microphone: on }
      const { audio } = own.get()
      if (audio) put('microphone', audio)
      else if (on) void open('microphone', null)
    },
    setCamera,
    shareScreen: () => void shareScreen(),
    choose,
    playSound: sound.again,
    receive(track) {
      their.set({ ...their.get(), [track.kind]: track })
      if (track.kind === 'audio') sound.play(track)
      else showTheirs()
    },
    setTheirs(theirs) {
      change({ theirs })
      showTheirs()
    },
    setPath(path) {
      if (view.get().path !== path) change({ path })
    },
    release() {
      openings.microphone++
      openings.camera++
      unlisten = unlisten?.() as undefined
      for (const track of Object.values(own.get())) track?.stop()
      own.set(noTracks)
      their.set(noTracks)
      sound.stop()
      wants = { microphone: true, camera: false }
      view.set({ ...atRest, devices: view.get().devices, chosen: asked })
    },
  }
}
