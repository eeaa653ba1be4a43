import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import type { Desk, DeskOffer } from '@parley/protocol/call-view'
import { createStore } from '@parley/client/state/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQuietRing, ringOf, silenceWhileAnswering } from './quiet-ring.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

/** A tab of the browser that answers calls. */
function openTab(organizationId = 'one') {
  const quietRing = createQuietRing(organizationId)
  const state = createStore<AgentCallState>({ name: 'idle' })
  const offer = { call: { id: 'call' }, offered_at: '10:00' } as DeskOffer
  silenceWhileAnswering({ state, desk: createStore<Desk | null>({ offer } as Desk) }, quietRing)
  return {
    quietRing,
    ring: ringOf(offer),
    become: (name: AgentCallState['name']) => state.set({ name } as AgentCallState),
  }
}

test('a ring that is silenced in one tab is silent in all, also in one that is opened later', () => {
  const first = openTab()
  const second = openTab()
  first.quietRing.set(first.ring)
  expect(second.quietRing.get()).toBe(first.ring)
  expect(openTab().quietRing.get()).toBe(first.ring)
  second.quietRing.set(null)
  expect(first.quietRing.get()).toBeNull()
})

test('a call that one tab answers is silent in all, and rings again if it was not answered', () => {
  const first = openTab()
  const second = openTab()
  first.become('accepting')
  expect(second.quietRing.get()).toBe(first.ring)
  first.become('gone')
  expect(second.quietRing.get()).toBeNull()
  first.become('accepting')
  first.become('connecting')
  first.become('active')
  expect(second.quietRing.get()).toBe(first.ring)
})

test('a call that was silenced stays silent if it could not be answered', () => {
  const tab = openTab()
  tab.quietRing.set(tab.ring)
  tab.become('accepting')
  tab.become('idle')
  expect(tab.quietRing.get()).toBe(tab.ring)
})

test('a call of another organization does not make a silenced one ring again', () => {
  const first = openTab('one')
  first.quietRing.set(first.ring)
  openTab('two').become('accepting')
  expect(first.quietRing.get()).toBe(first.ring)
})
