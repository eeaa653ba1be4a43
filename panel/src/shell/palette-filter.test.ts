import { expect, test } from 'vitest'
import type { Command } from '../commands/commands.ts'
import { filterCommands } from './palette-filter.ts'

const command = (group: string, title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  title,
  group,
  run() {},
  ...more,
})

const commands = [
  command('Go to', 'Inbox: Mine'),
  command('Go to', 'Settings: Widgets'),
  command('Go to', 'Settings: Über uns', { keywords: ['about'] }),
  command('Panel', 'Sign out'),
  command('Panel', 'Next', { keyboardOnly: true }),
]
const titles = (query: string) =>
  filterCommands(commands, query).flatMap(([, found]) => found.map((each) => each.title))

test('words that do not occur together match nothing', () => {
  expect(titles('inbox widgets')).toEqual([])
  expect(titles('xyz')).toEqual([])
})

test('keyboard-only commands are not listed', () => {
  expect(titles('')).toEqual(['Inbox: Mine', 'Settings: Widgets', 'Settings: Über uns', 'Sign out'])
})

test('every word must match, in any order, ignoring case and accents, also by keyword', () => {
  expect(titles('WIDG settings')).toEqual(['Settings: Widgets'])
  expect(titles('uber')).toEqual(['Settings: Über uns'])
  expect(titles('about')).toEqual(['Settings: Über uns'])
})

test.each(['ısı', 'ISI', 'isi', 'haritasi'])('a Turkish title is found by %j', (query) => {
  const turkish = [command('Git', 'Raporlar: Isı haritası')]
  expect(filterCommands(turkish, query)).toEqual([['Git', turkish]])
})

test('prefix matches come first', () => {
  expect(titles('s')[0]).toBe('Settings: Widgets')
  expect(titles('ig')).toEqual(['Sign out'])
  expect(filterCommands(commands, 'si')[0]?.[0]).toBe('Panel')
})
