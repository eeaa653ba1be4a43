import type { Store } from '../store.ts'
import type { MediaProblem } from './media-problem.ts'

/** `label` is empty until a permission was given. */
export interface MediaDevice {
  id: string
  label: string
}

export interface MediaDevices {
  microphones: readonly MediaDevice[]
  cameras: readonly MediaDevice[]
  /** Empty where the browser cannot choose. */
  speakers: readonly MediaDevice[]
}

export type DeviceKind = 'microphone' | 'camera' | 'speaker'

/** What one side sends at the moment. */
export interface Sending {
  microphone: boolean
  camera: boolean
}

/** good; weak: heard with gaps; lost: nothing comes, the path is being found anew. */
export type CallPath = 'good' | 'weak' | 'lost'

/** One picture of everything seen and heard. A new object after each change. */
export interface CallMediaView {
  /** What this side sends. The microphone is on from the beginning, the camera off unless the call began with it. */
  sending: Sending
  /** What the other side says that it sends. */
  theirs: Sending
  /** For `<video muted>`: the own picture; null while the camera is off. Mirror it. */
  ownPicture: MediaStream | null
  /** For `<video muted>`: the other side's picture; null while there is none. The sound plays by itself. */
  theirPicture: MediaStream | null
  path: CallPath
  devices: MediaDevices
  /** Ids of those in use; null: none, or the browser's choice. */
  chosen: Record<DeviceKind, string | null>
  /** The last device that could not be had; gone when it is had, or by `forgetProblem`. */
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
  /** Asks for the camera when it is switched on. */
  setCamera: (on: boolean) => void
  choose: (kind: DeviceKind, id: string) => void
  /** The other camera of a phone. */
  flipCamera: () => void
  forgetProblem: () => void
  playSound: () => void
}
