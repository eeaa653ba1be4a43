import type { IceServer } from '@parley/protocol/call'
import type { CallJoined, CallSignal, CallSignalParams, CallView } from '@parley/protocol/call-view'
import type { Params } from '@parley/protocol/upstream'
import { isTransient, type Result, type FailureCode } from '../connection/result.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { CallSession } from './call-signaling.ts'
import type { CallMediaCore } from './call-media.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createMediaMonitor } from './media-monitor.ts'
import { createPeer, type Peer } from './peer.ts'
import { createRecovery, onNetworkChange } from './recovery.ts'
import { retryAcrossReconnects } from './retry-across-reconnects.ts'
import { savedCall } from './saved-call.ts'
import { createSignalChannel } from './signal-channel.ts'

export interface PeerCallOptions {
  session: CallSession
  side: 'customer' | 'agent'
  media: CallMediaCore
  newId: () => string
  call: CallView
  ice: IceServer[]
  /** Id of this side's first RTCPeerConnection. */
  peer: string
  /** Called with each newer view of the call, including its end. */
  onView: (view: CallView) => void
  /** The server no longer has this side in the call: it is over, or runs in another window. */
  onGone: (code: FailureCode) => void
}

/** One side of one call, from ringing to its end, over one or more RTCPeerConnections in sequence. */
export interface PeerCall {
  peer: () => string
  /** This side has joined the call: sends keep-alives and signals from now on. */
  start: (joined: CallJoined) => void
  update: (view: CallView) => void
  receive: (params: CallSignalParams) => void
  /** Ends the call for both sides. Media stops immediately. */
  hangUp: () => Promise<Result<CallView>>
  /** Stops without notifying the server. */
  close: () => void
}

/**
 *   prepared   gathers candidates; sends nothing
 *   running    `isJoined`: the server knows that the current socket is this side's; it refuses others as call_elsewhere
 *   closed     final
 */
type PeerCallState = { name: 'prepared' } | { name: 'running'; isJoined: boolean } | { name: 'closed' }

const aliveIntervalMs = 5_000
const qualityIntervalMs = 30_000
const repeatIntervalMs = 3_000
/** Invalid signals may repeat: a connection is replaced at most this often. */
const minReplacementIntervalMs = 5_000

