import { expect, test } from 'vitest'
import { axisScale, changeOf, valueText, verdictOf } from './report-values.ts'

test('a figure without measurements is a dash, not 0', () => {
  expect(valueText(null, 'duration', 'en')).toBe('–')
  expect(valueText(0, 'count', 'en')).toBe('0')
})

test('figures are written in their unit', () => {
  expect(valueText(12_345, 'count', 'de')).toBe('12.345')
  expect(valueText(0, 'duration', 'en')).toBe('0s')
  expect(valueText(91.6, 'duration', 'en')).toBe('1m 32s')
  expect(valueText(3_900, 'duration', 'en')).toBe('1h 5m')
  expect(valueText(86_400, 'duration', 'en')).toBe('1d')
  expect(valueText(3_981_600, 'time', 'en')).toBe('1,106h')
  expect(valueText(5_400, 'time', 'en')).toBe('1h 30m')
  expect(valueText(20, 'time', 'en')).toBe('20s')
  expect(valueText(0.125, 'share', 'en')).toBe('12.5%')
  expect(valueText(4.5, 'score', 'en')).toBe('4.50')
})

test('the axis of durations counts in the unit of its largest value', () => {
  expect(axisScale(60, 'duration', 'en').divisor).toBe(1)
  expect(axisScale(5_400, 'duration', 'en').divisor).toBe(60)
  expect(axisScale(40_000, 'duration', 'en').text(2.5)).toBe('2.5 hr')
  expect(axisScale(40_000, 'count', 'en').divisor).toBe(1)
})

test('ticks of an axis are round, and reach the largest value', () => {
  expect(axisScale(0, 'count', 'en').ticks).toEqual([0, 1])
  expect(axisScale(3, 'count', 'en').ticks).toEqual([0, 1, 2, 3])
  expect(axisScale(184, 'count', 'en').ticks).toEqual([0, 50, 100, 150, 200])
  expect(axisScale(192, 'duration', 'en').ticks).toEqual([0, 1, 2, 3, 4])
  expect(axisScale(3_000, 'duration', 'en').ticks).toEqual([0, 10, 20, 30, 40, 50])
  expect(axisScale(100_000, 'duration', 'en').ticks).toEqual([0, 6, 12, 18, 24, 30])
  expect(axisScale(30 * 86_400, 'duration', 'en').ticks).toEqual([0, 10, 20, 30])
})

test('a change that would be written as 0 is none', () => {
  expect(changeOf(10_001, 10_000, 'count')).toEqual({ kind: 'same' })
  expect(changeOf(0.1152, 0.1149, 'share')).toEqual({ kind: 'same' })
  expect(changeOf(4.501, 4.5, 'score')).toEqual({ kind: 'same' })
  expect(changeOf(0, 0, 'count')).toEqual({ kind: 'same' })
})

test('a change is relative for counts and durations, in points for shares and scores', () => {
  expect(changeOf(125, 100, 'count')).toEqual({ kind: 'relative', ratio: 0.25 })
  expect(changeOf(0.5, 0.25, 'share')).toEqual({ kind: 'points', points: 0.25 })
  expect(changeOf(3, 0, 'count')).toEqual({ kind: 'new' })
  expect(changeOf(3, 3, 'count')).toEqual({ kind: 'same' })
  expect(changeOf(3, null, 'count')).toBeNull()
})

test('a longer wait is bad, a higher score is good, more conversations are neither', () => {
  expect(verdictOf(20, 10, 'less')).toBe('bad')
  expect(verdictOf(5, 4, 'more')).toBe('good')
  expect(verdictOf(20, 10, 'neither')).toBe('neutral')
})
