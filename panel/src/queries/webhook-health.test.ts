import { expect, test } from 'vitest'
import { keepsFailing } from './webhook-health.ts'

const trouble = (failures: number) => ({
  since: '2026-01-31T10:20:30.000+00:00',
  failures,
  last_status: 500,
  last_error: null,
  last_failure: null,
})

test('a webhook keeps failing from the third failure in a row, unless it is off', () => {
  expect(keepsFailing({ active: true, trouble: null })).toBe(false)
  expect(keepsFailing({ active: true, trouble: trouble(2) })).toBe(false)
  expect(keepsFailing({ active: false, trouble: trouble(9) })).toBe(false)
  expect(keepsFailing({ active: true, trouble: trouble(3) })).toBe(true)
})
