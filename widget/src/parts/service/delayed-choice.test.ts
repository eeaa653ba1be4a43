import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDelayedChoice, debounceMs } from './delayed-choice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function choices() {
  const sent: number[] = []
  const choice = createDelayedChoice()
  return { sent, ...choice, choose: (score: number) => choice.choose(() => sent.push(score)) }
}

test('of choices that follow each other only the last one is sent', () => {
  const { sent, choose } = choices()
  for (const score of [2, 3, 4, 5]) {
    choose(score)
    vi.advanceTimersByTime(debounceMs - 1)
  }
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([5])
})

test('a pending choice is sent at once when it is flushed, and only once', () => {
  const { sent, choose, flush } = choices()
  choose(4)
  flush()
  flush()
  vi.advanceTimersByTime(debounceMs)
  expect(sent).toEqual([4])
})

test('a choice that was sent with a comment is not sent again', () => {
  const { sent, choose, flush, drop } = choices()
  choose(4)
  drop()
  flush()
  vi.advanceTimersByTime(debounceMs)
  expect(sent).toEqual([])
})

test('a pending choice is sent when the page is hidden or left', () => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const { sent, choose, flushOnLeave } = choices()
  const stop = flushOnLeave()
  const see = (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  choose(1)
  see(true)
  expect(sent).toEqual([1])
  choose(2)
  see(false)
  expect(sent).toEqual([1])
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([1, 2])
  choose(3)
  stop()
  expect(sent).toEqual([1, 2, 3])
  choose(4)
  see(true)
  expect(sent).toEqual([1, 2, 3])
})
