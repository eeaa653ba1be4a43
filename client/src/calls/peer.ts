import type { IceServer } from '@parley/protocol/call'
import type { CallSignal } from '@parley/protocol/call-view'
import type { CallMediaCore } from './call-media.ts'

export interface PeerOptions {
  configuration: RTCConfiguration
  /**
   * The side that makes the first offer, and whose offer holds where both make one at once (perfect negotiation:
   * the agent's; the customer's is the polite one).
   */
  leads: boolean
  /** Whether the call may have pictures. */
  video: boolean
  media: Pick<CallMediaCore, 'own' | 'receive'>
  say: (signal: CallSignal) => void
  onStateChange: () => void
  /** What came could not be used: only another connection helps. */
  onBroken: () => void
}

/** One RTCPeerConnection and its negotiation. A call goes through several where it is lost, or a page is loaded anew. */
export interface Peer {
  connection: RTCPeerConnection
  /** Whether ICE gathering is in progress and has found no candidate yet. */
  gathersNothing: () => boolean
  hear: (signal: CallSignal) => void
  /** Says the offer again that nobody has answered: it or its answer may have been lost. */
  repeat: () => void
  /** Sets the servers for the next ICE restart. Firefox before 119 keeps the first ones. */
  use: (iceServers: IceServer[]) => void
  close: () => void
}

export function createPeer(options: PeerOptions): Peer {
  const { leads, video, media, say } = options
  const connection = new RTCPeerConnection({
    ...options.configuration,
    bundlePolicy: 'max-bundle',
    // No iceCandidatePoolSize: Chromium discards the pool before it gathers for an answer. If the permission check or the
    // network list arrives in between, it is lost, and the connection never gathers anything (docs/decisions/calls.md).
  })
  let closed = false
  let found = false
  /** Candidates that came before the description they belong to. */
  let early: RTCIceCandidateInit[] = []
  // One step after the other: a description must not come between the two halves of another.
  let last = Promise.resolve()

  const inTurn = (step: () => Promise<void>) => {
    last = last
      .then(() => (closed ? undefined : step()))
      .catch(() => {
        if (!closed) options.onBroken()
      })
  }

  function tell() {
    const description = connection.localDescription
    if (description && !closed) say({ description: { type: description.type, sdp: description.sdp } })
  }

  /**
   * Microphone and camera go on and off by their tracks alone: the lines for both stand from the first offer on, open
   * both ways, so that nothing has to be negotiated again. Further lines are none of ours: nothing is sent on them.
   */
  function fill() {
    const tracks = media.own.get()
    for (const transceiver of connection.getTransceivers().slice(0, video ? 2 : 1)) {
      transceiver.direction = 'sendrecv'
      const { kind } = transceiver.receiver.track
      void transceiver.sender.replaceTrack(kind === 'audio' ? tracks.audio : tracks.video).catch(() => {})
    }
  }

  const add = (candidate: RTCIceCandidateInit) =>
    // One of an offer that was not taken, or of a kind that this browser does not know: there are others.
    connection.addIceCandidate(candidate).catch(() => {})

  async function take(description: RTCSessionDescriptionInit) {
    const { signalingState } = connection
    const isOffer = description.type === 'offer'
    if (isOffer ? leads && signalingState !== 'stable' : signalingState !== 'have-local-offer') return
    await connection.setRemoteDescription(description)
    for (const candidate of early) void add(candidate)
    early = []
    if (!isOffer) return
    fill()
    await connection.setLocalDescription()
    tell()
  }

  connection.addEventListener('negotiationneeded', () =>
    inTurn(async () => {
      if (connection.signalingState !== 'stable') return
      await connection.setLocalDescription()
      tell()
    }),
  )
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate || closed) return
    found = true
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
    say({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } })
  })
  connection.addEventListener('track', ({ track }) => {
    if (video || track.kind === 'audio') media.receive(track)
  })
  connection.addEventListener('connectionstatechange', options.onStateChange)
  const unsubscribe = media.own.subscribe(fill)

  if (leads) {
    connection.addTransceiver('audio')
    if (video) connection.addTransceiver('video')
    fill()
  }

  return {
    connection,
    gathersNothing: () => !found && connection.iceGatheringState === 'gathering',
    hear(signal) {
      if ('description' in signal) inTurn(() => take(signal.description))
      else if ('candidate' in signal && signal.candidate) {
        const { candidate } = signal
        inTurn(async () => {
          if (connection.remoteDescription) void add(candidate)
          else early.push(candidate)
        })
      }
    },
    repeat() {
      if (connection.signalingState === 'have-local-offer') tell()
    },
    use(iceServers) {
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
