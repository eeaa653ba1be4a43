import { describe, expect, it } from 'vitest'
import { testRateLimits } from '../../testing/test-rate-limits.ts'
import { createUploadAllowance } from './upload-allowance.ts'

const megabyte = 1024 * 1024

function allowance() {
  const time = { now: Date.parse('2026-01-31T10:00:00.000Z') }
  return {
    time,
    ...createUploadAllowance({ rateLimits: testRateLimits(() => time.now), maxBytes: megabyte }),
  }
}

describe('the upload allowance of a network', () => {
  it('is 40 files of the maximum size per hour, and returns the wait', () => {
    const { take, time } = allowance()
    for (let file = 0; file < 40; file++) expect(take('203.0.113.7', megabyte)).toBe(0)
    expect(take('203.0.113.7', megabyte)).toBe(90)
    time.now += 89_000
    expect(take('203.0.113.7', megabyte)).toBe(1)
    time.now += 1_000
    expect(take('203.0.113.7', megabyte)).toBe(0)
    expect(take('203.0.113.7', 1)).toBeGreaterThan(0)
  })

  it('does not affect other networks', () => {
    const { take } = allowance()
    expect(take('203.0.113.7', 40 * megabyte)).toBe(0)
    expect(take('203.0.113.8', 40 * megabyte)).toBe(0)
  })

  it('is shared by all addresses of an IPv6 /64, in any notation', () => {
    const { take } = allowance()
    expect(take('2001:db8:1:2::1', 40 * megabyte)).toBe(0)
    expect(take('2001:db8:1:2:3:4:5:6', megabyte)).toBeGreaterThan(0)
    expect(take('2001:db8:1:3::1', megabyte)).toBe(0)
  })

  it('gets back what was not sent, and not more than its size', () => {
    const { take, refund } = allowance()
    expect(take('2001:db8:1:2::1', 40 * megabyte)).toBe(0)
    refund('2001:db8:1:2::2', megabyte)
    // An upload that is longer than announced.
    refund('2001:db8:1:2::2', -megabyte)
    expect(take('2001:db8:1:2::1', megabyte)).toBe(0)
    expect(take('2001:db8:1:2::1', 1)).toBeGreaterThan(0)
    refund('2001:db8:1:2::1', 100 * megabyte)
    expect(take('2001:db8:1:2::1', 40 * megabyte)).toBe(0)
    expect(take('2001:db8:1:2::1', 1)).toBeGreaterThan(0)
  })

  it('does not exceed its size, and does not refill when the clock is set back', () => {
    const { take, time } = allowance()
    expect(take('203.0.113.7', 40 * megabyte)).toBe(0)
    time.now -= 3_600_000
    expect(take('203.0.113.7', megabyte)).toBeGreaterThan(0)
    time.now += 100 * 3_600_000
    expect(take('203.0.113.7', 40 * megabyte)).toBe(0)
    expect(take('203.0.113.7', megabyte)).toBeGreaterThan(0)
  })
})
