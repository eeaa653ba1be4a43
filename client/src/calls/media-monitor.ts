import type { CallQuality } from '@parley/protocol/call'
import type { CallMediaCore } from './call-media.ts'
import { createQualityMeter, pathOf, sampleOf } from './call-stats.ts'
import type { Peer } from './peer.ts'
import type { Recovery } from './recovery.ts'

/** Samples the statistics of the connections of one call, for its quality, its path and its recovery. */
export interface MediaMonitor {
  /** @param isCurrent whether this is still the connection of the call */
  check: (peer: Peer, isCurrent: () => boolean) => Promise<void>
  countRestart: () => void
  quality: () => CallQuality
}

/** Silence is reported as a lost connection after this time. */
const lostAfterMs = 3_000

export function createMediaMonitor({
  media,
  recovery,
}: {
  media: CallMediaCore
  recovery: Recovery
}): MediaMonitor {
  const meter = createQualityMeter()
  let sampled: Peer | null = null
  return {
    async check(peer, isCurrent) {
      const report = await peer.connection.getStats().catch(() => null)
      if (!report || !isCurrent()) return
      const sample = sampleOf(report)
      meter.add(sample, peer !== sampled)
      sampled = peer
      const { connectionState: state } = peer.connection
      const expectsMedia = media.view.get().remoteSending.microphone
      recovery.check({
        state,
        bytes: sample.bytes,
        expectsMedia,
        gathersNothing: peer.gathersNothing(),
        described: !!peer.connection.remoteDescription,
      })
      const isSilent = expectsMedia && recovery.silenceMs() > lostAfterMs
      media.setPath(pathOf(state, isSilent, meter.recentLoss(), sample.roundTrip))
    },
    countRestart: meter.countRestart,
    quality: meter.quality,
  }
}
