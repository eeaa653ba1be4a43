import type { Values } from './fact-chunk.ts'

/** In seconds. */
export interface Spread {
  median: number | null
  p90: number | null
}

const shares = { median: 0.5, p90: 0.9 }

/** Median and 90th percentile as `percentile_cont` of PostgreSQL computes them. Reorders `values`, which are milliseconds. */
export function spreadOf(values: Values): Spread {
  if (values.length === 0) return { median: null, p90: null }
  if (values instanceof Int32Array && values.length >= longLength) {
    const spread = spreadOfLong(values)
    if (spread !== null) return spread
  }
  const last = values.length - 1
  const median = seconds(values, shares.median * last, 0)
  return { median, p90: seconds(values, shares.p90 * last, Math.floor(shares.median * last)) }
}

/** As `spreadOf`. `valueAt`: the value at an index of the sorted values. */
export function spreadAt(length: number, valueAt: (index: number) => number): Spread {
  if (length === 0) return { median: null, p90: null }
  const secondsAt = (place: number): number => {
    const index = Math.floor(place)
    const low = valueAt(index) / 1000
    return index === place ? low : low + (place - index) * (valueAt(index + 1) / 1000 - low)
  }
  return { median: secondsAt(shares.median * (length - 1)), p90: secondsAt(shares.p90 * (length - 1)) }
}

/** The value at this place of the sorted values, which may lie between two of them. `sortedUpTo`: smaller values than this one are before it. */
function seconds(values: Values, place: number, sortedUpTo: number): number {
  const index = Math.floor(place)
  select(values, index, sortedUpTo)
  const low = (values[index] as number) / 1000
  if (index === place) return low
  let next = Infinity
  for (let i = index + 1; i < values.length; i += 1) {
    const value = values[i] as number
    if (value < next) next = value
  }
  return low + (place - index) * (next / 1000 - low)
}

/** Minimum length for narrowing by a sample: reading a value is faster than moving it. */
const longLength = 30_000
const sampleLength = 1_024
/** Margin around the position of a share in the sample: rarely exceeded, so the slower path does not matter. */
const deviations = 3

/** null: the sample was not representative, which only costs time. */
function spreadOfLong(values: Int32Array): Spread | null {
  const step = values.length / sampleLength
  const sample = Int32Array.from(
    { length: sampleLength },
    (_, i) => values[Math.floor((i + 0.5) * step)] ?? 0,
  )
  sample.sort()
  const [ofMedian, ofP90] = collect(values, bandAround(sample, shares.median), bandAround(sample, shares.p90))
  const last = values.length - 1
  const median = secondsWithin(ofMedian, shares.median * last)
  const p90 = secondsWithin(ofP90, shares.p90 * last)
  return median === null || p90 === null ? null : { median, p90 }
}

interface Band {
  least: number
  /** The largest value of the band is `least + width`. */
  width: number
}

function bandAround(sample: Int32Array, share: number): Band {
  const middle = share * sample.length
  const reach = deviations * Math.sqrt(middle * (1 - share))
  const least = sample[Math.max(0, Math.floor(middle - reach))] as number
  const most = sample[Math.min(sample.length - 1, Math.ceil(middle + reach))] as number
  return { least, width: most - least }
}

/** The values of a band, and how many of all are smaller. */
interface Collected {
  below: number
  length: number
  /** Holds a quarter of all values: with more, moving all of them would be as fast. */
  within: Int32Array
}

function collect(values: Int32Array, one: Band, other: Band): [Collected, Collected] {
  const room = values.length >>> 2
  const [within, otherWithin] = [new Int32Array(room), new Int32Array(room)]
  let [below, otherBelow, length, otherLength] = [0, 0, 0, 0]
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number
    // Without branches, which would be mispredicted: the sign bit marks smaller values and makes them larger than any width.
    const distance = (value - one.least) | 0
    const otherDistance = (value - other.least) | 0
    below += distance >>> 31
    otherBelow += otherDistance >>> 31
    if (distance >>> 0 <= one.width) {
      within[length] = value
      length += 1
    }
    if (otherDistance >>> 0 <= other.width) {
      otherWithin[otherLength] = value
      otherLength += 1
    }
  }
  return [
    { below, length, within },
    { below: otherBelow, length: otherLength, within: otherWithin },
  ]
}

/** null: the band lacks some of the needed values, or is too small for them. */
function secondsWithin({ below, length, within }: Collected, place: number): number | null {
  const isInside = place >= below && Math.ceil(place) < below + length && length <= within.length
  return isInside ? seconds(within.subarray(0, length), place - below, 0) : null
}

/** Ranges of this length and longer choose their pivot by a sample. */
const sampledLength = 600

/**
 * Moves the value that sorting would put at `index` there, smaller ones before it and larger ones behind it: the algorithm of Floyd
 * and Rivest, which compares a long range about one and a half times.
 */
function select(values: Values, index: number, from: number, to = values.length - 1): void {
  let left = from
  let right = to
  while (left < right) {
    if (right - left >= sampledLength) {
      const length = right - left + 1
      const place = index - left + 1
      const log = Math.log(length)
      const size = 0.5 * Math.exp((2 * log) / 3)
      const side = place - length / 2 < 0 ? -1 : 1
      const spread = 0.5 * Math.sqrt((log * size * (length - size)) / length) * side
      const sampleLeft = Math.max(left, Math.floor(index - (place * size) / length + spread))
      const sampleRight = Math.min(right, Math.floor(index + ((length - place) * size) / length + spread))
      select(values, index, sampleLeft, sampleRight)
    }
    const pivot = values[index] as number
    let low = left
    let high = right
    while (low <= high) {
      while ((values[low] as number) < pivot) low += 1
      while ((values[high] as number) > pivot) high -= 1
      if (low > high) break
      const value = values[low] as number
      values[low] = values[high] as number
      values[high] = value
      low += 1
      high -= 1
    }
    if (index <= high) right = high
    else if (index >= low) left = low
    else return
  }
}
