import { listen } from '../browser/listen.ts'
import type { Platform } from '../browser/platform.ts'

export interface RecoveryOptions {
  platform: Pick<Platform, 'now'>
  /** Whether the other side can be told of another path. */
  canSpeak: () => boolean
  /** Finds another path for the same connection (ICE restart). */
  restart: () => void
  /** Makes another connection. */
  rebuild: () => void
  giveUp: () => void
}

/** What is known of the media at one moment. */
export interface PathLook {
  state: RTCPeerConnectionState
  /** Everything that came over this connection so far. */
  bytes: number
  /** The other side sends its microphone, so that something has to come. */
  isSpokenTo: boolean
  /** Whether ICE gathering is in progress and has found no candidate yet. */
  gathersNothing: boolean
}

/** Decides when the path of the media is to be found anew. It is looked at twice a second, and when the state changes. */
export interface Recovery {
  look: (look: PathLook) => void
  /** The network may have changed, or the page has slept. */
  hurry: () => void
  /** The other side finds another path: a try of both, which ours would only cross. */
  othersTry: () => void
  /** Another connection begins. */
  begin: () => void
  /** Milliseconds since something came. */
  silence: () => number
}

/** Nothing came for so long, in milliseconds, until something is done. `failed` has waited long enough by itself. */
const patience: Record<RTCPeerConnectionState, number> = {
  new: 6_000,
  connecting: 6_000,
  connected: 5_000,
  disconnected: 2_500,
  failed: 0,
  closed: 0,
}
const hurried = 1_000
/** A connection without candidates is replaced after this time (ms): an ICE restart would gather none either. */
const gatheringTimeoutMs = 3_000
/** What a hurry counts for. */
const hurryTime = 5_000
/** How long each try may take before the next one; the first must be 2 s or more, for restarts are not to chase each other. */
const tries = [2_000, 3_000, 4_000, 5_000, 6_000]
/** After tries for so long, whatever is still to be tried, nobody listens any more. */
const hopeless = 60_000
/** Media that came for so long after a try have recovered. */
const recovered = 5_000

export function createRecovery(options: RecoveryOptions): Recovery {
  const { now } = options.platform
  let [cameAt, triedAt, hurryUntil] = [now(), -Infinity, -Infinity]
  /** When the first try was made since media came last, over whichever connection. */
  let firstTry: number | null = null
  let nothingSince: number | null = null
  let bytes = 0
  let tried = 0
  let rebuilt = false

  function act(skipRestarts = false) {
    const time = now()
    if (!skipRestarts && time - triedAt < tries[Math.max(0, tried - 1)]!) return
    // Without a socket nobody would hear of it, and a try would be lost.
    if (!options.canSpeak()) return
    triedAt = time
    firstTry ??= time
    if (time - firstTry > hopeless) {
      options.giveUp()
    } else if (tried < tries.length && !skipRestarts) {
      tried++
      options.restart()
    } else if (rebuilt) {
      options.giveUp()
    } else {
      rebuilt = true
      tried = 0
      options.rebuild()
    }
  }

  return {
    look(look) {
      const time = now()
      if (look.bytes > bytes) {
        cameAt = time
        firstTry = null
      }
      bytes = look.bytes
      const silence = time - cameAt
      nothingSince = look.gathersNothing ? (nothingSince ?? time) : null
      // Only once: with a slow relay, the next connection needs more time.
      if (nothingSince !== null && time - nothingSince >= gatheringTimeoutMs && !rebuilt) return act(true)
      if (look.state === 'connected' && (silence < hurried || !look.isSpokenTo)) {
        if (time - triedAt > recovered) {
          tried = 0
          rebuilt = false
        }
        return
      }
      const limit = time < hurryUntil ? Math.min(hurried, patience[look.state]) : patience[look.state]
      if (silence >= limit) act()
    },
    hurry: () => void (hurryUntil = now() + hurryTime),
    othersTry() {
      triedAt = now()
      tried = Math.min(tried + 1, tries.length)
    },
    begin() {
      cameAt = now()
      bytes = 0
      nothingSince = null
    },
    silence: () => now() - cameAt,
  }
}

/** Chromium alone says when a phone goes from WLAN to mobile data. */
export function onNetworkChange(listener: () => void): () => void {
  const { connection } = navigator as { connection?: EventTarget }
  return connection ? listen(connection, 'change', listener) : () => {}
}
