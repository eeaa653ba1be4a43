import { expect, test, vi } from 'vitest'
import { currentCommands, registerCommands } from './commands.ts'

const command = (id: string, title = id) => ({ id, title, group: 'g', run: vi.fn<() => void>() })

test('commands are there until they are taken back', () => {
  const stop = registerCommands([command('a'), command('b')])
  expect(currentCommands().map(({ id }) => id)).toEqual(['a', 'b'])
  stop()
  expect(currentCommands()).toEqual([])
})

test('the last one registered under an id counts, and gives way to the one before', () => {
  const stopFirst = registerCommands([command('a', 'everywhere')])
  const stopSecond = registerCommands([command('a', 'here')])
  expect(currentCommands().map(({ title }) => title)).toEqual(['here'])
  stopSecond()
  expect(currentCommands().map(({ title }) => title)).toEqual(['everywhere'])
  stopFirst()
})
