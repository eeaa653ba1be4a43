import type { IceServer } from '@parley/protocol/call'
import type { CallJoined, CallSignal, CallSignalParams, CallView } from '@parley/protocol/call-view'
import type { Params } from '@parley/protocol/upstream'
import { isTransient, type Result, type FailureCode } from '../connection/result.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { CallLine } from './call-signaling.ts'
import type { CallMediaCore } from './call-media.ts'
import { createQualityKeeper, pathOf, sampleOf } from './call-stats.ts'
import { createPeer, type Peer } from './peer.ts'
import { createRecovery, onNetworkChange } from './recovery.ts'
import { untilHeard } from './retry-across-reconnects.ts'

export interface PeerCallOptions {
  line: CallLine
  side: 'customer' | 'agent'
  media: CallMediaCore
  newId: () => string
  call: CallView
  ice: IceServer[]
  /** Our id in it so far. */
  peer: string
  /** Each newer picture of the call, up to that of its end. */
  onView: (view: CallView) => void
  /** The service says that the call is not ours any more: it is over, or runs in another window. */
  onGone: (code: FailureCode) => void
}

/** One side of one call, from ringing to its end, through as many RTCPeerConnections as it takes. */
export interface PeerCall {
  id: string
  peer: () => string
  /** The service has this side in the call: from here on it is kept alive, and the other side is spoken to. */
  begin: (joined: CallJoined) => void
  see: (view: CallView) => void
  hear: (params: CallSignalParams) => void
  /** Ends the call for both. The media stop at once. */
  hangUp: (reason?: Params['call.end']['reason']) => Promise<Result<CallView>>
  /** Leaves without a word. */
  close: () => void
}

const beat = 500
/** In beats. */
const aliveEvery = 10
const qualityEvery = 60
const repeatEvery = 6
/** In milliseconds: what cannot be used may come again. */
const rebuildPause = 5_000
/** Signals of a side that no picture has named yet: its word has come faster. */
const maxEarly = 100

