import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportFigures } from '@parley/protocol/reports'
import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { isOneOf } from './fact-conditions.ts'
import { intervalKey, noFigure, type Division, type MeasureScope, type Parts } from './measure.ts'

const columns: Partial<Record<ReportMetric, string>> = {
  backlog_open: 'open',
  backlog_unassigned: 'unassigned',
  backlog_waiting: 'waiting',
}

/**
 * Median and 90th percentile of the recorded hours; `count` is their number. The backlog was recorded by team only, so there is
 * none with other filters and breakdowns.
 */
export async function measureBacklog(
  trx: Transaction,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  division: Division,
): Promise<{ total: ReportFigures; parts: Parts }> {
  const total: ReportFigures = {}
  const parts: Parts = new Map()
  const asked = metrics.filter((metric) => reportMetrics[metric].kind === 'level')
  const { team, ...others } = scope.filters
  if (asked.length === 0) return { total, parts }
  if (Object.values(others).some((values) => values !== undefined))
    return { total: Object.fromEntries(asked.map((metric) => [metric, noFigure])), parts }
  if (division.by === 'weekday_hour' || (division.by === 'group' && division.group !== 'team'))
    return { total, parts }

  const byTeam = division.by === 'group'
  const ofTeams = team === undefined ? sql`true` : isOneOf(sql.ref('team_id'), team)
  const levels = asked.map((metric) => columns[metric] ?? '')
  const inPeriod = sql`hour >= ${scope.from}::timestamptz and hour < ${scope.to}::timestamptz`
  const key = byTeam
    ? sql`coalesce(team_id::text, 'none')`
    : intervalKey(sql.ref('hour'), division.interval, scope)
  const ofLevels = (expression: (level: string) => string) => sql.raw(levels.map(expression).join(', '))
  // Hours without open conversations have no rows. The recorded hours of a team are those of all.
  const { rows } = await sql<LevelRow>`
    ${prepared} with level as (
      select hour, ${byTeam ? sql`team_id` : sql`null::uuid as team_id`}, ${ofLevels((level) => `sum(${level})::int as ${level}`)}
      from backlog_hour where organization_id = ${scope.organizationId} and ${inPeriod} and ${ofTeams}
      group by 1, 2
    ), hours as (
      select hour, team_id from backlog_recorded
      cross join (${byTeam ? sql`select distinct team_id from level` : sql`select null::uuid as team_id`}) team
      where ${inPeriod} and hour >= (select created_at from organization where id = ${scope.organizationId})
    )
    select grouping(key) = 1 as is_total, key, count(*)::int as hours,
      ${ofLevels((level) => `percentile_disc(array[0.5, 0.9]) within group (order by ${level}) as ${level}`)}
    from (
      select ${key} as key, ${ofLevels((level) => `coalesce(${level}, 0) as ${level}`)}
      from (
        select hours.hour, hours.team_id, ${ofLevels((level) => `level.${level}`)} from hours
        left join level on level.hour = hours.hour
          and coalesce(level.team_id, ${noTeam}::uuid) = coalesce(hours.team_id, ${noTeam}::uuid)
      ) filled
    ) levels
    group by ${byTeam ? sql`grouping sets ((key))` : sql`grouping sets ((), (key))`}`.execute(trx)
  for (const row of rows) {
    const figures: ReportFigures = {}
    for (const metric of asked) {
      const [median = null, p90 = null] = (row[columns[metric] ?? ''] as number[] | null) ?? []
      figures[metric] = row.hours === 0 ? noFigure : { count: row.hours, median, p90, mean: null }
    }
    if (row.is_total) Object.assign(total, figures)
    else parts.set(row.key, figures)
  }
  return { total, parts }
}

/** Allows a hash join: `is not distinct from` would compare every pair of rows. */
const noTeam = '00000000-0000-0000-0000-000000000000'

interface LevelRow extends Record<string, unknown> {
  is_total: boolean
  key: string
  hours: number
}
