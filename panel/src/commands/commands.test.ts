import { expect, test, vi } from 'vitest'
import { currentCommands, registerCommands } from './commands.ts'

const command = (id: string, title = id) => ({ id, title, group: 'g', run: vi.fn<() => void>() })

test('commands are listed until they are unregistered', () => {
  const stop = registerCommands([command('a'), command('b')])
  expect(currentCommands().map(({ id }) => id)).toEqual(['a', 'b'])
  stop()
  expect(currentCommands()).toEqual([])
})

test('the last registration under an id wins until it is unregistered', () => {
  const stopFirst = registerCommands([command('a', 'everywhere')])
  const stopSecond = registerCommands([command('a', 'here')])
  expect(currentCommands().map(({ title }) => title)).toEqual(['here'])
  stopSecond()
  expect(currentCommands().map(({ title }) => title)).toEqual(['everywhere'])
  stopFirst()
})

test('a fallback never replaces another command, also if it is registered again later', () => {
  const stopFirst = registerCommands([{ ...command('a', 'everywhere'), fallback: true }])
  const stopSecond = registerCommands([command('a', 'here')])
  stopFirst()
  const stopThird = registerCommands([{ ...command('a', 'everywhere'), fallback: true }])
  expect(currentCommands().map(({ title }) => title)).toEqual(['here'])
  stopSecond()
  expect(currentCommands().map(({ title }) => title)).toEqual(['everywhere'])
  stopThird()
})
