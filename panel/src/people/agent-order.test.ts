import { expect, test } from 'vitest'
import type { Agent } from '@parley/protocol/agent'
import { pickable } from './agent-order.ts'

const agent = (name: string, online = false): Agent => ({
  id: `agent-${name}`,
  name,
  avatar_url: null,
  email: `${name.toLowerCase()}@work.example`,
  role: 'agent',
  online,
  created_at: '2026-01-31T10:00:00.000+00:00',
})
const team = [agent('Zoe', true), agent('Ömer'), agent('Ada'), agent('Ben', true), agent('Me')]
const names = (search: string) =>
  pickable(team, { me: 'agent-Me', search, locale: 'en' }).map(({ name }) => name)

test('oneself comes first, then online agents, each by name', () => {
  expect(names('')).toEqual(['Me', 'Ben', 'Zoe', 'Ada', 'Ömer'])
})

test('the search matches name and e-mail, ignoring case', () => {
  expect(names('  ZO ')).toEqual(['Zoe'])
  expect(names('ben@work')).toEqual(['Ben'])
  expect(names('nobody')).toEqual([])
})

test('the search ignores case and accents, also in a Turkish panel', () => {
  const turkish = [agent('IŞIL'), agent('Ilya')]
  const found = (search: string) =>
    pickable(turkish, { me: '', search, locale: 'tr' }).map(({ name }) => name)
  expect(found('ışıl')).toEqual(['IŞIL'])
  expect(found('isil')).toEqual(['IŞIL'])
  expect(found('ilya')).toEqual(['Ilya'])
})
