import { expect, test } from 'vitest'
import { restMsAfter } from './facts-refresh.ts'

test('a refresh rests four times as long as it has worked, but not for minutes after an outage', () => {
  expect([10, 1_000, 180_000].map(restMsAfter)).toEqual([40, 4_000, 20_000])
})
