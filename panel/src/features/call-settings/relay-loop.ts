import type { IceServer } from '@parley/protocol/call'
import { isRelay } from './ice-queries.ts'

/** `milliseconds`: best round-trip time. */
export type LoopResult = { name: 'works'; milliseconds: number } | { name: 'fails' | 'skipped' }

/** A working relay needs less than one second. */
const relayTimeoutMs = 15_000
const rounds = 5

/**
 * Connects this browser to itself through the relay and measures the round trip: proves that media passes,
 * not only that the relay allocates addresses. Never throws.
 */
export async function tryRelay(servers: readonly IceServer[], signal: AbortSignal): Promise<LoopResult> {
  const iceServers = servers.filter(({ urls }) => urls.some(isRelay))
  if (iceServers.length === 0) return { name: 'skipped' }
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(relayTimeoutMs)])
  const ends: RTCPeerConnection[] = []
  try {
    const one = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' })
    const other = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' })
    ends.push(one, other)
    return { name: 'works', milliseconds: await measureRoundTrip(one, other, timeout) }
  } catch {
    return { name: 'fails' }
  } finally {
    for (const end of ends) end.close()
  }
}

async function measureRoundTrip(
  one: RTCPeerConnection,
  other: RTCPeerConnection,
  signal: AbortSignal,
): Promise<number> {
  trickle(one, other)
  trickle(other, one)
  other.addEventListener('datachannel', ({ channel }) => {
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => channel.send(data))
  })
  const channel = one.createDataChannel('test')
  const open = nextEvent(channel, 'open', signal)
  await one.setLocalDescription()
  await other.setRemoteDescription(localDescriptionOf(one))
  await other.setLocalDescription()
  await one.setRemoteDescription(localDescriptionOf(other))
  await open

  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const back = nextEvent(channel, 'message', signal)
    channel.send(String(round))
    await back
    best = Math.min(best, performance.now() - began)
  }
  return best
}

function trickle(from: RTCPeerConnection, to: RTCPeerConnection): void {
  const early: RTCIceCandidate[] = []
  from.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null) return
    if (to.remoteDescription === null) early.push(candidate)
    else void to.addIceCandidate(candidate).catch(() => undefined)
  })
  to.addEventListener('signalingstatechange', () => {
    if (to.remoteDescription === null) return
    for (const candidate of early.splice(0)) void to.addIceCandidate(candidate).catch(() => undefined)
  })
}

function localDescriptionOf({ localDescription }: RTCPeerConnection): RTCSessionDescription {
  if (localDescription === null) throw new Error('A connection without a description')
  return localDescription
}

function nextEvent(target: EventTarget, event: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error('Too late'))
    signal.addEventListener('abort', () => reject(new Error('Too late')), { once: true })
    target.addEventListener(event, resolve, { once: true })
  })
}
