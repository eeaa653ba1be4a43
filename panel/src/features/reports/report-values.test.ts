import { expect, test } from 'vitest'
import { axisScale, changeOf, valueText, verdictOf } from './report-values.ts'

test('nothing measured is not zero', () => {
  expect(valueText(null, 'duration', 'en')).toBe('–')
  expect(valueText(0, 'count', 'en')).toBe('0')
})

test('figures are written in their unit', () => {
  expect(valueText(12_345, 'count', 'de')).toBe('12.345')
  expect(valueText(3_900, 'duration', 'en')).toBe('1 hr 5 min')
  expect(valueText(0.125, 'share', 'en')).toBe('12.5%')
  expect(valueText(4.5, 'score', 'en')).toBe('4.50')
})

test('the axis of durations counts in the unit of its largest value', () => {
  expect(axisScale(60, 'duration', 'en').divisor).toBe(1)
  expect(axisScale(5_400, 'duration', 'en').divisor).toBe(60)
  expect(axisScale(40_000, 'duration', 'en').text(2.5)).toBe('2.5 hr')
  expect(axisScale(40_000, 'count', 'en').divisor).toBe(1)
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
