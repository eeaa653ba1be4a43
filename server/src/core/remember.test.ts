import { expect, test } from 'vitest'
import { remember } from './remember.ts'

function counted(limits = { milliseconds: 1000, entries: 2 }) {
  const asked: string[] = []
  let now = 0
  const remembered = remember(
    async (key) => {
      asked.push(key)
      if (key === 'broken') throw new Error('no answer')
      return `${key}!`
    },
    limits,
    () => now,
  )
  return { remembered, asked, pass: (milliseconds: number) => (now += milliseconds) }
}

test('a failed look-up is not kept', async () => {
  const { remembered, asked } = counted()
  await expect(remembered.get('broken')).rejects.toThrow('no answer')
  await expect(remembered.get('broken')).rejects.toThrow('no answer')
  expect(asked).toEqual(['broken', 'broken'])
})

test('an answer is not kept longer than told', async () => {
  const { remembered, asked, pass } = counted()
  await remembered.get('a')
  pass(999)
  await remembered.get('a')
  expect(asked).toEqual(['a'])
  pass(1)
  await remembered.get('a')
  expect(asked).toEqual(['a', 'a'])
})

test('those who ask at once share one look-up', async () => {
  const { remembered, asked } = counted()
  expect(await Promise.all([remembered.get('a'), remembered.get('a')])).toEqual(['a!', 'a!'])
  expect(asked).toEqual(['a'])
})

test('what was forgotten is looked up again, and no more than told is kept', async () => {
  const { remembered, asked } = counted()
  for (const key of ['a', 'b', 'c', 'b', 'a']) await remembered.get(key)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
  remembered.forgetAll()
  await remembered.get('a')
  expect(asked).toHaveLength(5)
})
