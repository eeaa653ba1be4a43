import { describe, expect, test } from 'vitest'
import { pollDelayOf } from './delivery-polling.ts'

const now = Date.parse('2026-03-01T10:00:00.000+00:00')
const waiting = (seconds: number) =>
  ({ state: 'waiting', next_attempt_at: new Date(now + seconds * 1000).toISOString() }) as const
const sending = { state: 'sending', next_attempt_at: null } as const
const delivered = { state: 'delivered', next_attempt_at: null } as const

describe('deliveries are polled', () => {
  test('every 5 s while one is being sent, due soon or overdue', () => {
    for (const delivery of [sending, waiting(30), waiting(1), waiting(-3600)])
      expect(pollDelayOf([delivered, waiting(3600), delivery], now)).toBe(5000)
  })

  test('from 30 s before the first attempt that is due, and every 5 minutes until then', () => {
    expect(pollDelayOf([waiting(100)], now)).toBe(70_000)
    expect(pollDelayOf([waiting(200), waiting(100), delivered], now)).toBe(70_000)
    expect(pollDelayOf([waiting(32)], now)).toBe(5000)
    expect(pollDelayOf([waiting(24 * 3600)], now)).toBe(300_000)
  })

  test('not at all once they are finished', () => {
    expect(pollDelayOf([delivered], now)).toBe(false)
    expect(pollDelayOf([], now)).toBe(false)
  })
})
