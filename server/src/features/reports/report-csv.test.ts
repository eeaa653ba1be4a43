import { reportKinds } from '@parley/protocol/report-metrics'
import type { ReportFigure } from '@parley/protocol/reports'
import { parse } from 'csv-parse/sync'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useMonth } from '../../testing/month-scene.ts'

const month = useMonth()
const october = 'from=2026-10-01&to=2026-10-31'

describe('CSV', () => {
  const read = async (path: string) => {
    const { organization, service } = month
    const { headers, body } = await service.app.http.inject({
      url: `/v1/organizations/${organization.id}/reports/${path}`,
      headers: { cookie: organization.cookie },
    })
    expect(headers['content-type']).toContain('text/csv')
    return { headers, rows: parse<Record<string, string>>(body, { bom: true, columns: true }) }
  }
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(Math.round(value * 1000) / 1000)

  test('the table of a breakdown equals the page, and formulas are neutralized', async () => {
    const { groups } = await month.report('teams', october)
    const { headers, rows } = await read(`teams/export?${october}`)
    expect(headers['content-disposition']).toBe('attachment; filename="teams-2026-10-01-2026-10-31.csv"')
    expect(rows).toEqual(
      groups.map(({ key, name, figures }) => ({
        team: key,
        name: name === '=Support' ? "'=Support" : (name ?? ''),
        started: String(figures.started?.count),
        closed: String(figures.closed?.count),
        first_response_count: String(figures.first_response?.count),
        first_response_median_seconds: number(figures.first_response?.median),
        first_response_p90_seconds: number(figures.first_response?.p90),
        reply_time_count: String(figures.reply_time?.count),
        reply_time_median_seconds: number(figures.reply_time?.median),
        reply_time_p90_seconds: number(figures.reply_time?.p90),
        resolution_count: String(figures.resolution?.count),
        resolution_median_seconds: number(figures.resolution?.median),
        resolution_p90_seconds: number(figures.resolution?.p90),
        rating_count: String(figures.rating?.count),
        rating_mean: number(figures.rating?.mean),
      })),
    )
    expect(rows.map((row) => row['name'])).toContain("'=Support")
  })

  test('a breakdown by widget names mailboxes, bots, and what was deleted', async () => {
    await month.database.query(`update provider set channel = 'telegram' where name = 'Second'`)
    onTestFinished(async () => {
      await month.database.query(
        `update provider set channel = 'widget', deleted_at = null where name = 'Second'`,
      )
    })
    const names = async () =>
      (await read(`channels/export?${october}&group=provider`)).rows.map((row) => row['name'])
    const before = await names()
    expect(before).toContain('Second')
    expect(before).not.toContain('')
    await month.database.query(`update provider set deleted_at = now() where name = 'Second'`)
    expect(await names()).toEqual(before)
  })

  /** Columns of a metric by their ending, and the part of the figure that they hold. */
  const endings = {
    '': 'count',
    _count: 'count',
    _hours: 'count',
    _seconds: 'count',
    _mean: 'mean',
    _median: 'median',
    _median_seconds: 'median',
    _p90: 'p90',
    _p90_seconds: 'p90',
  } as const

  /** As in the panel, no time online is shown as nothing: it may not have been recorded. */
  const shownOf = (metric: string, figure: ReportFigure, part: 'count' | 'mean' | 'median' | 'p90') =>
    metric === 'online' && figure.count === 0 ? null : figure[part]

  test.each(reportKinds)('each table of %s has the rows and figures of the page', async (kind) => {
    const { series, groups, cells } = await month.report(kind, `${october}&interval=week`)
    for (const [table, shown] of Object.entries({ series, groups, cells })) {
      if (shown.length === 0) continue
      const { rows } = await read(`${kind}/export?${october}&interval=week&table=${table}`)
      expect(rows, table).toHaveLength(shown.length)
      for (const [index, { figures }] of shown.entries())
        for (const [metric, figure] of Object.entries(figures)) {
          const columns = Object.entries(endings).flatMap(([ending, part]) => {
            const cell = rows[index]?.[`${metric}${ending}`]
            return cell === undefined
              ? []
              : [[cell, metric === 'occupancy' ? figure.mean : shownOf(metric, figure, part)] as const]
          })
          expect(columns.length, metric).toBeGreaterThan(0)
          for (const [cell, value] of columns) expect(cell, `${table} ${index} ${metric}`).toBe(number(value))
        }
    }
  })

  test('the two hours of the autumn change have their offsets', async () => {
    const { rows } = await read('conversations/export?from=2026-10-25&to=2026-10-25&interval=hour')
    const hours = rows.map((row) => row['start (Europe/Berlin)'])
    expect(hours).toHaveLength(25)
    expect(hours.slice(1, 5)).toEqual([
      '2026-10-25 01:00',
      '2026-10-25 02:00+02:00',
      '2026-10-25 02:00+01:00',
      '2026-10-25 03:00',
    ])
  })

  test('the series has the days of the organization’s time zone, the heat map 168 cells', async () => {
    const { rows } = await read(`conversations/export?${october}`)
    expect(rows.map((row) => row['start (Europe/Berlin)'])).toEqual(
      Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`),
    )
    const { series } = await month.report('conversations', october)
    expect(rows.map((row) => Number(row['started']))).toEqual(
      series.map(({ figures }) => figures.started?.count),
    )
    expect((await read(`heat_map/export?${october}`)).rows).toHaveLength(168)
  })
})
