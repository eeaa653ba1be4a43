import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf, eventOf } from '../../../testing/test-calendar.ts'
import { dayOf } from '../zoned-time.ts'
import { readHolidays } from './read-holidays.ts'

const today = dayOf('2026-11-23')
const read = (file: string) => readHolidays(Buffer.from(file), today)
const holidays = (...events: string[]) => {
  const found = read(calendarOf(...events))
  return found.outcome === 'read' ? found.holidays.map(({ date, name }) => `${date} ${name}`) : found
}

describe('a file is refused', () => {
  test.each([
    ['that is empty', ''],
    ['of a web page', '<!doctype html>\n<html>'],
    ['of an event alone', eventOf('Christmas', '20261225')],
  ])('%s', (_, file) => {
    expect(read(file)).toEqual({ outcome: 'not_calendar' })
  })

  test('with too many events', () => {
    const events = Array.from({ length: 5001 }, () => eventOf('Day', '20261225'))
    expect(holidays(...events)).toEqual({ outcome: 'too_large' })
  })

  test('whose rules take too long together, soon', () => {
    const events = Array.from({ length: 4999 }, () =>
      eventOf('Day', '00010101', 'RRULE:FREQ=DAILY;COUNT=99999'),
    )
    const began = process.cpuUsage()
    expect(holidays(...events)).toEqual({ outcome: 'too_large' })
    // Processor time, in microseconds: the machine may be busy.
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
  })
})

