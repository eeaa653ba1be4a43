import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportFigures } from '@parley/protocol/reports'
import { byGroup, byInterval } from './divisions.ts'
import { passing } from './fact-filter.ts'
import { intervalsIn, noFigure, type Division, type MeasureScope, type Parts } from './measure.ts'
import { presenceIn, presenceSource } from './presence-days.ts'
import { gapsBetween, type FactSnapshot } from './read-chunks.ts'
import { isoTime, type Span } from './source-rows.ts'
import type { FactChunk } from './fact-chunk.ts'

/** Milliseconds. */
interface Work {
  online: number
  busy: number
}

/**
 * `online`: `count` is seconds. `occupancy`: `mean` is a share, `count` the seconds that it is a share of. Presence is the agent's:
 * there is none with other filters and breakdowns.
 */
export async function measurePresence(
  snapshot: FactSnapshot,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  division: Division,
): Promise<{ total: ReportFigures; parts: Parts }> {
  const asked = metrics.filter((metric) => ['time', 'share'].includes(reportMetrics[metric].kind))
  const { agent: _agent, ...others } = scope.filters
  const isKnown =
    asked.length > 0 &&
    Object.values(others).every((values) => values === undefined) &&
    division.by !== 'weekday_hour' &&
    (division.by === 'interval' || division.group === 'agent')
  if (!isKnown) return { total: {}, parts: new Map() }

  const total: Work = { online: 0, busy: 0 }
  const parts = new Map<string, Work>()
  for (const { key, online, busy } of await workIn(snapshot, scope, division)) {
    const part = parts.get(key) ?? { online: 0, busy: 0 }
    parts.set(key, part)
    for (const sum of [total, part]) {
      sum.online += online
      sum.busy += busy
    }
  }
  const figuresOf = ({ online, busy }: Work): ReportFigures => {
    const count = Math.round(online / 1000)
    const mean = (metric: ReportMetric) => (metric === 'occupancy' ? busy / online : null)
    return Object.fromEntries(
      asked.map((metric) => [metric, online === 0 ? noFigure : { ...noFigure, count, mean: mean(metric) }]),
    )
  }
  return {
    total: figuresOf(total),
    parts: new Map(
      [...parts].filter(([, work]) => work.online > 0).map(([key, work]) => [key, figuresOf(work)]),
    ),
  }
}

/** What is known of each part; a part may appear several times. */
async function workIn(
  { trx, storedDays }: FactSnapshot,
  scope: MeasureScope,
  division: Division,
): Promise<(Work & { key: string })[]> {
  // Stored days are not divided into hours.
  const isByHour = division.by === 'interval' && division.interval === 'hour'
  const listed = isByHour ? new Map() : await storedDays.list(trx, [presenceSource], scope)
  const days = await storedDays.read(trx, listed.get(presenceSource) ?? [], [
    'keys',
    'flags',
    'agent',
    'online',
    'busy',
  ])
  const intervals = await intervalsIn(trx, scope, [division])
  const work: (Work & { key: string })[] = []
  for (const span of gapsBetween(days, scope)) {
    const rows = await presenceIn(
      trx,
      { ...scope, agents: scope.filters.agent },
      span,
      partsIn(division, intervals, span),
    )
    work.push(...rows)
  }
  const placer =
    division.by === 'interval'
      ? byInterval(
          intervals.map(({ start }) => start),
          intervals.map(({ key }) => key),
        )
      : byGroup('agent')
  for (const day of days) {
    const pass = passing(day, scope.filters)
    const { groups, partsOf } = placer.place(day)
    const groupOf = groups()
    const [online, busy] = [columnOf(day, 'online'), columnOf(day, 'busy')]
    for (let i = 0; i < day.rows; i += 1)
      if (pass?.[i] !== 0)
        work.push({
          key: placer.keys[partsOf(groupOf?.[i] ?? 0)[0] ?? -1] ?? '',
          online: online[i] ?? 0,
          busy: busy[i] ?? 0,
        })
  }
  return work
}

const columnOf = (day: FactChunk, name: string): ArrayLike<number> => day.values.get(name) ?? []

/** The intervals that touch the span; null: by agent. */
function partsIn(
  division: Division,
  intervals: readonly { key: string; start: number }[],
  span: Span,
): { key: string; from: string; to: string }[] | null {
  if (division.by === 'group') return null
  return intervals
    .map(({ key, start }, index) => ({ key, from: start, to: intervals[index + 1]?.start ?? Infinity }))
    .filter(({ from, to }) => from < span.to && to > span.from)
    .map(({ key, from, to }) => ({
      key,
      from: isoTime(Math.max(from, span.from)),
      to: isoTime(Math.min(to, span.to)),
    }))
}
