import type { Agent } from '@parley/protocol/agent'
import { expect, test } from 'vitest'
import { agentOptions, choicesOf, withoutMe } from './filter-choices.ts'

const agents = [
  { id: 'ada', name: 'Ada', email: 'ada@example.com', online: true },
  { id: 'bob', name: 'Bob', email: 'bob@example.com', online: false },
] as Agent[]
const { own, others } = agentOptions(agents, { me: 'bob', meLabel: 'Me', locale: 'en' })
const assignees = [...own, ...others]
const nameOf = () => 'Unknown'
const labelsOf = (options: typeof assignees, chosen: string[]) =>
  choicesOf(options, { chosen, nameOf }).map(({ label }) => label)

test('oneself is offered as "Me", and by name where a link of a report has chosen the id', () => {
  expect(assignees.find(({ value }) => value === 'bob')?.label).toBe('Bob')
  expect(labelsOf(assignees, [])).toEqual(['Me', 'Ada'])
  expect(labelsOf(assignees, ['bob'])).toEqual(['Me', 'Bob', 'Ada'])
})

test('a rule offers oneself by name', () => {
  expect(labelsOf(withoutMe(assignees), [])).toEqual(['Bob', 'Ada'])
})

test('chosen values that no longer exist are shown, so that they can be removed', () => {
  expect(choicesOf(others, { chosen: ['gone', 'ada'], nameOf })).toEqual([
    { value: 'ada', label: 'Ada' },
    { value: 'gone', label: 'Unknown' },
  ])
  expect(labelsOf([], ['gone'])).toEqual(['Unknown'])
})
