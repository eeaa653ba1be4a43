import { expect, it } from 'vitest'
import { createContactTokens, type ContactLimit, type StoredTokens } from './contact-tokens.ts'

const day = 86_400_000
const start = Date.parse('2026-03-02T08:00:00Z')

/** Takes tokens for messages that arrive at these times. Returns which ones were taken. */
function open() {
  let stored: StoredTokens = {}
  const store = {
    load: async () => structuredClone(stored),
    save: async (tokens: StoredTokens) => void (stored = tokens),
  }
  return async (limit: ContactLimit, now: number, times: (number | undefined)[], count?: number) => {
    const taken: boolean[] = []
    for (const arrivedAt of times) {
      const tokens = createContactTokens(store, { now, arrivedAt })
      taken.push(await tokens.take(limit, count))
      await tokens.save()
    }
    return taken.filter(Boolean).length
  }
}

const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) => from + ((to - from) / count) * index)

/** Messages whose platform tells no time. */
const untold = (count: number) => Array.from({ length: count }, () => undefined)

it('all inquiries of two days and their photos are taken at once after an outage', async () => {
  const take = open()
  const now = start + 2 * day
  expect(await take('bulk', now, spread(2000, start, now))).toBe(2000)
  expect(await take('megabytes', now, spread(100, start, now), 12)).toBe(100)
})

it('a flood is limited, also if it arrived during an outage or is handled for hours', async () => {
  const take = open()
  const now = start + 2 * day
  expect(await take('bulk', now, spread(5000, start, start + 60_000))).toBe(609)
  expect(await take('bulk', now + day, spread(5000, start + 60_000, start + 120_000))).toBe(10)
  expect(await take('bulk', now + day, spread(5000, now, now + 60_000))).toBe(609)
  expect(await take('megabytes', now, spread(1000, start, start + 60_000), 12)).toBe(25)
})

it('what arrived before an earlier message has no refill of its own', async () => {
  const take = open()
  expect(await take('reply', start, [start, start - day, start - 2 * day, start - day, start - day])).toBe(4)
})

it('a platform whose clock is ahead, or that tells no time, gets no more', async () => {
  const take = open()
  expect(await take('reply', start, spread(20, start, start + day))).toBe(4)
  expect(await take('reply', start, untold(1))).toBe(0)
  expect(await take('reply', start + 3_600_000, untold(5))).toBe(4)
})

it('a clock that is set back delays no refill', async () => {
  const take = open()
  expect(await take('reply', start + 365 * day, untold(4))).toBe(4)
  expect(await take('reply', start, untold(1))).toBe(0)
  expect(await take('reply', start + 3_600_000, untold(5))).toBe(4)
})

it('an attempt that is not saved takes nothing', async () => {
  let stored: StoredTokens = {}
  const store = {
    load: async () => structuredClone(stored),
    save: async (tokens: StoredTokens) => void (stored = tokens),
  }
  for (let attempt = 0; attempt < 9; attempt += 1)
    expect(await createContactTokens(store, { now: start, arrivedAt: start }).take('megabytes', 300)).toBe(
      true,
    )
  expect(stored).toEqual({})
})
