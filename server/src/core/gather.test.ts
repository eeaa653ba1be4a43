import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Look-ups that end when the test says so. */
function controlled(most: number) {
  const asked: {
    keys: string[]
    answer: (found: Map<string, number>) => void
    fail: (error: Error) => void
  }[] = []
  const lookUp = gather<string, number>(
    (keys) => new Promise((answer, fail) => asked.push({ keys, answer, fail })),
    most,
  )
  return { asked, lookUp }
}

test('a failed look-up fails those who shared it, and nobody after them', async () => {
  const { asked, lookUp } = controlled(10)
  const first = lookUp('a')
  const second = lookUp('b')
  asked[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  asked[1]?.answer(new Map([['b', 2]]))
  expect(await second).toBe(2)
})

test('one that comes alone waits for nobody', () => {
  const { asked, lookUp } = controlled(10)
  void lookUp('a')
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])
})

test('those who come meanwhile share the next, never the one under way, as many as may', async () => {
  const { asked, lookUp } = controlled(2)
  const first = lookUp('a')
  const others = [lookUp('a'), lookUp('b'), lookUp('c')]
  asked[0]?.answer(new Map([['a', 1]]))
  expect(await first).toBe(1)
  asked[1]?.answer(new Map([['a', 11]]))
  expect(await Promise.all(others.slice(0, 2))).toEqual([11, undefined])
  asked[2]?.answer(new Map([['c', 3]]))
  expect(await others[2]).toBe(3)
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b'], ['c']])
})
