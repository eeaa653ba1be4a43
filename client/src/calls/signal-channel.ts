import type { CallSignal, CallSignalParams } from '@parley/protocol/call-view'
import type { CallSession } from './call-signaling.ts'

/** Signals between this side's RTCPeerConnection and the other side's, each named by its id (SPEC C9). */
export interface SignalChannel {
  /** null until the other side is known. */
  remotePeer: () => string | null
  /** Sends what waited for the first connection of the other side. Returns whether this one replaces another. */
  setRemotePeer: (id: string) => boolean
  send: (signal: CallSignal) => void
  receive: (params: CallSignalParams) => void
  /** Delivers signals that arrived before the view that names their sender. */
  deliverEarly: () => void
  discardUnsent: () => void
}

const maxEarlySignals = 100

export function createSignalChannel(options: {
  session: CallSession
  callId: string
  localPeer: () => string
  onSignal: (signal: CallSignal) => void
}): SignalChannel {
  const { session, callId, localPeer } = options
  let remotePeer: string | null = null
  const unsent: CallSignal[] = []
  const early: CallSignalParams[] = []

  function send(signal: CallSignal) {
    if (remotePeer === null) unsent.push(signal)
    else session.notify('call.signal', { call_id: callId, from: localPeer(), to: remotePeer, signal })
  }

  function receive(params: CallSignalParams) {
    if (params.call_id !== callId || params.to !== localPeer()) return
    if (params.from === remotePeer) options.onSignal(params.signal)
    else if (early.push(params) > maxEarlySignals) early.shift()
  }

  return {
    remotePeer: () => remotePeer,
    setRemotePeer(id) {
      const isReplacement = remotePeer !== null
      remotePeer = id
      for (const signal of unsent.splice(0)) send(signal)
      return isReplacement
    },
    send,
    receive,
    deliverEarly() {
      for (const params of early.splice(0)) receive(params)
    },
    discardUnsent: () => void unsent.splice(0),
  }
}
