import { expect, test, vi } from 'vitest'
import type { Me } from '@parley/protocol/agent'
import { firstOrganization, rememberOrganization } from './session.ts'

const me = (...ids: string[]): Me => ({
  user: { id: 'u', name: 'Dana', email: 'dana@example.com' },
  memberships: ids.map((id) => ({ agent_id: `a-${id}`, role: 'agent', organization: { id, name: id } })),
})

function withStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

test('the last organization is opened first', () => {
  withStorage()
  rememberOrganization('b')
  expect(firstOrganization(me('a', 'b'))).toBe('b')
})

test('an organization without membership is not opened', () => {
  withStorage()
  rememberOrganization('gone')
  expect(firstOrganization(me('a', 'b'))).toBe('a')
  expect(firstOrganization(me())).toBeUndefined()
})

test('blocked storage falls back to the first organization', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  rememberOrganization('b')
  expect(firstOrganization(me('a', 'b'))).toBe('a')
})
