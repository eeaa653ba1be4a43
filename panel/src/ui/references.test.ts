import { expect, test } from 'vitest'
import { goneConditions, isGone } from './references.ts'

const lists = { team: [{ id: 'sales' }], agent: [] }

test('nothing is missing while its list is loading, or before it is chosen', () => {
  expect(isGone(lists, { kind: 'team', id: 'night' })).toBe(true)
  expect(isGone(lists, { kind: 'team', id: 'sales' })).toBe(false)
  expect(isGone(lists, { kind: 'team', id: '' })).toBe(false)
  expect(isGone(lists, { kind: 'webhook', id: 'orders' })).toBe(false)
  expect(isGone({ ...lists, team: undefined }, { kind: 'team', id: 'night' })).toBe(false)
})

test('conditions with an unknown id are found, also among others and negated', () => {
  const id = (digit: string) => `${digit.repeat(8)}-0000-7000-8000-000000000000`
  const known = { team: [{ id: id('1') }], agent: [] }
  expect(goneConditions(known, { team: `${id('1')},none`, priority: 'high', label: id('2') })).toEqual([])
  expect(goneConditions(known, { assignee: 'me,none' })).toEqual([])
  expect(goneConditions(known, { team: `!${id('1')},${id('2')}`, assignee: id('3') })).toEqual([
    { field: 'assignee', kind: 'agent' },
    { field: 'team', kind: 'team' },
  ])
})
