import { expect, test } from 'vitest'
import type { Desk } from '@parley/protocol/call-view'
import { ownState } from './own-state.ts'

const desk: Desk = {
  availability: 'available',
  away_because: null,
  state: 'idle',
  wrap_up_until: null,
  offer: null,
  call: null,
  transfer: null,
}

test('the state is unknown until the service sends it', () => {
  expect(ownState(null, 'granted')).toBe('unknown')
})

test('an agent without a microphone is silent, not available', () => {
  for (const permission of ['unknown', 'prompt', 'denied', 'missing'] as const) {
    expect(ownState(desk, permission), permission).toBe('silent')
  }
  expect(ownState({ ...desk, state: 'away' }, 'denied')).toBe('away')
})

test('with a microphone the state is that of the desk', () => {
  expect(ownState(desk, 'granted')).toBe('idle')
  expect(ownState({ ...desk, state: 'in_call' }, 'prompt')).toBe('in_call')
})
