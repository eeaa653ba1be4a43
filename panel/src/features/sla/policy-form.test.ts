import type { SlaPolicy } from '@parley/protocol/sla'
import { expect, test } from 'vitest'
import { changeOf, formOf, inputOf, moved, problemOf, readCondition, withCondition } from './policy-form.ts'

const policy = (id: string, more: Partial<SlaPolicy> = {}): SlaPolicy => ({
  id,
  name: id,
  conditions: { priority: 'urgent' },
  counting: 'clock',
  targets: { first_response: 5400, next_response: null, resolution: 172_800 },
  created_at: '2026-01-01T00:00:00.000+00:00',
  ...more,
})

test('a policy without a name, without targets or with targets out of range cannot be saved', () => {
  const form = formOf(policy('a'))
  expect(problemOf({ ...form, name: ' ' })).toBe('nameMissing')
  const none = { value: null, unit: 'hours' } as const
  expect(
    problemOf({ ...form, targets: { first_response: none, next_response: none, resolution: none } }),
  ).toBe('targetMissing')
  for (const value of [0, 0.5, 43_201])
    expect(
      problemOf({ ...form, targets: { ...form.targets, next_response: { value, unit: 'minutes' } } }),
    ).toBe('targetRange')
  expect(problemOf(form)).toBeNull()
})

test('targets are shown in hours where they are whole, and saved unchanged', () => {
  const form = formOf(policy('a'))
  expect(form.targets).toEqual({
    first_response: { value: 90, unit: 'minutes' },
    next_response: { value: null, unit: 'hours' },
    resolution: { value: 48, unit: 'hours' },
  })
  const { id: _, created_at: __, ...input } = policy('a')
  expect(inputOf(form)).toEqual(input)
})

test('only what was changed is saved, also of the targets: a colleague may have changed the rest', () => {
  // Shown as 2 minutes.
  const opened = policy('a', { targets: { first_response: 90, next_response: null, resolution: 7200 } })
  const form = formOf(opened)
  const stored = policy('a', {
    name: 'theirs',
    targets: { first_response: 60, next_response: 600, resolution: 7200 },
  })
  expect(changeOf(opened, form, stored)).toEqual({})
  expect(changeOf(opened, { ...form, name: 'mine' }, stored)).toEqual({ name: 'mine' })
  const resolution = { value: 3, unit: 'hours' } as const
  expect(changeOf(opened, { ...form, targets: { ...form.targets, resolution } }, stored)).toEqual({
    targets: { first_response: 60, next_response: 600, resolution: 10_800 },
  })
})

test('a condition without values is removed, and a negated one stays negated', () => {
  const conditions = withCondition({}, 'priority', { values: ['low', 'none'], negated: true })
  expect(conditions).toEqual({ priority: '!low,none' })
  expect(readCondition('priority', conditions.priority)).toEqual({ values: ['low', 'none'], negated: true })
  expect(withCondition(conditions, 'priority', { values: [], negated: true })).toEqual({})
})

test('moving keeps the default policy out of the order, and stops at the ends', () => {
  const policies = [policy('a'), policy('b'), policy('rest', { conditions: {} })]
  expect(moved(policies, 'b', -1)).toEqual(['b', 'a'])
  expect(moved(policies, 'a', 1)).toEqual(['b', 'a'])
  expect(moved(policies, 'a', -1)).toEqual(['a', 'b'])
  expect(moved(policies, 'rest', -1)).toEqual(['a', 'b'])
})
