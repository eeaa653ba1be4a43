import { lazy } from '../../core/lazy.ts'
import type { Placement } from './divisions.ts'
import { noValue, type FactChunk, type Values } from './fact-chunk.ts'

/** Which values are meant: those of a column, of facts that count for a metric. */
export interface ValueColumn {
  /** The bit of the metric. */
  flag: number
  name: string
}

/** Values in the order of their groups. */
export interface GroupedValues {
  byteLength: number
  values: Values
  /** Where the values of each group end. */
  ends: Int32Array
  /** Within each group. */
  isSorted: boolean
}

/** The facts of a chunk by group. */
export interface GroupedFacts {
  partsOf: Placement['partsOf']
  size: number
  /** How many facts of the group count for a metric. `flag` null: all. */
  count: (group: number, flag: number | null) => number
  valuesOf: (column: ValueColumn) => GroupedValues
}

/**
 * Groups the facts that pass. Groups of chunks in memory are kept there as well, with sorted values.
 * @param pass which facts pass the filters; null: all
 * @param metrics the number of metrics of the source, each of which has a bit
 */
export function groupFacts(
  chunk: FactChunk,
  { name, size, groups, partsOf }: Placement,
  { pass, metrics }: { pass: Uint8Array | null; metrics: number },
): GroupedFacts {
  const isKept = name !== null && pass === null && chunk.recall !== undefined
  const recall: NonNullable<FactChunk['recall']> = (key, make) =>
    isKept && chunk.recall ? chunk.recall(`${name} ${key}`, make) : make()
  const groupOf = lazy(() => leaveOut(chunk, groups(), pass))
  const combinations = 1 << metrics
  const counts = recall('counts', () => countFlags(chunk, groupOf(), { size, combinations }))

  function count(group: number, flag: number | null): number {
    let sum = 0
    for (let flags = 0; flags < combinations; flags += 1)
      if (flag === null || (flags & flag) !== 0) sum += counts[group * combinations + flags] as number
    return sum
  }

  function groupValues({ flag, name: column }: ValueColumn): GroupedValues {
    const values = chunk.values.get(column) ?? noValues
    const grouped =
      groupOf() === null && isComplete(chunk, values, flag)
        ? { values, ends: Int32Array.of(values.length) }
        : arrange(chunk, groupOf(), { size, values, flag, countOf: (each) => count(each, flag) })
    return { ...grouped, byteLength: grouped.values.byteLength + grouped.ends.byteLength, isSorted: false }
  }

  return {
    partsOf,
    size,
    count,
    valuesOf: (column) =>
      recall(`${column.flag} ${column.name}`, () =>
        isKept ? sortGroups(groupValues(column)) : groupValues(column),
      ),
  }
}

/** -1: in no group. */
function leaveOut(
  { rows }: FactChunk,
  groups: Int32Array | null,
  pass: Uint8Array | null,
): Int32Array | null {
  if (pass === null) return groups
  const left = groups?.slice() ?? new Int32Array(rows)
  for (let i = 0; i < left.length; i += 1) if (pass[i] === 0) left[i] = -1
  return left
}

/** How many facts of each group have each combination of flags. */
function countFlags(
  { flags }: FactChunk,
  groupOf: Int32Array | null,
  { size, combinations }: { size: number; combinations: number },
): Int32Array {
  const counts = new Int32Array(size * combinations)
  for (let i = 0; i < flags.length; i += 1) {
    const group = groupOf === null ? 0 : (groupOf[i] as number)
    if (group >= 0) (counts[group * combinations + (flags[i] as number)] as number) += 1
  }
  return counts
}

/** Whether all facts of the chunk count for the metric and have a value: usually, and copying them would take longer. */
function isComplete({ flags }: FactChunk, values: Values, flag: number): boolean {
  if (values.length < flags.length) return false
  for (let i = 0; i < flags.length; i += 1)
    if (((flags[i] as number) & flag) === 0 || values[i] === noValue) return false
  return true
}

/** `countOf`: how many facts of a group count for the metric, at least as many as there are values. */
function arrange(
  { flags }: FactChunk,
  groupOf: Int32Array | null,
  {
    size,
    values,
    flag,
    countOf,
  }: { size: number; values: Values; flag: number; countOf: (group: number) => number },
): { values: Values; ends: Int32Array } {
  const starts = new Int32Array(size)
  let length = 0
  for (let group = 0; group < size; group += 1) {
    starts[group] = length
    length += countOf(group)
  }
  const arranged = values instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
  const ends = starts.slice()
  for (let i = 0; i < flags.length; i += 1) {
    const group = groupOf === null ? 0 : (groupOf[i] as number)
    const value = values[i] ?? noValue
    if (group < 0 || value === noValue || ((flags[i] as number) & flag) === 0) continue
    const end = ends[group] as number
    arranged[end] = value
    ends[group] = end + 1
  }
  return closeGaps(arranged, starts, ends)
}

/** Removes the gaps behind each group, which facts without a value leave. */
function closeGaps(
  values: Values,
  starts: Int32Array,
  ends: Int32Array,
): { values: Values; ends: Int32Array } {
  let length = 0
  const closed = Int32Array.from(ends, (end, group) => {
    const start = starts[group] as number
    values.copyWithin(length, start, end)
    length += end - start
    return length
  })
  return { values: values.subarray(0, length), ends: closed }
}

function sortGroups({ values, ends, byteLength }: GroupedValues): GroupedValues {
  // The column itself must keep its order.
  const sorted = values.slice()
  for (const [group, end] of ends.entries()) sorted.subarray(ends[group - 1] ?? 0, end).sort()
  return { values: sorted, ends, byteLength, isSorted: true }
}

const noValues = new Int32Array()
