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
}

test('nothing is claimed before the service has said it', () => {
  expect(ownState(null, 'granted')).toBe('unknown')
})

test('nobody is told to be available where no call can ring', () => {
  for (const permission of ['unknown', 'prompt', 'denied', 'missing'] as const) {
    expect(ownState(desk, permission), permission).toBe('silent')
  }
  expect(ownState({ ...desk, state: 'away' }, 'denied')).toBe('away')
})

test('with a microphone the state is the desk’s own', () => {
  expect(ownState(desk, 'granted')).toBe('idle')
  expect(ownState({ ...desk, state: 'in_call' }, 'prompt')).toBe('in_call')
})
