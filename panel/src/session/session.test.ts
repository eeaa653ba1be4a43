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

test('one begins where one was last', () => {
  withStorage()
  rememberOrganization('b')
  expect(firstOrganization(me('a', 'b'))).toBe('b')
})

test('an organization that one has left is not begun with', () => {
  withStorage()
  rememberOrganization('gone')
  expect(firstOrganization(me('a', 'b'))).toBe('a')
  expect(firstOrganization(me())).toBeUndefined()
})

test('a browser that forbids storage costs the memory, nothing else', () => {
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
