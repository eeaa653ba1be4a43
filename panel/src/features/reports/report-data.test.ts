import type { Report, ReportPoint } from '@parley/protocol/reports'
import { expect, test } from 'vitest'
import { columnKey, previousKey, seriesRows } from './report-data.ts'

const hourMs = 3_600_000

/** Points of an hour each, whose figures count up from 0. */
const hours = (from: string, count: number): ReportPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    start: new Date(Date.parse(from) + index * hourMs).toISOString(),
    figures: { started: { count: index, median: null, p90: null, mean: null } },
  }))

const report = (series: ReportPoint[], previous: ReportPoint[], timeZone = 'Europe/Berlin') =>
  ({
    metrics: ['started'],
    interval: 'hour',
    time_zone: timeZone,
    series,
    previous: { series: previous },
  }) as unknown as Report

/** Figures of the points that began at these times, now and in the previous period. */
function pairs(of: Report): [number | null | undefined, number | null | undefined][] {
  return seriesRows(of, 'en-GB').map(({ values }) => [
    values[columnKey('started', 'count')],
    values[previousKey('started', 'count')],
  ])
}

const before = hours('2026-10-24T00:00:00+02:00', 24)
const autumn = hours('2026-10-25T00:00:00+02:00', 25)
const after = hours('2026-10-26T00:00:00+01:00', 24)

test('hours are compared with the same hour of the local clock around its changes', () => {
  const toAutumn = pairs(report(autumn, before))
  expect(toAutumn[2]).toEqual([2, 2])
  expect(toAutumn[3]).toEqual([3, null])
  expect(toAutumn[4]).toEqual([4, 3])
  expect(toAutumn.at(-1)).toEqual([24, 23])
  const fromAutumn = pairs(report(after, autumn))
  expect(fromAutumn[2]).toEqual([2, 2])
  expect(fromAutumn[3]).toEqual([3, 4])
  expect(fromAutumn.at(-1)).toEqual([23, 24])
})

test('the two hours of the autumn change are called by their offsets', () => {
  const names = seriesRows(report(autumn, before), 'en-GB').map(({ name }) => name)
  expect(new Set(names).size).toBe(25)
  expect(names[2]).toMatch(/2:00 GMT\+2$/)
  expect(names[3]).toMatch(/2:00 GMT\+1$/)
  expect(names[4]).toMatch(/3:00$/)
})

test('points have names in a time zone that the browser does not know', () => {
  const rows = seriesRows(report(autumn, before, 'Mars/Olympus_Mons'), 'en-GB')
  expect(rows).toHaveLength(25)
})
