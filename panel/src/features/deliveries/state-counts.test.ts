import { expect, test } from 'vitest'
import { stateCounts } from './state-counts.ts'

test('occurring states are counted, delivered and failed first', () => {
  const states = ['waiting', 'delivered', 'cancelled', 'failed', 'delivered', 'sending'] as const
  expect(stateCounts(states.map((state) => ({ state })))).toEqual([
    ['delivered', 2],
    ['failed', 1],
    ['waiting', 1],
    ['sending', 1],
    ['cancelled', 1],
  ])
  expect(stateCounts([])).toEqual([])
})
