import {
  reportKinds,
  reportMetrics,
  reportShapes,
  type ReportGroup,
  type ReportMetric,
} from '@parley/protocol/report-metrics'
import type { ReportFigure, ReportFigures } from '@parley/protocol/reports'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { useMonth } from '../../testing/month-scene.ts'
import { oracle, oracleTables, type LoggedMetric } from '../../testing/report-oracle.ts'
import { readFacts } from '../facts/read-facts.ts'
import { readFigures } from './figures.ts'
import { readReportRequest } from './report-request.ts'

/** Every figure of every report equals SQL over the raw log that shares nothing with the service. */
const month = useMonth({ conversations: 2000 })
beforeAll(async () => {
  const { organization, database } = month
  for (const statement of oracleTables.split(';\n'))
    await database.query(statement.replaceAll('$1', `'${organization.id}'`))
}, 180_000)

const october = 'from=2026-10-01&to=2026-10-31'
const inOctober = (at: string) => `${at} >= '2026-09-30T22:00Z' and ${at} < '2026-10-31T23:00Z'`
const local = (at: string) => `(${at} at time zone 'Europe/Berlin')`

const groupColumns: Record<ReportGroup, (metric: LoggedMetric) => string> = {
  agent: (metric) => oracle[metric].agent,
  team: () => 'e.team_id',
  label: () => 'label.id',
  // Calls outside of conversations have no episode.
  provider: (metric) => (metric.startsWith('call') ? 'c.provider_id' : 'e.provider_id'),
  channel: () => `'widget'`,
  reason: () => 'c.reason',
}

const isLogged = (metric: ReportMetric): metric is LoggedMetric => Object.hasOwn(oracle, metric)

interface Asked {
  clock?: 'clock_time' | 'business_hours'
  /** SQL; null: one total. */
  key?: (metric: LoggedMetric) => string
  period?: (at: string) => string
  filter?: (metric: LoggedMetric) => string
  ofLabels?: boolean
}

/** The figures of a metric by key. */
async function expected(metric: LoggedMetric, asked: Asked): Promise<Map<string, ReportFigure>> {
  const source = oracle[metric]
  const value = asked.clock === 'business_hours' ? source.open : source.seconds
  const spread = (share: number) =>
    value === undefined ? 'null' : `percentile_cont(${share}) within group (order by ${value})`
  const { rows } = await month.database.query<ReportFigure & { key: string }>(
    `select coalesce((${asked.key?.(metric) ?? `'total'`})::text, 'none') as key, count(*)::int as count,
       ${spread(0.5)} as median, ${spread(0.9)} as p90,
       ${source.score === undefined ? 'null' : `avg(${source.score})::float8`} as mean
     from ${source.from} ${asked.ofLabels ? 'left join lateral unnest(e.labels) label(id) on true' : ''}
     where ${(asked.period ?? inOctober)(source.at)} and ${source.where ?? 'true'} and ${asked.filter?.(metric) ?? 'true'}
     group by 1`,
  )
  return new Map(rows.map(({ key, ...figure }) => [key, figure]))
}

const none: ReportFigure = { count: 0, median: null, p90: null, mean: null }

function agrees(actual: ReportFigure | undefined, figure: ReportFigure | undefined, what: string): void {
  const { count, median, p90, mean } = figure ?? none
  expect(actual?.count, what).toBe(count)
  for (const [name, value] of Object.entries({ median, p90, mean })) {
    const shown = actual?.[name as 'median']
    if (value === null) expect(shown, `${what} ${name}`).toBeNull()
    else expect(shown, `${what} ${name}`).toBeCloseTo(value, 3)
  }
}

async function agree(
  parts: Iterable<[string, ReportFigures]>,
  metrics: readonly ReportMetric[],
  asked: Asked,
): Promise<void> {
  const shown = new Map(parts)
  for (const metric of metrics.filter(isLogged)) {
    const figures = await expected(metric, asked)
    for (const key of figures.keys()) expect([...shown.keys()], `${metric} of ${key}`).toContain(key)
    for (const [key, part] of shown) agrees(part[metric], figures.get(key), `${metric} of ${key}`)
  }
}

const key = 'total'
describe.each(reportKinds.map((kind) => [kind]))('the report %s equals the raw log', (kind) => {
  const { metrics } = reportShapes[kind]
  test.each(['clock_time', 'business_hours'] as const)('in total and by day, %s', async (clock) => {
    const report = await month.report(kind, `${october}&clock=${clock}&interval=day`)
    expect(report).toMatchObject({
      from: '2026-09-30T22:00:00.000+00:00',
      to: '2026-10-31T23:00:00.000+00:00',
    })
    expect(report.time_zone).toBe('Europe/Berlin')
    await agree([[key, report.totals]], metrics, { clock })
    if (kind === 'heat_map') {
      expect(report.cells).toHaveLength(168)
      const cells = report.cells.map(({ weekday, hour, figures }): [string, ReportFigures] => [
        `${weekday} ${hour}`,
        figures,
      ])
      await agree(cells, metrics, {
        clock,
        key: (metric) =>
          `extract(isodow from ${local(oracle[metric].at)}) - 1 || ' ' || extract(hour from ${local(oracle[metric].at)})`,
      })
      return
    }
    expect(report.series).toHaveLength(31)
    const days = report.series.map(({ start, figures }): [string, ReportFigures] => [
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.parse(start)),
      figures,
    ])
    await agree(days, metrics, {
      clock,
      key: (metric) => `to_char(${local(oracle[metric].at)}, 'YYYY-MM-DD')`,
    })
  })

  const { groups } = reportShapes[kind]
  if (groups.length > 0)
    test.each(groups.map((group) => [group]))('by %s', async (group) => {
      const report = await month.report(kind, `${october}&group=${group}`)
      const parts = report.groups.map(({ key: name, figures }): [string, ReportFigures] => [name, figures])
      expect(parts.length).toBeGreaterThan(0)
      await agree(parts, metrics, { key: groupColumns[group], ofLabels: group === 'label' })
    })
})

