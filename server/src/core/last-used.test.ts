import { expect, test } from 'vitest'
import { keepLastUsed } from './last-used.ts'

test('what was made is kept for those that are asked for most lately, and nothing that failed', () => {
  const made: string[] = []
  const of = keepLastUsed(2, (key) => {
    made.push(key)
    if (key === 'odd') throw new Error('Nobody can make this')
    return `${key}!`
  })
  expect([of('a'), of('b'), of('a'), of('c'), of('a'), of('b')]).toEqual(['a!', 'b!', 'a!', 'c!', 'a!', 'b!'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  for (let time = 0; time < 2; time++) expect(() => of('odd')).toThrow('Nobody')
  expect(made.filter((key) => key === 'odd')).toHaveLength(2)
})
