import type { OpenPeriod } from '@parley/protocol/business-hours'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAfter, isOpen, minutesOf, nextOpening, openSeconds, type Schedule } from './open-time.ts'

const workday: OpenPeriod[] = [
  { from: '09:00', to: '12:30' },
  { from: '13:30', to: '18:00' },
]
const berlin: Schedule = {
  time_zone: 'Europe/Berlin',
  week: [workday, workday, workday, workday, workday, [], []],
  exceptions: [
    { date: '2026-12-24', name: 'Christmas Eve', periods: [{ from: '09:00', to: '12:00' }] },
    { date: '2026-12-25', name: 'Christmas Day', periods: [] },
  ],
}
const always = (time_zone: string): Schedule => ({
  time_zone,
  week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
  exceptions: [],
})
const at = (text: string) => Date.parse(text)
const hours = (schedule: Schedule, from: string, to: string) => openSeconds(schedule, at(from), at(to)) / 3600

describe('open seconds', () => {
  test('none before the opening, in a break, on a weekend or on a holiday', () => {
    expect(hours(berlin, '2026-11-23T00:00+01:00', '2026-11-23T09:00+01:00')).toBe(0)
    expect(hours(berlin, '2026-11-23T12:30+01:00', '2026-11-23T13:30+01:00')).toBe(0)
    expect(hours(berlin, '2026-11-21T00:00+01:00', '2026-11-23T00:00+01:00')).toBe(0)
    expect(hours(berlin, '2026-12-25T00:00+01:00', '2026-12-26T00:00+01:00')).toBe(0)
    expect(hours(berlin, '2026-11-23T11:00+01:00', '2026-11-23T10:00+01:00')).toBe(0)
  })

  test('several periods of a day, a weekend between two days, and an exception with its own hours', () => {
    expect(hours(berlin, '2026-11-23T00:00+01:00', '2026-11-24T00:00+01:00')).toBe(8)
    expect(hours(berlin, '2026-11-20T17:00+01:00', '2026-11-23T09:30+01:00')).toBe(1.5)
    expect(hours(berlin, '2026-12-24T00:00+01:00', '2026-12-25T00:00+01:00')).toBe(3)
  })

  test('a day has 23 hours in spring and 25 in autumn', () => {
    const zone = always('Europe/Berlin')
    expect(hours(zone, '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00')).toBe(23)
    expect(hours(zone, '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00')).toBe(25)
    // Half an hour in Lord Howe.
    expect(hours(always('Australia/Lord_Howe'), '2026-04-05T00:00+11:00', '2026-04-06T00:00+10:30')).toBe(
      24.5,
    )
  })

  test('the skipped hour is not open, the repeated one is open twice', () => {
    const night = (from: string, to: string): Schedule => ({
      time_zone: 'Europe/Berlin',
      week: Array.from({ length: 7 }, () => [{ from, to }]),
      exceptions: [],
    })
    const spring = ['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'] as const
    const autumn = ['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'] as const
    expect(hours(night('02:15', '02:45'), ...spring)).toBe(0)
    expect(hours(night('01:00', '04:00'), ...spring)).toBe(2)
    expect(hours(night('02:30', '04:00'), ...spring)).toBe(1)
    expect(hours(night('01:00', '04:00'), ...autumn)).toBe(4)
    expect(hours(night('02:00', '03:00'), ...autumn)).toBe(2)
  })
})

describe('the instant after open seconds', () => {
  test('none with no hours at all, and the start for none', () => {
    const never = { ...berlin, week: [[], [], [], [], [], [], []], exceptions: [] }
    expect(instantAfter(never, at('2026-11-23T10:00Z'), 60)).toBeNull()
    expect(instantAfter(never, at('2026-11-23T10:00Z'), 0)).toBe(at('2026-11-23T10:00Z'))
  })

  test('a time that ends at a closing ends there, also if its seconds are an inexact sum', () => {
    const closing = at('2026-11-23T18:00+01:00')
    const from = closing - 9_120_188
    expect(instantAfter(berlin, from, 9_120.188000000002)).toBe(closing)
    expect(instantAfter(berlin, from, 0.1 + 0.2 + 9_119.888)).toBe(closing)
  })
})