describe('reports', () => {
  test('filters of different fields all apply, values of one field any', async () => {
    const [ada, ben] = month.agentIds
    const [team] = month.teams
    const [label] = month.labels
    const query = `${october}&agent=${ada},${ben}&team=${team?.id},none&label=${label?.id}`
    for (const kind of ['response', 'conversations', 'satisfaction', 'calls'] as const) {
      const { totals } = await month.report(kind, query)
      await agree([[key, totals]], reportShapes[kind].metrics, {
        filter: (metric) =>
          `${oracle[metric].agent} in ('${ada}', '${ben}') and (e.team_id is null or e.team_id = '${team?.id}')
            and '${label?.id}' = any(e.labels)`,
      })
    }
  })

  test('a breakdown has no rows in which nothing was counted: AI agents are none of the agents', async () => {
    for (const kind of ['agents', 'satisfaction'] as const) {
      const { groups } = await month.report(kind, `${october}&group=agent&compare=previous`)
      const counted = groups.filter(({ figures, previous }) =>
        [figures, previous ?? {}].some((each) => Object.values(each).some(({ count }) => count > 0)),
      )
      expect(groups).toEqual(counted)
    }
  })

  test('the previous period is as many days before', async () => {
    const { previous, groups } = await month.report('teams', 'from=2026-10-16&to=2026-10-31&compare=previous')
    expect(previous).toMatchObject({
      from: '2026-09-29T22:00:00.000+00:00',
      to: '2026-10-15T22:00:00.000+00:00',
    })
    const period = (at: string) => `${at} >= '2026-09-29T22:00Z' and ${at} < '2026-10-15T22:00Z'`
    const { metrics } = reportShapes.teams
    await agree([[key, previous?.totals ?? {}]], metrics, { period })
    const before = groups.map((row): [string, ReportFigures] => [row.key, row.previous ?? {}])
    await agree(before, metrics, { period, key: groupColumns.team })
  })

  test('weeks begin on Monday and contain only days of the period', async () => {
    const { series } = await month.report('conversations', `${october}&interval=week`)
    expect(series.map(({ start }) => start.slice(0, 13))).toEqual([
      '2026-09-27T22',
      '2026-10-04T22',
      '2026-10-11T22',
      '2026-10-18T22',
      '2026-10-25T23',
    ])
    const weeks = series.map(({ start, figures }): [string, ReportFigures] => [
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.parse(start)),
      figures,
    ])
    await agree(weeks, ['started', 'closed'], {
      key: (metric) => `to_char(date_trunc('week', ${local(oracle[metric].at)}), 'YYYY-MM-DD')`,
    })
  })

  test('the day on which summer time ends has 25 hours', async () => {
    const { series } = await month.report('conversations', 'from=2026-10-25&to=2026-10-25&interval=hour')
    expect(series).toHaveLength(25)
    const hours = series.map(({ start, figures }): [string, ReportFigures] => [start.slice(0, 13), figures])
    await agree(hours, ['started'], {
      key: () => `to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`,
      period: (at) => `${at} >= '2026-10-24T22:00Z' and ${at} < '2026-10-25T23:00Z'`,
    })
  })

  test('every metric is in a report', () => {
    const shown = new Set(reportKinds.flatMap((kind) => [...reportShapes[kind].metrics]))
    expect([...shown].sort()).toEqual(Object.keys(reportMetrics).sort())
  })
})

describe('when clocks change', () => {
  /** The end of the period that a day is compared with, at this time. */
  async function comparedUpTo(day: string, now: string): Promise<string | undefined> {
    const request = readReportRequest('conversations', { from: day, to: day, compare: 'previous' })
    const task = { organizationId: month.organization.id, request, now: Date.parse(now) }
    const { db, close } = openDatabase(month.service.databaseUrl, { connections: 2 })
    try {
      return (await readFacts(db, (reader) => readFigures(reader, task), {})).previous?.period.to
    } finally {
      await close()
    }
  }

  test.each([
    ['2026-03-29', '2026-03-29T10:00Z', '2026-03-28T11:00:00.000+00:00'],
    ['2026-03-30', '2026-03-30T10:00Z', '2026-03-29T10:00:00.000+00:00'],
    ['2026-10-25', '2026-10-25T11:00Z', '2026-10-24T10:00:00.000+00:00'],
    ['2026-10-26', '2026-10-26T11:00Z', '2026-10-25T11:00:00.000+00:00'],
  ])('%s is compared up to noon at noon', async (day, noon, noonBefore) => {
    expect(await comparedUpTo(day, noon)).toBe(noonBefore)
  })

  test.each([
    ['2026-03-29', '2026-03-29T22:00Z', '2026-03-28T23:00:00.000+00:00'],
    ['2026-10-26', '2026-10-26T23:00Z', '2026-10-25T23:00:00.000+00:00'],
  ])('%s is compared with the whole day before once it is over', async (day, end, endBefore) => {
    expect(await comparedUpTo(day, end)).toBe(endBefore)
  })
})
