import { expect, test } from 'vitest'
import { createLostCommits } from './lost-commits.ts'

function open({ checkIntervalMs = 1 } = {}) {
  const database = { isUp: true, asked: 0 }
  /** How often the database had been asked before each gap. */
  const gaps: number[] = []
  const lost = createLostCommits({
    async askDatabase() {
      database.asked += 1
      if (!database.isUp) throw new Error('not reachable')
    },
    reportGap: () => void gaps.push(database.asked),
    checkIntervalMs,
  })
  return { database, gaps, lost }
}

test('a gap is reported once the database answers again', async () => {
  const { database, gaps, lost } = open()
  database.isUp = false
  lost.onConnectionLost()
  await expect.poll(() => database.asked).toBeGreaterThan(2)
  expect(gaps).toEqual([])
  database.isUp = true
  await expect.poll(() => gaps).toHaveLength(1)
  expect(gaps).toEqual([database.asked])
})

test('many connections that are lost at once cause one gap, and one that is lost after the question another', async () => {
  const database = { asked: 0 }
  const gaps: number[] = []
  const lost = createLostCommits({
    async askDatabase() {
      database.asked += 1
      if (database.asked === 1) lost.onConnectionLost()
    },
    reportGap: () => void gaps.push(database.asked),
    checkIntervalMs: 1,
  })
  for (let count = 0; count < 16; count += 1) lost.onConnectionLost()
  await expect.poll(() => gaps).toEqual([1, 2])
  await lost.close()
  expect(gaps).toEqual([1, 2])
})

test('closing reports at once, also during an outage', async () => {
  const { database, gaps, lost } = open({ checkIntervalMs: 3_600_000 })
  database.isUp = false
  lost.onConnectionLost()
  await lost.close()
  expect(gaps).toHaveLength(1)
})
