import { expect, test } from 'vitest'
import { failureOf, targetsOf } from './ice-test.ts'

test('each address is tested separately with its server’s credentials', () => {
  const targets = targetsOf([
    { urls: ['stun:stun.example:3478'] },
    {
      urls: ['turn:turn.example:3478', 'turn:turn.example:3478?transport=tcp', 'turns:turn.example:443'],
      username: 'until:call',
      credential: 'secret',
    },
  ])
  expect(targets.map(({ kind, transport, username }) => [kind, transport, username])).toEqual([
    ['stun', 'udp', undefined],
    ['turn', 'udp', 'until:call'],
    ['turn', 'tcp', 'until:call'],
    ['turn', 'tls', 'until:call'],
  ])
})

test('no errors mean no failure', () => {
  expect(failureOf([])).toBeNull()
})

test('a credential error takes precedence over an unreachable one', () => {
  expect(failureOf([701, 401])).toBe('credentials')
})

test('a full relay refuses; a silent one is unreachable', () => {
  expect(failureOf([701, 486])).toBe('refused')
  expect(failureOf([508])).toBe('refused')
  expect(failureOf([701])).toBe('unreachable')
  expect(failureOf([438])).toBe('unreachable')
})
