import { expect, test } from 'vitest'
import type { Agent, Role } from '@parley/protocol/agent'
import { grantableRoles, mayResetPassword, roleLockReason, roleQuestion } from './team-permissions.ts'

const agent = (id: string, role: Role): Agent => ({
  id,
  role,
  name: id,
  avatar_url: null,
  email: `${id}@example.com`,
  online: false,
  created_at: '2026-01-31T10:20:30.123+00:00',
})
const one = agent('one', 'owner')
const other = agent('other', 'owner')
const admin = agent('admin', 'admin')

test('an admin cannot change owners or make one', () => {
  expect(roleLockReason(one, { me: { agent_id: 'admin', role: 'admin' }, agents: [one, other, admin] })).toBe(
    'ownersOnly',
  )
  expect(grantableRoles('admin')).not.toContain('owner')
})

test('nobody can change the last owner, including that owner', () => {
  expect(roleLockReason(one, { me: { agent_id: 'one', role: 'owner' }, agents: [one, admin] })).toBe(
    'lastOwner',
  )
})

test('of two owners each can change the other', () => {
  expect(roleLockReason(other, { me: { agent_id: 'one', role: 'owner' }, agents: [one, other] })).toBeNull()
})

test('reset links are allowed for the same and lower roles, but not for oneself', () => {
  const me = { agent_id: 'admin', role: 'admin' } as const
  expect(mayResetPassword(agent('second', 'admin'), me)).toBe(true)
  expect(mayResetPassword(agent('agent', 'agent'), me)).toBe(true)
  expect(mayResetPassword(one, me)).toBe(false)
  expect(mayResetPassword(admin, me)).toBe(false)
  expect(mayResetPassword(other, { agent_id: 'one', role: 'owner' })).toBe(true)
})

test('lowering one’s own role and making an owner are asked about, other roles are not', () => {
  const me = { agent_id: 'one', role: 'owner' } as const
  expect(roleQuestion(one, 'agent', me)).toBe('ownRole')
  expect(roleQuestion(admin, 'agent', { agent_id: 'admin', role: 'admin' })).toBe('ownRole')
  expect(roleQuestion(admin, 'owner', me)).toBe('newOwner')
  expect(roleQuestion(admin, 'agent', me)).toBeNull()
  expect(roleQuestion(one, 'owner', me)).toBeNull()
})
