import type { IceServer } from '@parley/protocol/call'
import type { CallSignal } from '@parley/protocol/call-view'
import type { CallMediaCore } from './call-media.ts'

export interface PeerOptions {
  configuration: RTCConfiguration
  /** Perfect negotiation: the impolite side (the agent's) makes the first offer, and its offer wins a collision. */
  isImpolite: boolean
  /** Whether the call may have video. */
  video: boolean
  media: Pick<CallMediaCore, 'localTracks' | 'receive'>
  send: (signal: CallSignal) => void
  onStateChange: () => void
  /** A signal could not be applied: only a new connection helps. */
  onInvalidSignal: () => void
}

/** One RTCPeerConnection and its negotiation. */
export interface Peer {
  connection: RTCPeerConnection
  /** Whether ICE gathering is in progress and has found no candidate yet. */
  gathersNothing: () => boolean
  receive: (signal: CallSignal) => void
  /** Sends an unanswered offer again: it or its answer may have been lost. */
  repeatOffer: () => void
  /** Sets the servers for the next ICE restart. Firefox before 119 keeps the first ones. */
  setIceServers: (iceServers: IceServer[]) => void
  close: () => void
}

export function createPeer(options: PeerOptions): Peer {
  const { isImpolite, video, media, send } = options
  const connection = new RTCPeerConnection({
    ...options.configuration,
    bundlePolicy: 'max-bundle',
    // No iceCandidatePoolSize: Chromium discards the pool before it gathers for an answer. If the permission check or the
    // network list arrives in between, it is lost, and the connection never gathers anything (docs/decisions/calls.md).
  })
  let closed = false
  let hasCandidate = false
  /** Candidates that arrived before their description. */
  let earlyCandidates: RTCIceCandidateInit[] = []
  // Steps run one after another: descriptions must not interleave.
  let lastStep = Promise.resolve()

  const enqueue = (step: () => Promise<void>) => {
    lastStep = lastStep
      .then(() => (closed ? undefined : step()))
      .catch(() => {
        if (!closed) options.onInvalidSignal()
      })
  }

  function sendDescription() {
    const description = connection.localDescription
    if (description && !closed) send({ description: { type: description.type, sdp: description.sdp } })
  }

  /**
   * Both media lines exist from the first offer and are bidirectional, so that replacing tracks needs no renegotiation.
   * Nothing is sent on further lines.
   */
  function attachTracks() {
    const tracks = media.localTracks.get()
    for (const transceiver of connection.getTransceivers().slice(0, video ? 2 : 1)) {
      transceiver.direction = 'sendrecv'
      const { kind } = transceiver.receiver.track
      void transceiver.sender.replaceTrack(kind === 'audio' ? tracks.audio : tracks.video).catch(() => {})
    }
  }

  const addCandidate = (candidate: RTCIceCandidateInit) =>
    // Belongs to an ignored offer, or is of an unknown kind: there are others.
    connection.addIceCandidate(candidate).catch(() => {})

  async function applyDescription(description: RTCSessionDescriptionInit) {
    const { signalingState } = connection
    const isOffer = description.type === 'offer'
    if (isOffer ? isImpolite && signalingState !== 'stable' : signalingState !== 'have-local-offer') return
    await connection.setRemoteDescription(description)
    for (const candidate of earlyCandidates) void addCandidate(candidate)
    earlyCandidates = []
    if (!isOffer) return
    attachTracks()
    await connection.setLocalDescription()
    sendDescription()
  }

  connection.addEventListener('negotiationneeded', () =>
    enqueue(async () => {
      if (connection.signalingState !== 'stable') return
      await connection.setLocalDescription()
      sendDescription()
    }),
  )
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate || closed) return
    hasCandidate = true
    const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate
    send({ candidate: { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } })
  })
  connection.addEventListener('track', ({ track }) => {
    if (video || track.kind === 'audio') media.receive(track)
  })
  connection.addEventListener('connectionstatechange', options.onStateChange)
  const unsubscribe = media.localTracks.subscribe(attachTracks)

  if (isImpolite) {
    connection.addTransceiver('audio')
    if (video) connection.addTransceiver('video')
    attachTracks()
  }

  return {
    connection,
    gathersNothing: () => !hasCandidate && connection.iceGatheringState === 'gathering',
    receive(signal) {
      if ('description' in signal) enqueue(() => applyDescription(signal.description))
      else if ('candidate' in signal && signal.candidate) {
        const { candidate } = signal
        enqueue(async () => {
          if (connection.remoteDescription) void addCandidate(candidate)
          else earlyCandidates.push(candidate)
        })
      }
    },
    repeatOffer() {
      if (connection.signalingState === 'have-local-offer') sendDescription()
    },
    setIceServers(iceServers) {
      if ('setConfiguration' in connection)
        connection.setConfiguration({ ...connection.getConfiguration(), iceServers })
    },
    close() {
      closed = true
      unsubscribe()
      connection.close()
    },
  }
}
