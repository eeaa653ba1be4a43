/** `label` is empty until a permission was granted. */
export interface MediaDevice {
  id: string
  label: string
}

export interface MediaDevices {
  microphones: readonly MediaDevice[]
  cameras: readonly MediaDevice[]
  /** Empty if the browser cannot select an output. */
  speakers: readonly MediaDevice[]
}

export const noDevices: MediaDevices = { microphones: [], cameras: [], speakers: [] }

/** Returns the connected devices, without labels until a permission was granted. */
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

/** False on phones. */
// oxlint-disable-next-line typescript/no-unnecessary-condition -- missing on an insecure page
export const canShareScreen = (): boolean => !!navigator.mediaDevices?.getDisplayMedia

/** Within the uplink of a phone. */
const videoConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24, max: 30 } }

/**
 * Opens the device with this id, or the browser's default if the id is null or the device is gone.
 *
 * @throws {DOMException} errors of getUserMedia; a TypeError if it or RTCPeerConnection is missing
 */
export async function openDevice(
  device: 'microphone' | 'camera',
  id: string | null,
): Promise<MediaStreamTrack> {
  // Some privacy settings disable WebRTC.
  if (!('RTCPeerConnection' in globalThis)) throw new TypeError()
  const which = id === null ? {} : { deviceId: { exact: id } }
  const constraints: MediaStreamConstraints =
    device === 'microphone'
      ? { audio: { ...which, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
      : { video: { ...videoConstraints, ...(id === null ? { facingMode: 'user' } : which) } }
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    return stream.getTracks()[0]!
  } catch (error) {
    if (id !== null && (error as DOMException).name === 'OverconstrainedError')
      return openDevice(device, null)
    throw error
  }
}