export function createPeerCall(options: PeerCallOptions): PeerCall {
  const { line, side, media } = options
  const { platform } = line
  const call_id = options.call.id
  let { call: view, ice, peer: mine } = options
  let their: string | null = null
  let begun = false
  /** Whether the socket of now is known to be ours: on another one everything would be refused as elsewhere. */
  let joined = false
  let over = false
  const waiting: CallSignal[] = []
  const early: CallSignalParams[] = []
  let beats = 0
  const bornAt = platform.now()
  let anew = true
  let toldConnected = false
  let rebuiltAt = -Infinity
  let cancelBeat = () => {}
  let told = media.view.get().sending

  const isReady = () => line.state.get().name === 'ready'
  const keeper = createQualityKeeper()
  const recovery = createRecovery({
    platform,
    canSpeak: () => joined && (side === 'agent' || peer.connection.remoteDescription !== null),
    restart() {
      keeper.restarted()
      peer.use(ice)
      peer.connection.restartIce()
      peer.repeat()
    },
    rebuild,
    giveUp: () => void giveUp(),
  })
  let peer = build()

  function build(): Peer {
    anew = true
    recovery.begin()
    return createPeer({
      configuration: { iceServers: ice, iceTransportPolicy: view.relay_only ? 'relay' : 'all' },
      leads: side === 'agent',
      video: view.video,
      media,
      say,
      onStateChange: () => void look(),
      onBroken: rebuild,
    })
  }

  /** Under another id, so that the other side begins anew as well. */
  function rebuild() {
    const now = platform.now()
    if (over || !joined || now - rebuiltAt < rebuildPause) return
    rebuiltAt = now
    keeper.restarted()
    void join(options.newId())
  }

  /** The other connection is gone: ours has nobody to speak to. */
  function renew() {
    if (over) return
    peer.close()
    waiting.length = 0
    peer = build()
  }

  function say(signal: CallSignal) {
    if (their === null) waiting.push(signal)
    else line.notify('call.signal', { call_id, from: mine, to: their, signal })
  }

  const tellSending = () => say({ sending: media.view.get().sending })

  function meet(id: string | null) {
    if (id === null || id === their) return
    const former = their
    their = id
    recovery.begin()
    // What was gathered while it rang was meant for whoever comes first.
    const words = waiting.splice(0)
    if (former !== null) renew()
    else for (const word of words) say(word)
    tellSending()
    for (const params of early.splice(0)) hear(params)
  }

  /** The customer receives the servers with the answer. A connection without a peer is recreated with them. */
  function equip(servers: IceServer[]) {
    ice = servers
    if (their === null) renew()
  }

  function see(next: CallView) {
    if (over || next.id !== call_id || next.revision < view.revision) return
    view = next
    if (view.ice) equip(view.ice)
    if (view.phase === 'over') {
      // The service takes it of a call that is over, too: the one who hung up has said it before.
      tellQuality()
      close()
    } else if (begun) meet(view.peers[side === 'agent' ? 'customer' : 'agent'])
    options.onView(view)
  }

  function hear(params: CallSignalParams) {
    const { from, to, signal } = params
    if (over || params.call_id !== call_id || to !== mine) return
    if (from !== their) {
      if (early.push(params) > maxEarly) early.shift()
    } else if ('sending' in signal) {
      media.setTheirs(signal.sending)
    } else {
      if ('description' in signal && signal.description.type === 'offer') recovery.othersTry()
      peer.hear(signal)
    }
  }

  function accept(answer: Result<CallView>) {
    if (over) return
    if (answer.ok) return see(answer.value)
    if (isTransient(answer.code)) return
    close()
    options.onGone(answer.code)
  }

  /** Says on a socket which connection is ours. With another id than before: another connection. */
  async function join(id = mine) {
    const answer = await retryUntilSettled(platform, () => line.request('call.join', { call_id, peer: id }))
    if (over) return
    if (!answer.ok) return accept(answer)
    joined = isReady()
    ice = answer.value.ice
    if (id !== mine) {
      mine = id
      renew()
    }
    see(answer.value.call)
    if (their !== null) tellSending()
    peer.repeat()
    recovery.hurry()
  }

  async function look() {
    if (over || their === null) return
    const { connection } = peer
    const report = await connection.getStats().catch(() => null)
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- both may have changed meanwhile
    if (over || connection !== peer.connection || !report) return
    const sample = sampleOf(report)
    keeper.add(sample, anew)
    anew = false
    const { connectionState: state } = connection
    const isSpokenTo = media.view.get().theirs.microphone
    recovery.look({ state, bytes: sample.bytes, isSpokenTo, gathersNothing: peer.gathersNothing() })
    const isSilent = isSpokenTo && recovery.silence() > 3_000
    media.setPath(pathOf(state, isSilent, keeper.recentLoss(), sample.roundTrip))
    if (state === 'connected') void tellConnected()
  }

  async function tellConnected() {
    if (view.phase !== 'connecting' || toldConnected || !joined) return
    toldConnected = true
    const answer = await line.request('call.connected', { call_id, peer: mine })
    toldConnected = answer.ok
    accept(answer)
  }

  function tellQuality() {
    if (view.answered_at === null) return
    void line.request('call.quality', { call_id, quality: keeper.quality() })
  }

  function live() {
    cancelBeat = platform.after(beat, live)
    const before = beats
    // By the clock: timers of a hidden page are slowed down.
    beats = Math.max(beats + 1, Math.round((platform.now() - bornAt) / beat))
    const isTime = (every: number) => Math.floor(beats / every) > Math.floor(before / every)
    void look()
    if (isTime(repeatEvery)) {
      peer.repeat()
      // The back-off of a session may be longer than the service waits for this side.
      if (line.state.get().name === 'waiting') line.retryNow()
    }
    if (!joined) return
    if (isTime(aliveEvery)) {
      void line.request('call.alive', { call_id }).then(accept)
      // What was said while either side had lost its socket was heard by nobody.
      if (their !== null) tellSending()
    }
    if (isTime(qualityEvery)) tellQuality()
  }

  const unhooks = [
    media.view.subscribe(() => {
      const { sending } = media.view.get()
      if (sending === told) return
      told = sending
      if (their !== null) tellSending()
    }),
    line.state.subscribe(() => {
      joined = false
      if (begun && isReady()) void join()
    }),
    platform.onWake(recovery.hurry),
    onNetworkChange(recovery.hurry),
  ]
  function close() {
    if (over) return
    over = true
    cancelBeat()
    for (const unhook of unhooks) unhook()
    peer.close()
  }

  async function giveUp() {
    const answer = await hangUp('media_failed')
    if (answer.ok) options.onView(answer.value)
    else options.onGone(answer.code)
  }

  async function hangUp(reason?: Params['call.end']['reason']) {
    close()
    tellQuality()
    return untilHeard(line, () => line.request('call.end', { call_id, ...(reason && { reason }) }))
  }

  return {
    id: call_id,
    peer: () => mine,
    begin(start) {
      begun = true
      joined = isReady()
      ice = start.ice
      cancelBeat = platform.after(beat, live)
      see(start.call)
    },
    see,
    hear,
    hangUp,
    close,
  }
}
