import type { Values } from './fact-chunk.ts'

/** Median and 90th percentile as `percentile_cont` of PostgreSQL computes them. Reorders `values`, which are milliseconds. */
export function spreadOf(values: Values): { median: number | null; p90: number | null } {
  if (values.length === 0) return { median: null, p90: null }
  const median = seconds(values, 0.5, 0)
  return { median, p90: seconds(values, 0.9, Math.floor((values.length - 1) / 2)) }
}

/** `sortedUpTo`: smaller values than this one are before it. */
function seconds(values: Values, share: number, sortedUpTo: number): number {
  const place = share * (values.length - 1)
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
