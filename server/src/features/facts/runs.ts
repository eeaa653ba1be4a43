import type { Values } from './fact-chunk.ts'
import { spreadAt, spreadOf, type Spread } from './spread.ts'

/** Values of a part, from one chunk. */
export interface Run {
  part: number
  values: Values
  isSorted: boolean
}

/** All values of a part, or of all parts. */
export interface JoinedRuns {
  length: number
  spread: () => Spread
  sum: () => number
}

/**
 * Runs are sorted if their chunks have been in memory. Sorted runs are searched where that is faster than selecting from all their
 * values, which are copied for it.
 */
export function joinRuns(runs: readonly Run[], parts: number): { all: JoinedRuns; parts: JoinedRuns[] } {
  const ofParts = Map.groupBy(runs, ({ part }) => part)
  return {
    all: join(runs),
    parts: Array.from({ length: parts }, (_, part) => join(ofParts.get(part) ?? [])),
  }
}

/** Searching reads some 300 values of each run, whatever its length. */
const minSortedLength = 128

function join(runs: readonly Run[]): JoinedRuns {
  const length = runs.reduce((sum, { values }) => sum + values.length, 0)
  const isSearched = runs.length === 1 || length >= runs.length * minSortedLength
  return {
    length,
    spread: () =>
      isSearched && runs.some(({ isSorted }) => isSorted)
        ? spreadOfSorted(runs.map(({ values, isSorted }) => (isSorted ? values : values.slice().sort())))
        : spreadOf(concatenate(runs, length)),
    sum() {
      let sum = 0
      for (const { values } of runs) for (const value of values) sum += value
      return sum
    },
  }
}

function concatenate(runs: readonly Run[], length: number): Values {
  const isNarrow = runs.every(({ values }) => values instanceof Int32Array)
  const all = isNarrow ? new Int32Array(length) : new Float64Array(length)
  let end = 0
  for (const { values } of runs) {
    all.set(values, end)
    end += values.length
  }
  return all
}

/** As `spreadOf`, of values that are sorted within each of these runs. Reads a few of them and changes none. */
function spreadOfSorted(runs: readonly Values[]): Spread {
  const length = runs.reduce((sum, run) => sum + run.length, 0)
  const [run] = runs
  if (run !== undefined && runs.length === 1) return spreadAt(length, (index) => run[index] as number)
  return spreadAt(length, (index) => valueAt(runs, index))
}

/** The value that would be at this index if all were sorted: the smallest one that more than `index` values do not exceed. */
function valueAt(runs: readonly Values[], index: number): number {
  let low = Infinity
  let high = -Infinity
  for (const run of runs) {
    low = Math.min(low, run[0] as number)
    high = Math.max(high, run[run.length - 1] as number)
  }
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2)
    let upTo = 0
    for (const run of runs) upTo += countUpTo(run, middle)
    if (upTo > index) high = middle
    else low = middle + 1
  }
  return low
}

/** How many values of a sorted run are not above `limit`. */
function countUpTo(run: Values, limit: number): number {
  let low = 0
  let high = run.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((run[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
