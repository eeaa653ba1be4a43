import { expect, test } from 'vitest'
import { itemsQueryOf, queryOf, readReportSearch, searchOfOtherReport, withoutPick } from './report-search.ts'

const team = '01890000-0000-7000-8000-000000000001'
const today = '2026-11-23'

test('parameters that are not of a report are dropped', () => {
  const search = readReportSearch({
    period: 'ever',
    from: '2026-02-30',
    to: '2026-03-01',
    compare: 'on',
    clock: 'sun',
    interval: 'year',
    group: 'planet',
    agent: 'me',
    team: [team],
    channel: 'pigeon',
    metric: 'toString',
    hour: 7,
  })
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([])
})

test('days in the wrong order are no period', () => {
  expect(readReportSearch({ from: '2026-03-02', to: '2026-03-01' }).from).toBeUndefined()
})

test('without parameters: the last four weeks against the four before', () => {
  expect(queryOf('conversations', readReportSearch({}), today)).toEqual({
    from: '2026-10-27',
    to: '2026-11-23',
    compare: 'previous',
    group: 'agent',
  })
})

test('the request contains the period, filters, interval and breakdown of the URL', () => {
  const search = readReportSearch({
    from: '2026-11-01',
    to: '2026-11-07',
    compare: 'off',
    clock: 'business_hours',
    interval: 'day',
    group: 'label',
    team: `${team},none`,
    channel: 'telegram',
  })
  expect(queryOf('response', search, today)).toEqual({
    from: '2026-11-01',
    to: '2026-11-07',
    clock: 'business_hours',
    interval: 'day',
    group: 'label',
    team: `${team},none`,
    channel: 'telegram',
  })
})

test('a breakdown that the report does not have is replaced by the default one', () => {
  expect(queryOf('teams', { group: 'label' }, today).group).toBe('team')
  expect(queryOf('conversations', { group: 'reason' }, today).group).toBe('agent')
  expect(queryOf('heat_map', { group: 'team' }, today).group).toBeUndefined()
  expect(queryOf('calls', {}, today).group).toBe('reason')
})

test('a picked figure is asked for with the query of its report', () => {
  const search = readReportSearch({ metric: 'started', weekday: '3', hour: 0, team })
  expect(itemsQueryOf('heat_map', search, today)).toEqual({
    ...queryOf('heat_map', search, today),
    metric: 'started',
    weekday: 3,
    hour: 0,
  })
  expect(itemsQueryOf('heat_map', withoutPick(search), today)).toBeNull()
  expect(itemsQueryOf('satisfaction', search, today)).toBeNull()
})

test('another report keeps period and conditions, not the figure or the breakdown', () => {
  const search = readReportSearch({ period: '7d', team, group: 'agent', metric: 'started', key: 'none' })
  const kept = Object.entries(searchOfOtherReport(search)).filter(([, value]) => value !== undefined)
  expect(Object.fromEntries(kept)).toEqual({ period: '7d', team })
})
