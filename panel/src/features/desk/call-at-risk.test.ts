import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import { expect, test } from 'vitest'
import { callAtRisk } from './call-at-risk.ts'

const call = { id: 'call' }
const noTalk = { name: 'none' } as const
const stateOf = (name: AgentCallState['name']) => ({ name, call }) as AgentCallState
const uploading = { chunks: 2, bytes: 200 }
const uploaded = { chunks: 0, bytes: 0 }

test('a call in this window is at risk from its acceptance to its end', () => {
  for (const name of ['accepting', 'connecting', 'active'] as const)
    expect(callAtRisk(stateOf(name), noTalk, uploading)).toBe('call')
  for (const name of ['idle', 'elsewhere', 'over', 'gone', 'transferred'] as const)
    expect(callAtRisk(stateOf(name), noTalk, uploaded)).toBeNull()
})

test('a private talk in this window is at risk like a call', () => {
  for (const name of ['joining', 'talking'] as const)
    expect(callAtRisk({ name: 'idle' }, { name }, uploading)).toBe('call')
  expect(callAtRisk({ name: 'idle' }, { name: 'elsewhere' }, uploaded)).toBeNull()
})

test('a recording is at risk after the call until it is uploaded', () => {
  expect(callAtRisk(stateOf('over'), noTalk, uploading)).toBe('recording')
  expect(callAtRisk({ name: 'idle' }, noTalk, uploading)).toBe('recording')
  expect(callAtRisk(stateOf('over'), noTalk, uploaded)).toBeNull()
})
