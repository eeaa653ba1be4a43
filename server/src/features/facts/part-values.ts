import type { Placement } from './divisions.ts'
import { noValue, type FactChunk, type Values } from './fact-chunk.ts'
import type { YieldIfDue } from './event-loop-yield.ts'

export interface PlacedChunk extends Placement {
  chunk: FactChunk
}

/** Which values are meant: those of a column, of facts that count for a metric. */
export interface ValueColumn {
  /** The bit of the metric. */
  flag: number
  name: string
}

/** Whether all facts of the chunk have such a value. Usually true, and checking each fact again for every division takes longer. */
export const isComplete = ({ flags, values }: FactChunk, { flag, name }: ValueColumn): boolean =>
  areAllSet(flags, flag) && areAllKnown(values.get(name) ?? noValues, flags.length)

function areAllSet(flags: Uint8Array, flag: number): boolean {
  for (let i = 0; i < flags.length; i += 1) if (((flags[i] as number) & flag) === 0) return false
  return true
}

function areAllKnown(column: Values, rows: number): boolean {
  if (column.length < rows) return false
  for (let i = 0; i < column.length; i += 1) if (column[i] === noValue) return false
  return true
}

/** Values in the order of their parts. */
export interface Arranged {
  all: Values
  parts: Values[]
}

/**
 * The values of each part.
 * @param counts how many facts of each part count for the metric: at least as many as there are values
 * @param yieldIfDue lets other work run, after each chunk
 */
export async function arrange(
  placed: readonly PlacedChunk[],
  counts: readonly number[],
  column: ValueColumn & { complete: ReadonlySet<FactChunk> },
  yieldIfDue: YieldIfDue,
): Promise<Arranged> {
  const length = counts.reduce((sum, count) => sum + count, 0)
  const isNarrow = placed.every(({ chunk }) => !(chunk.values.get(column.name) instanceof Float64Array))
  const all = isNarrow ? new Int32Array(length) : new Float64Array(length)
  const ends = new Int32Array(counts.length)
  for (let part = 1; part < ends.length; part += 1)
    ends[part] = (ends[part - 1] as number) + (counts[part - 1] as number)
  const starts = ends.slice()
  for (const each of placed) {
    const values = each.chunk.values.get(column.name) ?? noValues
    if (!column.complete.has(each.chunk)) addSome(all, ends, each, values, column.flag)
    else if (typeof each.parts === 'number') {
      all.set(values, ends[each.parts])
      ends[each.parts] = (ends[each.parts] as number) + values.length
    } else addAll(all, ends, each, each.parts, values)
    await yieldIfDue()
  }
  const parts = counts.map((_count, part) => all.subarray(starts[part], ends[part]))
  return { all: closeGaps(all, parts), parts }
}

/** `ends`: where the next value of each part belongs. */
function addAll(
  all: Values,
  ends: Int32Array,
  { facts }: PlacedChunk,
  parts: Int32Array,
  values: Values,
): void {
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as number
    if (part < 0) continue
    const end = ends[part] as number
    all[end] = values[facts === null ? i : (facts[i] as number)] as number
    ends[part] = end + 1
  }
}

function addSome(
  all: Values,
  ends: Int32Array,
  { chunk: { flags }, facts, parts }: PlacedChunk,
  values: Values,
  flag: number,
): void {
  const length = facts === null ? flags.length : facts.length
  for (let i = 0; i < length; i += 1) {
    const part = typeof parts === 'number' ? parts : (parts[i] as number)
    const fact = facts === null ? i : (facts[i] as number)
    if (part < 0 || ((flags[fact] as number) & flag) === 0) continue
    const value = values[fact] ?? noValue
    if (value === noValue) continue
    const end = ends[part] as number
    all[end] = value
    ends[part] = end + 1
  }
}

/** Removes the gaps after each part, which counted facts without a value leave. */
function closeGaps(all: Values, parts: readonly Values[]): Values {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length === all.length) return all
  const closed = all.slice(0, length)
  let end = 0
  for (const part of parts) {
    closed.set(part, end)
    end += part.length
  }
  return closed
}

const noValues = new Int32Array()
