import { vi } from 'vitest'
import { settle } from './test-platform.ts'

/**
 * Fakes of the browser APIs that calls use: microphone, camera and RTCPeerConnection. Media in real browsers is tested in
 * e2e/src/call-*.test.ts.
 */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  enabled = true
  readyState: 'live' | 'ended' = 'live'
  muted = false

  constructor(kind: 'audio' | 'video') {
    super()
    this.kind = kind
  }

  stop(): void {
    this.readyState = 'ended'
  }

  /** Simulates an unplugged device or a revoked permission. */
  end(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }

  getSettings(): { deviceId: string } {
    return { deviceId: `${this.kind}-1` }
  }
}

class FakeStream {
  readonly #tracks: FakeTrack[]
  constructor(tracks: FakeTrack[] = []) {
    this.#tracks = tracks
  }
  getTracks(): FakeTrack[] {
    return this.#tracks
  }
  getVideoTracks(): FakeTrack[] {
    return this.#tracks.filter(({ kind }) => kind === 'video')
  }
}

class FakeTransceiver {
  direction = 'sendrecv'
  readonly receiver: { track: FakeTrack }
  readonly sender = {
    track: null as FakeTrack | null,
    async replaceTrack(track: FakeTrack | null) {
      this.track = track
    },
  }
  constructor(kind: 'audio' | 'video') {
    this.receiver = { track: new FakeTrack(kind) }
  }
}

interface FakeDescription {
  type: 'offer' | 'answer'
  sdp: string
}

export class FakePeerConnection extends EventTarget {
  readonly configuration: RTCConfiguration
  readonly #transceivers: FakeTransceiver[] = []
  signalingState: 'stable' | 'have-local-offer' | 'have-remote-offer' | 'closed' = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  iceGatheringState: RTCIceGatheringState = 'new'
  localDescription: FakeDescription | null = null
  remoteDescription: FakeDescription | null = null
  readonly candidates: unknown[] = []
  restarts = 0
  #offers = 0

  constructor(configuration: RTCConfiguration, all: FakePeerConnection[]) {
    super()
    this.configuration = configuration
    all.push(this)
  }

  addTransceiver(kind: 'audio' | 'video'): void {
    this.#transceivers.push(new FakeTransceiver(kind))
    if (this.#transceivers.length === 1) this.#needNegotiation()
  }

  getTransceivers(): FakeTransceiver[] {
    return this.#transceivers
  }

  async setLocalDescription(): Promise<void> {
    const isAnswer = this.signalingState === 'have-remote-offer'
    this.localDescription = isAnswer
      ? { type: 'answer', sdp: `answer to ${this.remoteDescription?.sdp}` }
      : { type: 'offer', sdp: `offer ${++this.#offers}` }
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer'
  }

  async setRemoteDescription(description: FakeDescription): Promise<void> {
    if (description.sdp === 'garbage') throw new DOMException('No SDP', 'OperationError')
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
    if (description.type === 'offer' && this.#transceivers.length === 0) {
      this.#transceivers.push(new FakeTransceiver('audio'))
    }
  }

  async addIceCandidate(candidate: unknown): Promise<void> {
    if (!this.remoteDescription) throw new DOMException('No description', 'InvalidStateError')
    this.candidates.push(candidate)
  }

  restartIce(): void {
    this.restarts++
    if (this.signalingState === 'stable') this.#needNegotiation()
  }

  async getStats(): Promise<Map<string, object>> {
    return new Map()
  }

  close(): void {
    this.signalingState = 'closed'
    this.connectionState = 'closed'
  }

  /** Changes the connection state. */
  setConnectionState(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }

  /** Emits an ICE candidate. */
  emitCandidate(candidate: string): void {
    const more = { sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'f' }
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: { candidate, ...more } }))
  }

  #needNegotiation() {
    setImmediate(() => this.dispatchEvent(new Event('negotiationneeded')))
  }
}

export interface FakeMedia {
  /** All RTCPeerConnections created. */
  connections: FakePeerConnection[]
  /** All tracks opened. */
  tracks: FakeTrack[]
  /** Error thrown by `getUserMedia` and `getDisplayMedia`. */
  refusal: DOMException | null
  live: () => FakeTrack[]
  /** Changes the permission in the browser's settings. */
  setPermission: (state: PermissionState) => Promise<void>
  /** Contents of `sessionStorage`. */
  stored: Map<string, string>
}

/** Stubs the browser APIs until the end of the test. */
export function useFakeMedia(stored = new Map<string, string>()): FakeMedia {
  const permission = Object.assign(new EventTarget(), { state: 'granted' })
  const media: FakeMedia = {
    connections: [],
    tracks: [],
    refusal: null,
    live: () => media.tracks.filter(({ readyState }) => readyState === 'live'),
    async setPermission(state) {
      permission.state = state
      permission.dispatchEvent(new Event('change'))
      await settle()
    },
    stored,
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia({ audio }: MediaStreamConstraints) {
      if (media.refusal) throw media.refusal
      const track = new FakeTrack(audio ? 'audio' : 'video')
      media.tracks.push(track)
      return new FakeStream([track])
    },
    async getDisplayMedia() {
      if (media.refusal) throw media.refusal
      const track = new FakeTrack('video')
      media.tracks.push(track)
      return new FakeStream([track])
    },
    enumerateDevices: async () => [{ kind: 'audioinput', deviceId: 'audio-1', label: 'Headset' }],
  })
  vi.stubGlobal('navigator', { mediaDevices, permissions: { query: async () => permission } })
  vi.stubGlobal('document', {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('HTMLMediaElement', { prototype: {} })
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('RTCPeerConnection', function make(configuration: RTCConfiguration) {
    return new FakePeerConnection(configuration, media.connections)
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  return media
}
