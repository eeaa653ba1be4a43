import { listen } from '../browser/listen.ts'
import type { Platform } from '../browser/platform.ts'

export interface RecoveryOptions {
  platform: Pick<Platform, 'now'>
  /** Whether the server takes this side's signals: its socket has joined the call. */
  isJoined: () => boolean
  /** Restarts ICE on the same connection. */
  restartIce: () => void
  replaceConnection: () => void
  giveUp: () => void
}

/** State of the media at one moment. */
export interface MediaStatus {
  state: RTCPeerConnectionState
  /** Whether the connection has a description of the other side. */
  described: boolean
  /** Bytes received over this connection so far. */
  bytes: number
  /** The other side sends audio, so that bytes must arrive. */
  expectsMedia: boolean
  /** Whether ICE gathering is in progress and has found no candidate yet. */
  gathersNothing: boolean
}

/** Decides when to reconnect the media. */
export interface Recovery {
  /** Called twice a second and when the connection state changes. */
  check: (status: MediaStatus) => void
  /** The network may have changed, or the page was suspended: reconnects sooner for a while. */
  suspectChange: () => void
  /** The other side restarts ICE: this counts as an attempt of both, since two restarts at once would collide. */
  remoteRestarted: () => void
  /** A new connection is in use, or begins to connect. */
  connectionReplaced: () => void
  /** Time since the last bytes arrived (ms). */
  silenceMs: () => number
}

/** Time without bytes before an attempt, by connection state. None after `failed`, which includes the browser's own timeout. */
const silenceLimitMs: Partial<Record<RTCPeerConnectionState, number>> = {
  new: 6_000,
  connecting: 6_000,
  connected: 5_000,
  disconnected: 2_500,
}
/** The limit while a change of the network is suspected, and the longest silence of a working connection. */
const shortSilenceLimitMs = 1_000
const suspicionMs = 5_000
/** A connection without candidates is replaced after this time: an ICE restart would gather none either. */
const gatheringTimeoutMs = 3_000
const maxRestarts = 5
/** Delay before the next attempt. At least 2 s, so that restarts do not overlap. */
const retryDelayMs = (restarts: number) => Math.max(2, restarts + 1) * 1_000
/** Attempts end after this time without media in which the connection has a description, regardless of what remains. */
const giveUpAfterMs = 60_000
/** Limit of the time without a description. More than the largest `grace_seconds`, after which the service ends the call. */
const maxAbsenceMs = 180_000
/** After this time with media the attempts start from the beginning. */
const recoveredAfterMs = 5_000

export function createRecovery(options: RecoveryOptions): Recovery {
  const { now } = options.platform
  let [receivedAt, attemptedAt, suspectUntil] = [now(), -Infinity, 0]
  /** Time of the first attempt since media arrived last, over any connection. */
  let firstAttemptAt = Infinity
  /** Time since which no connection has had a description of the other side. */
  let absentSince: number | null = null
  let gathersNothingSince: number | null = null
  let bytes = 0
  let restarts = 0
  let replaced = false

  function attempt(skipRestarts = false) {
    const time = now()
    if (!skipRestarts && time - attemptedAt < retryDelayMs(restarts)) return
    attemptedAt = time
    firstAttemptAt = Math.min(firstAttemptAt, time)
    if (time - firstAttemptAt > giveUpAfterMs) {
      options.giveUp()
    } else if (restarts < maxRestarts && !skipRestarts) {
      restarts++
      options.restartIce()
    } else if (replaced) {
      options.giveUp()
    } else {
      replaced = true
      restarts = 0
      options.replaceConnection()
    }
  }

  return {
    check(status) {
      const time = now()
      if (status.bytes > bytes) {
        receivedAt = time
        firstAttemptAt = Infinity
      }
      gathersNothingSince = status.gathersNothing ? (gathersNothingSince ?? time) : null
      bytes = status.bytes
      // The service decides how long this side may be absent (SPEC C8).
      if (!options.isJoined()) {
        firstAttemptAt = Infinity
        absentSince = null
        return
      }
      // Only once: with a slow relay, the next connection needs more time.
      if (gathersNothingSince !== null && time - gathersNothingSince >= gatheringTimeoutMs && !replaced)
        return attempt(true)
      if (!status.described) {
        absentSince ??= time
        if (time - absentSince > maxAbsenceMs) options.giveUp()
        return
      }
      if (absentSince !== null) {
        // The absence of the other side is no attempt, and media can arrive from now on.
        firstAttemptAt += time - absentSince
        absentSince = null
        receivedAt = time
      }
      const silenceMs = time - receivedAt
      if (status.state === 'connected' && (silenceMs < shortSilenceLimitMs || !status.expectsMedia)) {
        if (time - attemptedAt > recoveredAfterMs) {
          restarts = 0
          replaced = false
        }
        return
      }
      const limitMs = time < suspectUntil ? shortSilenceLimitMs : Infinity
      if (silenceMs >= Math.min(limitMs, silenceLimitMs[status.state] ?? 0)) attempt()
    },
    suspectChange: () => void (suspectUntil = now() + suspicionMs),
    remoteRestarted() {
      attemptedAt = now()
      restarts = Math.min(restarts + 1, maxRestarts)
    },
    connectionReplaced() {
      receivedAt = now()
      bytes = 0
      gathersNothingSince = null
    },
    silenceMs: () => now() - receivedAt,
  }
}

/** Only Chromium reports that a phone switched from Wi-Fi to mobile data. */
export function onNetworkChange(listener: () => void): () => void {
  const { connection } = navigator as { connection?: EventTarget }
  return connection ? listen(connection, 'change', listener) : () => {}
}
