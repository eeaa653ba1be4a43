import { expect, test } from 'vitest'
import { plannedActions } from './reply-actions.ts'

const label = (label_id: string) => ({ type: 'label', label_id }) as const
const close = { type: 'close' } as const
const assign = { type: 'assign_to_me' } as const

test('of two replies, the first team and the first snooze apply, and all labels once', () => {
  const first = [
    { type: 'snooze', minutes: 60 },
    { type: 'team', team_id: 'billing' },
    label('refund'),
  ] as const
  const second = [
    { type: 'snooze', minutes: null },
    { type: 'team', team_id: 'sales' },
    label('vip'),
    label('refund'),
  ] as const
  expect(plannedActions([...first, ...second])).toEqual([
    label('refund'),
    label('vip'),
    { type: 'team', team_id: 'billing' },
    { type: 'snooze', minutes: 60 },
  ])
})

test('closing comes last and replaces a snooze', () => {
  expect(plannedActions([close, { type: 'snooze', minutes: null }, assign])).toEqual([assign, close])
})
