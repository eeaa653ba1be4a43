import { expect, test, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { limitRepeatedLines } from './repeated-lines.ts'

test('a repeating line is written once in 30 s, with the number of dropped lines', () => {
  let now = 0
  const suppressed = limitRepeatedLines(() => now)
  expect([suppressed('a'), suppressed('a'), suppressed('b'), suppressed('a')]).toEqual([0, null, 0, null])
  now = 30_000
  expect([suppressed('a'), suppressed('a'), suppressed('b')]).toEqual([2, null, 0])
})

test('a line is written again after 30 s although the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    const suppressed = limitRepeatedLines()
    expect(suppressed('a')).toBe(0)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(suppressed('a')).toBeNull()
    vi.advanceTimersByTime(30_000)
    expect(suppressed('a')).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('the log limits equal warnings and errors, not other lines', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const error = new Error('connect ECONNREFUSED 127.0.0.1:5432')
  for (let index = 0; index < 20; index += 1) {
    logger.error({ err: error }, 'calls')
    logger.child({}).error({ err: error }, 'calls')
    logger.warn({ reason: error.message }, 'jobs')
    logger.info({ index }, 'job done')
  }
  logger.error({ err: new Error('another') }, 'calls')
  const counts = Object.groupBy(lines, (line) => (JSON.parse(line) as { msg: string }).msg)
  expect([counts['calls']?.length, counts['jobs']?.length, counts['job done']?.length]).toEqual([2, 1, 20])
})
