import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportFigure } from '@parley/protocol/reports'
import { inOnePart, type Placer } from './divisions.ts'
import { createYield, type YieldIfDue } from './event-loop-yield.ts'
import type { FactChunk } from './fact-chunk.ts'
import { groupFacts, type GroupedFacts, type ValueColumn } from './grouped-facts.ts'
import type { MetricColumn, MetricSource } from './metric-sources.ts'
import { joinRuns, type JoinedRuns, type Run } from './runs.ts'
import { flagOf, openColumn } from './source-rows.ts'

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
  const passed: PassedChunk[] = []
  for (const chunk of chunks) {
    passed.push({ chunk, pass: options.filter(chunk) })
    await yieldIfDue()
  }
  // The total is read from parts that have each fact once: reading all facts for it again would take as long as a division.
  const whole = placers.find(({ overlaps }) => !overlaps) ?? inOnePart()
  const divided = new Map<Placer, Divided>()
  for (const placer of new Set([whole, ...placers]))
    divided.set(placer, await divide(passed, placer, { ...options, withTotal: placer === whole, yieldIfDue }))
  return {
    total: divided.get(whole)?.total ?? {},
    parts: placers.map((placer) => divided.get(placer)?.parts ?? new Map()),
  }
}

interface PassedChunk {
  chunk: FactChunk
  /** Which facts pass the filters; null: all. */
  pass: Uint8Array | null
}

interface Divided {
  /** Empty without facts, or if it was not asked for. */
  total: FiguresOfPart
  /** Without parts that have no facts. */
  parts: Figures
}

async function divide(
  chunks: readonly PassedChunk[],
  placer: Placer,
  options: Tally & { withTotal: boolean; yieldIfDue: YieldIfDue },
): Promise<Divided> {
  const { source, metrics, clock, withTotal, yieldIfDue } = options
  const grouped: GroupedFacts[] = []
  const members: Member[] = []
  for (const { chunk, pass } of chunks) {
    const facts = groupFacts(chunk, placer.place(chunk), {
      pass,
      metrics: Object.keys(source.metrics).length,
    })
    grouped.push(facts)
    members.push(...membersOf(facts))
    await yieldIfDue()
  }
  const present = new Set(members.map(({ part }) => part))
  const total: FiguresOfPart = {}
  const parts: Figures = new Map()
  for (const [part, key] of placer.keys.entries()) if (present.has(part)) parts.set(key, {})
  for (const [metric, definition] of metrics) {
    const flag = flagOf(source, metric)
    const name = nameOf(definition, clock)
    const counts = countParts(members, placer.keys.length, flag)
    const joined =
      name === null
        ? null
        : joinRuns(await runsOf(grouped, members, { flag, name }, yieldIfDue), placer.keys.length)
    for (const [part, key] of placer.keys.entries()) {
      const figures = parts.get(key)
      if (figures === undefined) continue
      figures[metric] = figureOf(counts[part] ?? 0, joined?.parts[part], definition)
      await yieldIfDue()
    }
    if (withTotal && parts.size > 0) total[metric] = figureOf(sumOf(counts), joined?.all, definition)
    await yieldIfDue()
  }
  return { total, parts }
}

/** A group of a chunk that has facts, in one of its parts. */
interface Member {
  facts: GroupedFacts
  group: number
  part: number
}

function membersOf(facts: GroupedFacts): Member[] {
  const members: Member[] = []
  for (let group = 0; group < facts.size; group += 1) {
    if (facts.count(group, null) === 0) continue
    for (const part of facts.partsOf(group)) if (part >= 0) members.push({ facts, group, part })
  }
  return members
}

function countParts(members: readonly Member[], parts: number, flag: number): number[] {
  const counts = Array.from({ length: parts }, () => 0)
  for (const { facts, group, part } of members) (counts[part] as number) += facts.count(group, flag)
  return counts
}

async function runsOf(
  grouped: readonly GroupedFacts[],
  members: readonly Member[],
  column: ValueColumn,
  yieldIfDue: YieldIfDue,
): Promise<Run[]> {
  const valuesOf = new Map<GroupedFacts, ReturnType<GroupedFacts['valuesOf']>>()
  for (const facts of grouped) {
    valuesOf.set(facts, facts.valuesOf(column))
    await yieldIfDue()
  }
  const runs: Run[] = []
  for (const { facts, group, part } of members) {
    const { values, ends, isSorted } = valuesOf.get(facts) as ReturnType<GroupedFacts['valuesOf']>
    const from = ends[group - 1] ?? 0
    const to = ends[group] as number
    if (to > from) runs.push({ part, values: values.subarray(from, to), isSorted })
  }
  return runs
}

function nameOf({ duration, score }: MetricColumn, clock: ReportClock): string | null {
  if (duration === undefined) return score ?? null
  return clock === 'business_hours' ? openColumn(duration) : duration
}

/** The names of columns that `tally` reads, apart from those of divisions and filters. */
export const valueColumnsOf = (metrics: [ReportMetric, MetricColumn][], clock: ReportClock): string[] =>
  metrics.flatMap(([, column]) => nameOf(column, clock) ?? [])

function figureOf(
  count: number,
  values: JoinedRuns | undefined,
  { duration, score }: MetricColumn,
): ReportFigure {
  const none: ReportFigure = { count, median: null, p90: null, mean: null }
  if (values === undefined || values.length === 0) return none
  if (duration !== undefined) return { ...none, ...values.spread() }
  return score === undefined ? none : { ...none, mean: values.sum() / values.length }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