describe('these are no closed dates', () => {
  test.each([
    ['an event of hours', eventOf('Meeting', '', 'DTSTART:20261224T090000', 'DTEND:20261224T170000')],
    [
      'an event from midnight to noon',
      eventOf('Half', '', 'DTSTART:20261224T000000', 'DTEND:20261224T120000'),
    ],
    [
      'a day from midnight to midnight in UTC',
      eventOf('UTC', '', 'DTSTART:20261224T000000Z', 'DTEND:20261225T000000Z'),
    ],
    ['a cancelled event', eventOf('Off', '20261224', 'STATUS:CANCELLED')],
    ['a date that does not exist', eventOf('Never', '20270230')],
    ['an event without a date', eventOf('Nothing', '')],
    ['an event of two years ago', eventOf('Old', '20241224')],
    ['an event in three years', eventOf('Far', '20291224')],
    [
      'the days that a rule never reaches',
      eventOf('Never', '20200101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    ],
    [
      'an alarm within an event',
      eventOf('', '', 'BEGIN:VALARM', 'DTSTART;VALUE=DATE:20261224', 'END:VALARM'),
    ],
  ])('%s', (_, event) => {
    expect(holidays(event)).toEqual([])
  })

  test('repetitions every second: only the first date counts', () => {
    expect(holidays(eventOf('Tick', '20261224', 'RRULE:FREQ=SECONDLY'))).toEqual(['2026-12-24 Tick'])
  })
})

describe('closed dates', () => {
  test.each([
    ['of one day', eventOf('Eve', '20261224', 'DTEND;VALUE=DATE:20261225'), ['2026-12-24 Eve']],
    ['without an end', eventOf('Eve', '20261224'), ['2026-12-24 Eve']],
    ['whose end is their start', eventOf('Eve', '20261224', 'DTEND;VALUE=DATE:20261224'), ['2026-12-24 Eve']],
    [
      'of several days, without the end',
      eventOf('Break', '20261231', 'DTEND;VALUE=DATE:20270102'),
      ['2026-12-31 Break', '2027-01-01 Break'],
    ],
    [
      'with a duration',
      eventOf('Break', '20261231', 'DURATION:P2D'),
      ['2026-12-31 Break', '2027-01-01 Break'],
    ],
    [
      'from midnight to midnight',
      eventOf('Eve', '', 'DTSTART;TZID=Asia/Tokyo:20261224T000000', 'DTEND;TZID=Asia/Tokyo:20261225T000000'),
      ['2026-12-24 Eve'],
    ],
    [
      'that say free, as most calendars of holidays do',
      eventOf('Eve', '20261224', 'TRANSP:TRANSPARENT'),
      ['2026-12-24 Eve'],
    ],
    [
      'of every year',
      eventOf('New Year', '19700101', 'RRULE:FREQ=YEARLY'),
      ['2026-01-01 New Year', '2027-01-01 New Year', '2028-01-01 New Year'],
    ],
    [
      'of every fourth Thursday of November',
      eventOf('Thanks', '20001123', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'),
      ['2025-11-27 Thanks', '2026-11-26 Thanks', '2027-11-25 Thanks', '2028-11-23 Thanks'],
    ],
    [
      'of every last Monday of May, up to a year',
      eventOf('Spring', '20000529', 'RRULE:FREQ=YEARLY;UNTIL=20270101T000000Z;BYMONTH=5;BYDAY=-1MO'),
      ['2026-05-25 Spring'],
    ],
    [
      'without those left out',
      eventOf('New Year', '20250101', 'RRULE:FREQ=YEARLY;COUNT=3', 'EXDATE;VALUE=DATE:20270101'),
      ['2026-01-01 New Year'],
    ],
    [
      'with single ones more',
      eventOf('Extra', '20261224', 'RDATE;VALUE=DATE:20270301,20270302'),
      ['2026-12-24 Extra', '2027-03-01 Extra', '2027-03-02 Extra'],
    ],
  ])('%s', (_, event, expected) => {
    expect(holidays(event)).toEqual(expected)
  })

  test('of a rule, of which one is moved and one is cancelled', () => {
    const rule = eventOf('Outing', '20250303', 'UID:outing', 'RRULE:FREQ=YEARLY;COUNT=4')
    const moved = eventOf('Outing later', '20260310', 'UID:outing', 'RECURRENCE-ID;VALUE=DATE:20260303')
    const cancelled = eventOf(
      'Outing',
      '20270303',
      'UID:outing',
      'RECURRENCE-ID;VALUE=DATE:20270303',
      'STATUS:CANCELLED',
    )
    expect(holidays(moved, rule, cancelled)).toEqual(['2026-03-10 Outing later', '2028-03-03 Outing'])
  })

  test('have one name in one line, without control characters, of at most 60 characters', () => {
    const folded = 'SUMMARY:Tag der\r\n  Deutschen\\nEinheit\\, \u202Efrei\u0007'
    const [day] = [holidays(['BEGIN:VEVENT', 'DTSTART:20261003', folded, 'END:VEVENT'].join('\r\n'))].flat()
    expect(day).toBe('2026-10-03 Tag der Deutschen Einheit, frei')
    expect(holidays(eventOf('x'.repeat(500), '20261003'))).toEqual([`2026-10-03 ${'x'.repeat(60)}`])
    expect(holidays(eventOf(`${'x'.repeat(59)}👋`, '20261003'))).toEqual([`2026-10-03 ${'x'.repeat(59)}`])
  })

  test('are read from lines folded within a character, around lines that are not valid', () => {
    const file = Buffer.from(calendarOf('X-WR-CALDESC:Two', 'lines, not folded', eventOf('Fête', '20260714')))
    const at = file.indexOf(Buffer.from('ê')) + 1
    const folded = Buffer.concat([file.subarray(0, at), Buffer.from('\r\n '), file.subarray(at)])
    expect(readHolidays(folded, today)).toEqual({
      outcome: 'read',
      holidays: [{ date: '2026-07-14', name: 'Fête' }],
    })
  })
})

test('no calendar takes longer than a second or breaks the reader', { timeout: 60_000 }, () => {
  const part = fc.constantFrom(
    'FREQ=YEARLY',
    'FREQ=DAILY',
    'FREQ=HOURLY',
    'INTERVAL=10000',
    'INTERVAL=0',
    'COUNT=99999',
    'UNTIL=x',
    'BYMONTH=2',
    'BYMONTHDAY=30',
    'BYMONTHDAY=-31',
    'BYDAY=-53SU',
    'BYDAY=MO',
    'BYSETPOS=-1',
    'BYYEARDAY=366',
    '=',
  )
  const line = fc.oneof(
    fc.array(part, { maxLength: 6 }).map((parts) => `RRULE:${parts.join(';')}`),
    fc.constantFrom(
      'DTSTART:00010101',
      'DTSTART:99991231',
      'DTEND:99991231',
      'DURATION:P9999W',
      'BEGIN:VALARM',
    ),
    fc.string({ unit: 'binary' }),
  )
  const events = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 40 })
  fc.assert(
    fc.property(events, (list) => {
      const began = process.cpuUsage()
      const found = holidays(...list.map((lines) => eventOf('Day', '20261224', ...lines)))
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
      expect(found).toBeDefined()
    }),
    { numRuns: 200 },
  )
})
