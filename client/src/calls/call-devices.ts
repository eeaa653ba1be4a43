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

export const noDevices: MediaDevices = { microphones: [], cameras: [], speakers: [] }

/** What is plugged in. Names come only after a permission was given. */
export async function listDevices(): Promise<MediaDevices> {
  try {
    const all = await navigator.mediaDevices.enumerateDevices()
    const of = (kind: MediaDeviceKind) =>
      all
        .filter((device) => device.kind === kind && device.deviceId)
        .map(({ deviceId: id, label }) => ({ id, label }))
    return {
      microphones: of('audioinput'),
      cameras: of('videoinput'),
      speakers: 'setSinkId' in HTMLMediaElement.prototype ? of('audiooutput') : [],
    }
  } catch {
    return noDevices
  }
}

/** A picture that a phone's uplink carries. */
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24, max: 30 } }

/**
 * A track of the device of this id; of whichever the browser takes, where it is null or that device is gone.
 *
 * @throws {DOMException} as getUserMedia does; a TypeError where there is none, or no RTCPeerConnection
 */
export async function openDevice(
  device: 'microphone' | 'camera',
  id: string | null,
): Promise<MediaStreamTrack> {
  // Switched off by some; then a microphone is of no use.
  if (!('RTCPeerConnection' in globalThis)) throw new TypeError()
  const which = id === null ? {} : { deviceId: { exact: id } }
  const constraints: MediaStreamConstraints =
    device === 'microphone'
      ? { audio: { ...which, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
      : { video: { ...picture, ...(id === null ? { facingMode: 'user' } : which) } }
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    return stream.getTracks()[0]!
  } catch (error) {
    if (id !== null && error instanceof Error && error.name === 'OverconstrainedError')
      return openDevice(device, null)
    throw error
  }
}
