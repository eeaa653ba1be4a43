import { expect, test } from 'vitest'
import type { CallOffer } from '@parley/protocol/call'
import { offerEnd } from './offer-end.ts'

const offer = (id: string, outcome: CallOffer['outcome']): CallOffer => ({
  agent: { id, name: id, avatar_url: null },
  outcome,
  offered_at: '2026-11-22T10:00:00.000+00:00',
  ended_at: null,
})

test('a call that never rang here is gone', () => {
  expect(offerEnd({ offers: [], ended_by: null }, 'me')).toBe('gone')
})

test('the agent’s own last offer counts, not a colleague’s', () => {
  const offers = [offer('me', 'declined'), offer('me', 'expired'), offer('other', 'declined')]
  expect(offerEnd({ offers, ended_by: 'customer' }, 'me')).toBe('expired')
  expect(offerEnd({ offers: [offer('me', 'declined')], ended_by: 'agent' }, 'me')).toBe('declined')
})

test('a customer who left while it rang here hung up', () => {
  expect(offerEnd({ offers: [offer('me', 'withdrawn')], ended_by: 'customer' }, 'me')).toBe('hungUp')
  expect(offerEnd({ offers: [offer('me', 'withdrawn')], ended_by: 'system' }, 'me')).toBe('gone')
})
