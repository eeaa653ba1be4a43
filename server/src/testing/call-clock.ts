import type { CallRecord } from '@parley/protocol/call'
import { afterAll, beforeAll, expect } from 'vitest'
import { timestamp } from '../core/clock.ts'
import {
  callEntries,
  callScene,
  leaveScene,
  type CallScene,
  type TestAgent,
  type TestCall,
} from './test-calls.ts'
import { startTestService, type TestService } from './test-service.ts'

/**
 * A service for call tests with a manual clock, for one test file. Deadlines are only processed by `pass`, which advances the
 * clock and runs the sweep.
 */
export function useCallClock(env: Record<string, string> = {}) {
  const time = { now: Date.parse('2026-03-01T10:00:00.000Z') }
  const held: { service?: TestService } = {}
  beforeAll(async () => {
    held.service = await startTestService({ clock: () => time.now, env })
  })
  afterAll(() => held.service?.stop())
  const service = (): TestService => {
    if (!held.service) throw new Error('The service is not started before the first test')
    return held.service
  }

  async function pass(seconds: number): Promise<void> {
    time.now += seconds * 1000
    await service().app.calls.sweep()
  }

  /** Asserts that the log contains exactly a start and an end, visible to both sides. Returns the end. */
  async function endOf(scene: CallScene, call: TestCall): Promise<{ type: string; data: CallRecord }> {
    const [started, end, ...rest] = await callEntries(service().databaseUrl, call.customerId)
    expect(rest).toEqual([])
    expect(started).toMatchObject({ type: 'call.started', audience: 'both', actor: { type: 'customer' } })
    expect(started?.data).toEqual({
      id: call.id,
      customer_id: call.customerId,
      provider_id: scene.organization.providerId,
      external_id: call.customerId,
      status: call.view.phase,
      created_at: call.view.created_at,
    })
    if (!end) throw new Error('The call has not ended')
    const data = end.data as CallRecord
    expect(end).toMatchObject({ audience: 'both', actor: { type: data.ended_by } })
    return { type: end.type, data }
  }

  /** The expected record. Defaults are those of a call that was never offered to an agent. */
  const record = (scene: CallScene, call: TestCall, rest: Partial<CallRecord>): CallRecord => ({
    id: call.id,
    customer_id: call.customerId,
    provider_id: scene.organization.providerId,
    external_id: call.customerId,
    agent_id: null,
    status: 'missed',
    reason: null,
    ended_by: 'system',
    hold_duration: 0,
    created_at: call.view.created_at,
    answered_at: null,
    ended_at: timestamp(time.now),
    ...rest,
  })

  return {
    get service() {
      return service()
    },
    now: () => timestamp(time.now),
    /** Advances the clock without a sweep. */
    turn(seconds: number): void {
      time.now += seconds * 1000
    },
    scene: (options?: Parameters<typeof callScene>[1]) => callScene(service(), options),
    entries: (call: TestCall) => callEntries(service().databaseUrl, call.customerId),
    /** Advances the clock and runs the sweep. */
    pass,
    /** Advances the clock in steps of at most 5 s, with heartbeats from these windows. */
    async waitThrough(seconds: number, call: TestCall, ...others: (TestCall | TestAgent)[]): Promise<void> {
      for (let left = seconds; left > 0; left -= 5) {
        await pass(Math.min(5, left))
        for (const { socket } of [call, ...others]) await socket.request('call.alive', { call_id: call.id })
      }
    },
    async expectMissed(scene: CallScene, call: TestCall, rest: Partial<CallRecord>): Promise<void> {
      expect(await endOf(scene, call)).toEqual({ type: 'call.missed', data: record(scene, call, rest) })
      await leaveScene(scene, call)
    },
    async expectEnded(scene: CallScene, call: TestCall, rest: Partial<CallRecord>): Promise<void> {
      const data = record(scene, call, { status: 'ended', ...rest })
      expect(await endOf(scene, call)).toEqual({ type: 'call.ended', data })
      await leaveScene(scene, call)
    },
    agentOf(scene: CallScene, index = 0): TestAgent {
      const agent = scene.agents[index]
      if (!agent) throw new Error('No such agent')
      return agent
    },
  }
}
