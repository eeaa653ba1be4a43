import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDelayedChoice, settleMs } from './delayed-choice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function choices() {
  const sent: number[] = []
  const choice = createDelayedChoice()
  return { sent, ...choice, choose: (score: number) => choice.choose(() => sent.push(score)) }
}

test('of choices that follow each other only the last one is sent', () => {
  const { sent, choose } = choices()
  for (const score of [2, 3, 4, 5]) {
    choose(score)
    vi.advanceTimersByTime(settleMs - 1)
  }
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([5])
})

test('a held choice is sent at once when the customer leaves, and only once', () => {
  const { sent, choose, flush } = choices()
  choose(4)
  flush()
  flush()
  vi.advanceTimersByTime(settleMs)
  expect(sent).toEqual([4])
})

test('a choice that was sent with a comment is not sent again', () => {
  const { sent, choose, flush, drop } = choices()
  choose(4)
  drop()
  flush()
  vi.advanceTimersByTime(settleMs)
  expect(sent).toEqual([])
})
