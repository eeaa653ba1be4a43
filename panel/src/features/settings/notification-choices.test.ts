import type { NotificationSetting } from '@parley/protocol/notification'
import { expect, test } from 'vitest'
import { settingsAfter, type NotificationChoice } from './notification-choices.ts'

const stored: NotificationSetting[] = [
  { kind: 'mention', transports: ['in_app', 'email'] },
  { kind: 'assigned', transports: ['in_app'] },
]

test('a choice changes one transport of one kind; the others are as stored', () => {
  expect(settingsAfter(stored, [{ kind: 'mention', transport: 'desktop', on: true }])).toEqual([
    { kind: 'mention', transports: ['in_app', 'email', 'desktop'] },
    { kind: 'assigned', transports: ['in_app'] },
  ])
})

test('choices apply in order, and the last one of a switch wins', () => {
  const choices: NotificationChoice[] = [
    { kind: 'assigned', transport: 'email', on: true },
    { kind: 'mention', transport: 'in_app', on: false },
    { kind: 'assigned', transport: 'email', on: false },
  ]
  expect(settingsAfter(stored, choices)).toEqual([
    { kind: 'mention', transports: ['email'] },
    { kind: 'assigned', transports: ['in_app'] },
  ])
})