export function createPeerCall(options: PeerCallOptions): PeerCall {
  const { session, side, media } = options
  const { platform } = session
  const call_id = options.call.id
  const createdAt = platform.now()
  let { call: view, ice } = options
  let state: PeerCallState = { name: 'prepared' }
  let replacedAt = -Infinity
  /** Id of this side's connection. */
  let localPeer = options.peer
  /** Id of the next join. Kept until a join is answered: the server may have accepted it. */
  let nextPeer = localPeer
  let reportsConnected = false
  let stopHeartbeat = () => {}

  const isClosed = () => state.name === 'closed'
  const isJoined = () => state.name === 'running' && state.isJoined
  const isReady = () => session.state.get().name === 'ready'
  const channel = createSignalChannel({
    session,
    callId: call_id,
    localPeer: () => localPeer,
    onSignal: receiveSignal,
  })
  const recovery = createRecovery({
    platform,
    isJoined,
    restartIce() {
      monitor.countRestart()
      peer.setIceServers(ice)
      peer.connection.restartIce()
      peer.repeatOffer()
    },
    replaceConnection,
    giveUp: () => void giveUp(),
  })
  const monitor = createMediaMonitor({ media, recovery })
  let peer = openPeer()

  function openPeer(): Peer {
    recovery.connectionReplaced()
    return createPeer({
      configuration: { iceServers: ice, iceTransportPolicy: view.relay_only ? 'relay' : 'all' },
      isImpolite: side === 'agent',
      video: view.video,
      media,
      send: channel.send,
      onStateChange: () => void checkMedia(),
      onInvalidSignal: replaceConnection,
    })
  }

  /** Joins with a new id, so that the other side replaces its connection too. */
  function replaceConnection() {
    const now = platform.now()
    if (!isJoined() || nextPeer !== localPeer || now - replacedAt < minReplacementIntervalMs) return
    replacedAt = now
    monitor.countRestart()
    nextPeer = options.newId()
    savedCall.set(savedCall.get() + nextPeer)
    void join()
  }

  function reopenPeer() {
    if (isClosed()) return
    peer.close()
    channel.discardUnsent()
    peer = openPeer()
  }

  function sendSending() {
    if (channel.remotePeer() !== null) channel.send({ sending: media.view.get().sending })
  }

  function setRemotePeer(id: string | null) {
    if (id === null || id === channel.remotePeer()) return
    // The other side has a new connection: this one has no counterpart.
    if (channel.setRemotePeer(id)) reopenPeer()
    sendSending()
    channel.deliverEarly()
  }

  /** The customer receives the servers with the answer. A connection without a counterpart is recreated with them. */
  function setIceServers(servers: IceServer[]) {
    ice = servers
    if (channel.remotePeer() === null) reopenPeer()
  }

  function update(next: CallView) {
    if (isClosed() || next.id !== call_id || next.revision < view.revision) return
    view = next
    if (view.ice) setIceServers(view.ice)
    if (view.phase === 'over') {
      // The server accepts it after the end; the side that hung up has sent it before.
      sendQuality()
      close()
    } else if (state.name === 'running') setRemotePeer(view.peers[side === 'agent' ? 'customer' : 'agent'])
    options.onView(view)
    // Another window has joined: this one leaves the call, and its lock, to it (SPEC C10).
    if (state.name === 'running' && ![null, localPeer, nextPeer].includes(view.peers[side]))
      onAnswer({ ok: false, code: 'call_elsewhere' })
  }

  function receiveSignal(signal: CallSignal) {
    if ('sending' in signal) return media.setRemoteSending(signal.sending)
    if ('description' in signal && signal.description.type === 'offer') recovery.remoteRestarted()
    peer.receive(signal)
  }

  function onAnswer(answer: Result<CallView>) {
    if (isClosed()) return
    if (answer.ok) return update(answer.value)
    if (isTransient(answer.code)) return
    close()
    options.onGone(answer.code)
  }

  /** A new id opens a new connection. */
  function onJoined(joined: CallJoined) {
    state = { name: 'running', isJoined: isReady() }
    ice = joined.ice
    if (nextPeer !== localPeer) {
      localPeer = nextPeer
      reopenPeer()
    }
    update(joined.call)
  }

  /** Registers this socket and `nextPeer` with the server. */
  async function join() {
    const params = { call_id, peer: nextPeer, previous: localPeer }
    const answer = await retryUntilSettled(platform, () => session.request('call.join', params))
    // A later join with another id decides.
    if (isClosed() || params.peer !== nextPeer) return
    if (!answer.ok) return onAnswer(answer)
    onJoined(answer.value)
    sendSending()
    peer.repeatOffer()
    recovery.suspectChange()
  }

  async function checkMedia() {
    if (isClosed() || channel.remotePeer() === null) return
    const checked = peer
    const isCurrent = () => !isClosed() && checked === peer
    await monitor.check(checked, isCurrent)
    if (!isCurrent() || checked.connection.connectionState !== 'connected') return
    // While the connection is being replaced, the server may know only the next one.
    if (view.phase !== 'connecting' || reportsConnected || !isJoined() || nextPeer !== localPeer) return
    reportsConnected = true
    const answer = await session.request('call.connected', { call_id, peer: localPeer })
    reportsConnected = answer.ok
    onAnswer(answer)
  }

  function sendQuality() {
    if (view.answered_at === null) return
    void session.request('call.quality', { call_id, quality: monitor.quality() })
  }

  function onTick(isDue: (intervalMs: number) => boolean) {
    void checkMedia()
    if (isDue(repeatIntervalMs)) {
      peer.repeatOffer()
      // The reconnect delay of the session may exceed the grace period of the call.
      if (session.state.get().name === 'waiting') session.retryNow()
    }
    if (!isJoined()) return
    if (isDue(aliveIntervalMs)) {
      void session.request('call.alive', { call_id }).then(onAnswer)
      // Repeated, because signals are lost while either side has no socket.
      sendSending()
    }
    if (isDue(qualityIntervalMs)) sendQuality()
  }

  let { sending } = media.view.get()
  const unsubscribes = [
    media.view.subscribe(() => {
      const next = media.view.get().sending
      if (next === sending) return
      sending = next
      sendSending()
    }),
    session.state.subscribe(() => {
      if (state.name !== 'running') return
      state.isJoined = false
      if (isReady()) void join()
    }),
    platform.onWake(recovery.suspectChange),
    onNetworkChange(recovery.suspectChange),
  ]

  function close() {
    if (isClosed()) return
    state = { name: 'closed' }
    stopHeartbeat()
    for (const unsubscribe of unsubscribes) unsubscribe()
    peer.close()
  }

  async function giveUp() {
    const answer = await end({ reason: 'media_failed' })
    if (answer.ok) options.onView(answer.value)
    else options.onGone(answer.code)
  }

  async function end(why?: Pick<Params['call.end'], 'reason'>) {
    close()
    sendQuality()
    return retryAcrossReconnects(session, () => session.request('call.end', { call_id, ...why }))
  }

  return {
    peer: () => localPeer,
    start(joined) {
      if (isClosed()) return
      stopHeartbeat = startHeartbeat(platform, createdAt, onTick)
      onJoined(joined)
    },
    update,
    receive(params) {
      if (!isClosed()) channel.receive(params)
    },
    hangUp: () => end(),
    close,
  }
}
