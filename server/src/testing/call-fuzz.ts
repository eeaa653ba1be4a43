import type { CallSettings } from '@parley/protocol/call-settings'
import { expect } from 'vitest'
import { newId } from '../core/ids.ts'
import { after, type CallRow } from '../features/calls/call-state.ts'
import { declineCooldownMs, type PossibleAgent } from '../features/calls/routing.ts'
import type { ModelCall } from './call-model.ts'

/** Short timeouts, so that every transition occurs within a few steps. */
export const shortCallSettings: CallSettings = {
  mode: 'audio',
  recording: 'off',
  recording_days: 90,
  relay_only: false,
  nobody: 'wait',
  ring: 'everyone',
  team_seconds: 30,
  offer_seconds: 10,
  queue_seconds: 40,
  connect_seconds: 16,
  grace_seconds: 12,
  wrap_up_seconds: 5,
  max_minutes: 5,
}

/** A new call with these settings. */
export const newShortCall = (now: string): CallRow => ({
  id: newId(),
  organization_id: newId(),
  customer_id: newId(),
  provider_id: newId(),
  external_id: '',
  client_id: newId(),
  phase: 'pending',
  revision: 1,
  settings: shortCallSettings,
  video: false,
  consent: 'not_required',
  recording_state: 'off',
  recording_since: null,
  recording_until: null,
  recorded_ms: 0,
  held_since: null,
  held_ms: 0,
  answered_by: null,
  dedicated_agent_id: null,
  team_id: null,
  team_until: null,
  network: null,
  queue_round: 0,
  agent_id: null,
  customer_peer: newId(),
  agent_peer: null,
  queue_until: after(now, shortCallSettings.queue_seconds),
  connect_until: null,
  max_until: null,
  customer_until: after(now, shortCallSettings.grace_seconds),
  agent_until: null,
  created_at: now,
  accepted_at: null,
  answered_at: null,
  ended_at: null,
  status: null,
  reason: null,
  ended_by: null,
  customer_quality: null,
  agent_quality: null,
  note: '',
})

/** Seeded pseudorandom numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** In [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)],
    /** Weighted choice. */
    choose<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries[0]?.[0] as K
    },
  }
}

const countOf = (call: ModelCall, agentId: string) =>
  call.offers.filter((offer) => offer.agent_id === agentId).length

const isCoolingDown = (call: ModelCall, agentId: string, now: string) =>
  call.offers.some(
    (offer) =>
      offer.agent_id === agentId &&
      offer.outcome === 'declined' &&
      Date.parse(now) < Date.parse(offer.ended_at ?? now) + declineCooldownMs,
  )

/** An independent statement of SPEC C3, which must hold for every offer. */
export function expectFairRing(call: ModelCall, agentId: string, agents: PossibleAgent[], now: string): void {
  const chosen = agents.find((agent) => agent.agent_id === agentId)
  expect(chosen?.free, 'rang a busy agent').toBe(true)
  if (!chosen) return
  expect(isCoolingDown(call, agentId, now), 'rang again within the cool-down').toBe(false)
  const dedicated = agents.find((agent) => agent.agent_id === call.dedicated_agent_id)
  const first = dedicated?.free === true && countOf(call, dedicated.agent_id) === 0
  if (first) {
    expect(agentId, 'skipped the dedicated agent').toBe(dedicated.agent_id)
    return
  }
  const count = countOf(call, agentId)
  for (const other of agents) {
    expect(countOf(call, other.agent_id), 'rang an agent again before another agent').toBeGreaterThanOrEqual(
      count,
    )
    if (!other.free || isCoolingDown(call, other.agent_id, now) || countOf(call, other.agent_id) !== count)
      continue
    expect(other.idle_since >= chosen.idle_since, 'another agent was idle longer').toBe(true)
  }
}

/** A call may only be given up when no agent had fewer offers than the one offered it last. */
export function expectNoAgentLeft(call: ModelCall, agentId: string, agents: PossibleAgent[]): void {
  for (const { agent_id: other } of agents)
    expect(countOf(call, other), 'gave up with an agent left').toBeGreaterThanOrEqual(countOf(call, agentId))
}
