import { expect, test } from 'vitest'
import { createQualityMeter, pathOf, sampleOf, type MediaSample } from './call-stats.ts'

const sample: MediaSample = { bytes: 0, received: 0, lost: 0, jitter: null, roundTrip: null, path: null }

/** The parts of a Chromium report that are read. */
function reportOf(more: Record<string, object> = {}): RTCStatsReport {
  return new Map<string, object>(
    Object.entries({
      IT01A: {
        type: 'inbound-rtp',
        kind: 'audio',
        bytesReceived: 5000,
        packetsReceived: 95,
        packetsLost: 5,
        jitter: 0.012,
      },
      CP1: {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        bytesReceived: 7000,
        currentRoundTripTime: 0.04,
        localCandidateId: 'L1',
        remoteCandidateId: 'R1',
      },
      L1: { type: 'local-candidate', candidateType: 'host' },
      R1: { type: 'remote-candidate', candidateType: 'srflx' },
      ...more,
    }),
  )
}

test('sampleOf reads bytes, packets, jitter, round trip and path', () => {
  expect(sampleOf(reportOf())).toEqual({
    bytes: 12_000,
    received: 95,
    lost: 5,
    jitter: 12,
    roundTrip: 40,
    path: 'direct',
  })
})

test('a relay candidate on either side counts as relay', () => {
  const relay = { type: 'remote-candidate', candidateType: 'relay' }
  expect(sampleOf(reportOf({ R1: relay })).path).toBe('relay')
})

test('the pair selected by the transport is used, not one from before a restart', () => {
  const { roundTrip } = sampleOf(
    reportOf({
      CP2: {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        bytesReceived: 10,
        currentRoundTripTime: 0.2,
        localCandidateId: 'L1',
        remoteCandidateId: 'R1',
      },
      T1: { type: 'transport', selectedCandidatePairId: 'CP2' },
    }),
  )
  expect(roundTrip).toBe(200)
})

test('values missing from the report are null', () => {
  expect(sampleOf(new Map())).toEqual(sample)
})

test('quality covers all connections of a call, whose counts each start at 0', () => {
  const meter = createQualityMeter()
  meter.add({ ...sample, received: 90, lost: 10, roundTrip: 20, jitter: 5, path: 'direct' }, true)
  meter.countRestart()
  meter.add({ ...sample, received: 100, lost: 0, roundTrip: 40, jitter: null, path: 'relay' }, true)
  expect(meter.quality()).toEqual({ round_trip: 30, jitter: 5, loss: 0.05, path: 'relay', restarts: 1 })
})

test('without samples the quality is null', () => {
  const nothing = { round_trip: null, jitter: null, loss: null, path: null, restarts: 0 }
  expect(createQualityMeter().quality()).toEqual(nothing)
})

test('recentLoss covers the last four seconds', () => {
  const meter = createQualityMeter()
  meter.add({ ...sample, received: 50, lost: 50 }, true)
  expect(meter.recentLoss()).toBe(0.5)
  for (let step = 1; step <= 8; step++) meter.add({ ...sample, received: 50 + step * 25, lost: 50 }, false)
  expect(meter.recentLoss()).toBe(0)
})

test.for([
  ['good', 'connected', false, 0.05, 500],
  ['good', 'connected', false, 0, null],
  ['weak', 'connected', false, 0.06, 20],
  ['weak', 'connected', false, 0, 501],
  ['lost', 'connected', true, 0, 20],
  ['lost', 'disconnected', false, 0, 20],
  ['lost', 'connecting', false, 0, null],
] as const)(
  'a path is %s: %s, silent %s, %d of it lost, %s ms',
  ([path, state, isSilent, loss, roundTrip]) => {
    expect(pathOf(state, isSilent, loss, roundTrip)).toBe(path)
  },
)
