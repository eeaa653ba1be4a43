import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportFigure } from '@parley/protocol/reports'
import { inOnePart, type Placement, type Placer } from './divisions.ts'
import type { FactChunk, Values } from './fact-chunk.ts'
import type { MetricColumn, MetricSource } from './metric-sources.ts'
import { arrange, isComplete, type PlacedChunk, type ValueColumn } from './part-values.ts'
import { flagOf, openColumn } from './source-rows.ts'
import { spreadOf } from './spread.ts'
import { createYield, type YieldIfDue } from './event-loop-yield.ts'

type FiguresOfPart = Partial<Record<ReportMetric, ReportFigure>>
/** By key of the part. */
type Figures = Map<string, FiguresOfPart>

interface Tally {
  source: MetricSource
  metrics: [ReportMetric, MetricColumn][]
  clock: ReportClock
  /** Whether the facts of a chunk pass the filters; null: all do. */
  filter: (chunk: FactChunk) => Uint8Array | null
}

/** The figures of these facts, in total and in each division. */
export async function tally(
  chunks: readonly FactChunk[],
  placers: readonly Placer[],
  options: Tally,
): Promise<{ total: FiguresOfPart; parts: Figures[] }> {
  const yieldIfDue = createYield()
  const counted: CountedChunk[] = []
  for (const chunk of chunks) {
    counted.push({ chunk, pass: options.filter(chunk), flagCounts: countFlags(chunk) })
    await yieldIfDue()
  }
  const columns = await columnsOf(chunks, options, yieldIfDue)
  // The total is read from parts that have each fact once: reading all facts for it again would take as long as a division.
  const whole = placers.find(({ overlaps }) => !overlaps) ?? inOnePart()
  const divided = new Map<Placer, Divided>()
  for (const placer of new Set([whole, ...placers]))
    divided.set(placer, await divide(counted, placer, { columns, withTotal: placer === whole, yieldIfDue }))
  return {
    total: divided.get(whole)?.total ?? {},
    parts: placers.map((placer) => divided.get(placer)?.parts ?? new Map()),
  }
}

interface CountedChunk {
  chunk: FactChunk
  /** Which facts pass the filters; null: all. */
  pass: Uint8Array | null
  flagCounts: Int32Array
}

interface Column {
  metric: ReportMetric
  definition: MetricColumn
  flag: number
  /** null: the metric is a count. */
  values: (ValueColumn & { complete: ReadonlySet<FactChunk> }) | null
}

async function columnsOf(
  chunks: readonly FactChunk[],
  { source, metrics, clock }: Tally,
  yieldIfDue: YieldIfDue,
): Promise<Column[]> {
  const columns: Column[] = []
  for (const [metric, definition] of metrics) {
    const flag = flagOf(source, metric)
    const name = nameOf(definition, clock)
    if (name === null) {
      columns.push({ metric, definition, flag, values: null })
      continue
    }
    const complete = new Set<FactChunk>()
    for (const chunk of chunks) {
      if (isComplete(chunk, { flag, name })) complete.add(chunk)
      await yieldIfDue()
    }
    columns.push({ metric, definition, flag, values: { flag, name, complete } })
  }
  return columns
}

interface Divided {
  /** Empty without facts, or if it was not asked for. */
  total: FiguresOfPart
  /** Without parts that have no facts. */
  parts: Figures
}

async function divide(
  chunks: readonly CountedChunk[],
  placer: Placer,
  {
    columns,
    withTotal,
    yieldIfDue,
  }: { columns: readonly Column[]; withTotal: boolean; yieldIfDue: YieldIfDue },
): Promise<Divided> {
  const placed: PlacedChunk[] = []
  for (const { chunk, pass } of chunks) {
    placed.push(leaveOut(chunk, placer.place(chunk), pass))
    await yieldIfDue()
  }
  const counts = await countByFlags(placed, chunks, placer.keys.length, yieldIfDue)
  const total: FiguresOfPart = {}
  const parts: Figures = new Map()
  for (const [part, key] of placer.keys.entries()) if (countOf(counts, part, null) > 0) parts.set(key, {})
  for (const { metric, definition, flag, values } of columns) {
    const ofParts = placer.keys.map((_key, part) => countOf(counts, part, flag))
    const arranged = values === null ? null : await arrange(placed, ofParts, values, yieldIfDue)
    for (const [part, key] of placer.keys.entries()) {
      const figures = parts.get(key)
      if (figures === undefined) continue
      figures[metric] = figureOf(ofParts[part] ?? 0, arranged?.parts[part], definition)
      await yieldIfDue()
    }
    if (withTotal && parts.size > 0) total[metric] = figureOf(sumOf(ofParts), arranged?.all, definition)
    await yieldIfDue()
  }
  return { total, parts }
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

/** How many facts have each combination of flags. */
function countFlags({ flags }: FactChunk): Int32Array {
  const counts = new Int32Array(flagValues)
  for (let i = 0; i < flags.length; i += 1) (counts[flags[i] as number] as number) += 1
  return counts
}

/** How many facts of each part have each combination of flags. */
async function countByFlags(
  placed: readonly PlacedChunk[],
  chunks: readonly CountedChunk[],
  parts: number,
  yieldIfDue: YieldIfDue,
): Promise<Int32Array> {
  const counts = new Int32Array(parts * flagValues)
  for (const [index, { chunk, facts, parts: partOf }] of placed.entries()) {
    const { flags } = chunk
    if (typeof partOf === 'number') {
      const flagCounts = chunks[index]?.flagCounts ?? []
      for (const [value, count] of flagCounts.entries())
        (counts[partOf * flagValues + value] as number) += count
    } else {
      for (let i = 0; i < partOf.length; i += 1) {
        const part = partOf[i] as number
        const fact = facts === null ? i : (facts[i] as number)
        if (part >= 0) (counts[part * flagValues + (flags[fact] as number)] as number) += 1
      }
    }
    await yieldIfDue()
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

function sumOf(values: Values | readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
