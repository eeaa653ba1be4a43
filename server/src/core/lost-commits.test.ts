import { expect, test } from 'vitest'
import { createLostCommits } from './lost-commits.ts'

function open({ checkIntervalMs = 1 } = {}) {
  const database = { isUp: true, asked: 0 }
  /** How often the database had been asked before each gap. */
  const gaps: number[] = []
  const stopping = new AbortController()
  const lost = createLostCommits({
    async askDatabase() {
      database.asked += 1
      if (!database.isUp) throw new Error('not reachable')
    },
    reportGap: () => void gaps.push(database.asked),
    signal: stopping.signal,
    onError: (error) => {
      throw error
    },
    checkIntervalMs,
  })
  return { database, gaps, lost, stop: () => stopping.abort() }
}

test('a gap is reported once the database answers again', async () => {
  const { database, gaps, lost } = open()
  database.isUp = false
  lost.onConnectionLost()
  await expect.poll(() => database.asked).toBeGreaterThan(2)
  expect(gaps).toEqual([])
  database.isUp = true
  await lost.settled()
  expect(gaps).toEqual([database.asked])
})

test('many connections that are lost at once cause two gaps at most', async () => {
  const { gaps, lost } = open()
  for (let count = 0; count < 16; count += 1) lost.onConnectionLost()
  await lost.settled()
  expect(gaps).toEqual([1, 2])
})

test('a stop during an outage reports the gap at once', async () => {
  const { database, gaps, lost, stop } = open({ checkIntervalMs: 3_600_000 })
  database.isUp = false
  lost.onConnectionLost()
  stop()
  await lost.settled()
  expect(gaps).toHaveLength(1)
})
