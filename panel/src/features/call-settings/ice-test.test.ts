import { expect, test } from 'vitest'
import { failureOf, targetsOf } from './ice-test.ts'

test('every address is tried by itself, with the credentials of its server', () => {
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

test('without an error nothing is wrong', () => {
  expect(failureOf([])).toBeNull()
})

test('a refused name or password outweighs a server that did not answer on another network', () => {
  expect(failureOf([701, 401])).toBe('credentials')
})

test('a relay without room refuses; one that says nothing is not reached', () => {
  expect(failureOf([701, 486])).toBe('refused')
  expect(failureOf([508])).toBe('refused')
  expect(failureOf([701])).toBe('unreachable')
  expect(failureOf([438])).toBe('unreachable')
})
