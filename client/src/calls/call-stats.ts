import type { CallQuality } from '@parley/protocol/call'

/** Statistics of a connection at one moment. Counts are totals of the connection. */
export interface MediaSample {
  /** All bytes received: audio, video, reports. */
  bytes: number
  received: number
  lost: number
  /** Milliseconds; null: not measured yet. */
  jitter: number | null
  roundTrip: number | null
  path: CallQuality['path']
}

/** weak: audio has gaps; lost: no media arrives, the connection is being restored. */
export type CallPath = 'good' | 'weak' | 'lost'

type Figures = Record<string, number | string | undefined>

/** Reads a report. Browsers omit different parts of it. */
export function sampleOf(report: RTCStatsReport): MediaSample {
  const sample: MediaSample = { bytes: 0, received: 0, lost: 0, jitter: null, roundTrip: null, path: null }
  let selected: Figures | undefined
  report.forEach((figures: Figures) => {
    if (figures['type'] === 'inbound-rtp') {
      sample.bytes += count(figures['bytesReceived'])
      sample.received += count(figures['packetsReceived'])
      sample.lost += count(figures['packetsLost'])
      if (figures['kind'] === 'audio') sample.jitter = milliseconds(figures['jitter'])
    } else if (
      figures['type'] === 'candidate-pair' &&
      figures['nominated'] &&
      figures['state'] === 'succeeded'
    ) {
      // After a restart the former pair may still be listed.
      const better = count(figures['bytesReceived']) >= count(selected?.['bytesReceived'])
      if (better) selected = figures
    } else if (figures['type'] === 'transport' && figures['selectedCandidatePairId']) {
      selected = report.get(String(figures['selectedCandidatePairId'])) ?? selected
    }
  })
  if (selected) {
    sample.bytes += count(selected['bytesReceived'])
    sample.roundTrip = milliseconds(selected['currentRoundTripTime'])
    const ends = [selected['localCandidateId'], selected['remoteCandidateId']]
    const types = ends.map((id) => (report.get(String(id)) as Figures | undefined)?.['candidateType'])
    sample.path = types.includes('relay') ? 'relay' : 'direct'
  }
  return sample
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const milliseconds = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : null)

/**
 * Rates the connection.
 *
 * @param isSilent nothing arrives, although the other side sends audio
 * @param loss share of recent packets that were lost, 0 to 1
 * @param roundTrip in milliseconds; above 500 people talk over each other
 */
export function pathOf(
  state: RTCPeerConnectionState,
  isSilent: boolean,
  loss: number,
  roundTrip: number | null,
): CallPath {
  if (state !== 'connected' || isSilent) return 'lost'
  return loss > 0.05 || (roundTrip ?? 0) > 500 ? 'weak' : 'good'
}

/** Measures the quality of a call over all its connections. */
export interface QualityMeter {
  add: (sample: MediaSample, isFirstOfConnection: boolean) => void
  countRestart: () => void
  /** Share of packets lost in about the last four seconds. */
  recentLoss: () => number
  quality: () => CallQuality
}

/** Samples in `recentLoss`, two per second. */
const recentSamples = 8

export function createQualityMeter(): QualityMeter {
  const roundTrip = createMean()
  const jitter = createMean()
  let before = { received: 0, lost: 0 }
  let [received, lost, restarts] = [0, 0, 0]
  let path: CallQuality['path'] = null
  /** Totals before and after each of the latest samples, the oldest first. */
  let totals = [before]

  const share = (lost: number, received: number) =>
    lost + received > 0 ? Math.min(1, Math.max(0, lost / (lost + received))) : null

  return {
    add(sample, isFirstOfConnection) {
      if (isFirstOfConnection) before = { received: 0, lost: 0 }
      received += sample.received - before.received
      lost += sample.lost - before.lost
      before = sample
      totals = [...totals.slice(-recentSamples), { received, lost }]
      roundTrip.add(sample.roundTrip)
      jitter.add(sample.jitter)
      path = sample.path ?? path
    },
    countRestart: () => void restarts++,
    recentLoss: () => share(lost - totals[0]!.lost, received - totals[0]!.received) ?? 0,
    quality: () => ({
      round_trip: roundTrip.value(),
      jitter: jitter.value(),
      loss: share(lost, received),
      path,
      restarts,
    }),
  }
}

function createMean() {
  let sum = 0
  let count = 0
  return {
    add(value: number | null) {
      if (value === null) return
      sum += value
      count++
    },
    value: () => (count ? sum / count : null),
  }
}