describe('the next opening', () => {
  const opening = (schedule: Schedule, from: string) => {
    const next = nextOpening(schedule, at(from))
    return next === null ? null : new Date(next).toISOString()
  }

  test('none with no hours at all', () => {
    expect(
      opening({ ...berlin, week: [[], [], [], [], [], [], []], exceptions: [] }, '2026-11-23T10:00Z'),
    ).toBe(null)
  })

  test('now while open, after a break, on Monday after a weekend, after a holiday', () => {
    expect(opening(berlin, '2026-11-23T10:00+01:00')).toBe('2026-11-23T09:00:00.000Z')
    expect(opening(berlin, '2026-11-23T12:30+01:00')).toBe('2026-11-23T12:30:00.000Z')
    expect(opening(berlin, '2026-11-20T18:00+01:00')).toBe('2026-11-23T08:00:00.000Z')
    expect(opening(berlin, '2026-12-24T13:00+01:00')).toBe('2026-12-28T08:00:00.000Z')
    // Monday after the change of the clock.
    expect(opening(berlin, '2026-03-27T20:00+01:00')).toBe('2026-03-30T07:00:00.000Z')
  })
})

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Sao_Paulo',
]

const periods = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 8 })
  .map((quarters) => quarters.toSorted((a, b) => a - b))
  .map((sorted) => {
    const list: OpenPeriod[] = []
    for (let index = 0; index + 1 < sorted.length; index += 2)
      list.push({ from: clock(sorted[index] ?? 0), to: clock(sorted[index + 1] ?? 0) })
    return list
  })
const clock = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`

/** Around both changes of 2026 in Europe and America, and of the other half of the world. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
const scenes = fc.record({
  time_zone: fc.constantFrom(...zones),
  week: fc.array(periods, { minLength: 7, maxLength: 7 }),
  around: fc.constantFrom(...changes),
  except: periods,
  offsets: fc.array(fc.integer({ min: -4 * 1440, max: 4 * 1440 }), { minLength: 3, maxLength: 3 }),
})
const placed = ({
  around,
  offsets,
  except,
  ...week
}: typeof scenes extends fc.Arbitrary<infer T> ? T : never) => ({
  schedule: { ...week, exceptions: [{ date: around, name: '', periods: except }] } satisfies Schedule,
  times: offsets.map((minutes) => at(`${around}T00:00Z`) + minutes * 60_000).toSorted((a, b) => a - b) as [
    number,
    number,
    number,
  ],
})

describe('properties around the changes of the clock', () => {
  test('open seconds are additive, and never more than the time that passed', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { schedule, times } = placed(scene)
        const [a, b, c] = times
        const whole = openSeconds(schedule, a, c)
        expect(openSeconds(schedule, a, b) + openSeconds(schedule, b, c)).toBeCloseTo(whole, 6)
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(whole).toBeLessThanOrEqual((c - a) / 1000)
      }),
      { numRuns: 300 },
    )
  })

  test('the instant after so many open seconds is the first at which they have passed', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 1, max: 40 * 3600 }), (scene, seconds) => {
        const { schedule, times } = placed(scene)
        const [from] = times
        const end = instantAfter(schedule, from, seconds)
        if (end === null) return
        expect(openSeconds(schedule, from, end)).toBeCloseTo(seconds, 3)
        expect(openSeconds(schedule, from, end - 1)).toBeLessThan(seconds)
      }),
      { numRuns: 200 },
    )
  })

  test('nothing is open before the next opening, which is open', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { schedule, times } = placed(scene)
        const next = nextOpening(schedule, times[0])
        if (next === null) return
        expect(openSeconds(schedule, times[0], next)).toBe(0)
        expect(isOpen(schedule, next)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('a minute is open exactly if the clock on the wall is within a period, apart from hours that are repeated', () => {
    const wall = new Map(
      zones.map((timeZone) => [
        timeZone,
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      ]),
    )
    fc.assert(
      fc.property(scenes, (scene) => {
        const { schedule, times } = placed(scene)
        const instant = times[0]
        const [date = '', time = ''] = (wall.get(schedule.time_zone)?.format(instant) ?? '').split(' ')
        const shown = (ms: number) => wall.get(schedule.time_zone)?.format(ms)
        const repeated = [30, 60].some((minutes) =>
          [-1, 1].some((sign) => shown(instant + sign * minutes * 60_000) === shown(instant)),
        )
        if (repeated) return
        const list =
          schedule.exceptions.find((exception) => exception.date === date)?.periods ??
          schedule.week[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ??
          []
        const minutes = minutesOf(time)
        const expected = list.some(({ from, to }) => minutesOf(from) <= minutes && minutes < minutesOf(to))
        expect(isOpen(schedule, instant)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
