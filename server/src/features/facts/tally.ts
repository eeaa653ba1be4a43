import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportFigure } from '@parley/protocol/reports'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Placement, Placer } from './divisions.ts'
import { noValue, type FactChunk, type Values } from './fact-chunk.ts'
import type { MetricColumn, MetricSource } from './metric-sources.ts'
import { flagOf, openColumn } from './source-rows.ts'
import { spreadOf } from './spread.ts'

/** Messages must not wait longer than this for a report. */
const maxTurnMs = 5

type Figures = Map<string, Partial<Record<ReportMetric, ReportFigure>>>

interface Tally {
  source: MetricSource
  metrics: [ReportMetric, MetricColumn][]
  clock: ReportClock
  /** Whether the facts of a chunk pass the filters; null: all do. */
  filter: (chunk: FactChunk) => Uint8Array | null
}

/** The figures of these facts in each division, by key of the part. Parts without facts are left out. */
export async function tally(
  chunks: readonly FactChunk[],
  placers: readonly Placer[],
  { source, metrics, clock, filter }: Tally,
): Promise<Figures[]> {
  const breathe = breather()
  const passing = chunks.map(filter)
  const figures: Figures[] = []
  for (const placer of placers) {
    const placed: PlacedChunk[] = []
    for (const [index, chunk] of chunks.entries()) {
      placed.push(leaveOut(chunk, placer.place(chunk), passing[index] ?? null))
      await breathe()
    }
    const counts = await countByFlags(placed, placer.keys.length, breathe)
    const counted: Figures = new Map()
    for (const [part, key] of placer.keys.entries()) if (countOf(counts, part, null) > 0) counted.set(key, {})
    for (const [metric, column] of metrics) {
      const flag = flagOf(source, metric)
      const ofParts = placer.keys.map((_key, part) => countOf(counts, part, flag))
      const name = nameOf(column, clock)
      const values = name === null ? null : await valuesByPart(placed, ofParts, { flag, name }, breathe)
      for (const [part, key] of placer.keys.entries()) {
        const figure = figureOf(ofParts[part] ?? 0, values?.[part], column)
        const known = counted.get(key)
        if (known !== undefined) known[metric] = figure
        await breathe()
      }
    }
    figures.push(counted)
  }
  return figures
}

interface PlacedChunk extends Placement {
  chunk: FactChunk
}

function leaveOut(chunk: FactChunk, { facts, parts }: Placement, pass: Uint8Array | null): PlacedChunk {
  if (pass === null) return { chunk, facts, parts }
  const left = typeof parts === 'number' ? new Int32Array(chunk.rows).fill(parts) : parts
  for (let i = 0; i < left.length; i += 1)
    if (pass[facts === null ? i : (facts[i] as number)] === 0) left[i] = -1
  return { chunk, facts, parts: left }
}

function nameOf({ duration, score }: MetricColumn, clock: ReportClock): string | null {
  if (duration === undefined) return score ?? null
  return clock === 'business_hours' ? openColumn(duration) : duration
}

/** The names of columns that `tally` reads, apart from those of divisions and filters. */
export const valueColumnsOf = (metrics: [ReportMetric, MetricColumn][], clock: ReportClock): string[] =>
  metrics.flatMap(([, column]) => nameOf(column, clock) ?? [])

/** A source has fewer metrics than a byte has bits. */
const flagValues = 256

/** How many facts of each part have each combination of flags. */
async function countByFlags(
  placed: readonly PlacedChunk[],
  parts: number,
  breathe: () => Promise<void>,
): Promise<Int32Array> {
  const counts = new Int32Array(parts * flagValues)
  for (const { chunk, facts, parts: partOf } of placed) {
    const { flags } = chunk
    if (typeof partOf === 'number') {
      const first = partOf * flagValues
      for (let i = 0; i < flags.length; i += 1) (counts[first + (flags[i] as number)] as number) += 1
    } else {
      for (let i = 0; i < partOf.length; i += 1) {
        const part = partOf[i] as number
        const fact = facts === null ? i : (facts[i] as number)
        if (part >= 0) (counts[part * flagValues + (flags[fact] as number)] as number) += 1
      }
    }
    await breathe()
  }
  return counts
}

/** `flag` null: all facts of the part. */
function countOf(counts: Int32Array, part: number, flag: number | null): number {
  let count = 0
  for (let flags = 0; flags < flagValues; flags += 1)
    if (flag === null || (flags & flag) !== 0) count += counts[part * flagValues + flags] as number
  return count
}

/** The values of each part. */
async function valuesByPart(
  placed: readonly PlacedChunk[],
  counts: readonly number[],
  { flag, name }: { flag: number; name: string },
  breathe: () => Promise<void>,
): Promise<Values[]> {
  const length = counts.reduce((sum, count) => sum + count, 0)
  const isNarrow = placed.every(({ chunk }) => !(chunk.values.get(name) instanceof Float64Array))
  const all = isNarrow ? new Int32Array(length) : new Float64Array(length)
  const ends = new Int32Array(counts.length)
  for (let part = 1; part < ends.length; part += 1)
    ends[part] = (ends[part - 1] as number) + (counts[part - 1] as number)
  const starts = ends.slice()
  for (const { chunk, facts, parts } of placed) {
    const { flags } = chunk
    const column = chunk.values.get(name) ?? noValues
    if (typeof parts === 'number') {
      let end = ends[parts] as number
      for (let i = 0; i < column.length; i += 1) {
        const value = column[i] as number
        if (((flags[i] as number) & flag) !== 0 && value !== noValue) {
          all[end] = value
          end += 1
        }
      }
      ends[parts] = end
    } else {
      for (let i = 0; i < parts.length; i += 1) {
        const part = parts[i] as number
        const fact = facts === null ? i : (facts[i] as number)
        if (part < 0 || ((flags[fact] as number) & flag) === 0) continue
        const value = column[fact] as number
        if (value === noValue) continue
        const end = ends[part] as number
        all[end] = value
        ends[part] = end + 1
      }
    }
    await breathe()
  }
  return counts.map((_count, part) => all.subarray(starts[part], ends[part]))
}

const noValues = new Int32Array()

function figureOf(
  count: number,
  values: Values | undefined,
  { duration, score }: MetricColumn,
): ReportFigure {
  const none: ReportFigure = { count, median: null, p90: null, mean: null }
  if (values === undefined || values.length === 0) return none
  if (duration !== undefined) return { ...none, ...spreadOf(values) }
  if (score === undefined) return none
  return { ...none, mean: sumOf(values) / values.length }
}

/** Lets other work run after each few milliseconds. */
function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxTurnMs) return
    await nextTurn()
    since = performance.now()
  }
}

function sumOf(values: Values): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
