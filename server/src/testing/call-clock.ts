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
 * A service for calls whose clock is turned by the test: for a whole test file. Nothing happens by itself; after the clock
 * has been turned the service looks at what is due.
 */
export function useCallClock() {
  const time = { now: Date.parse('2026-03-01T10:00:00.000Z') }
  const held: { service?: TestService } = {}
  beforeAll(async () => {
    held.service = await startTestService({ clock: () => time.now })
  })
  afterAll(() => held.service?.stop())
  const service = (): TestService => {
    if (!held.service) throw new Error('Not before the first test')
    return held.service
  }

  async function pass(seconds: number): Promise<void> {
    time.now += seconds * 1000
    await service().app.calls.sweep()
  }

  /** The one entry that ended the call, after the one that began it, as both sides may read them. */
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

  /** Field by field: what is not named is as in a call that nobody was ever asked to answer. */
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
    /** The clock is turned, and nobody looks. */
    turn(seconds: number): void {
      time.now += seconds * 1000
    },
    scene: (options?: Parameters<typeof callScene>[1]) => callScene(service(), options),
    entries: (call: TestCall) => callEntries(service().databaseUrl, call.customerId),
    /** The clock is turned, and the service looks at what is due. */
    pass,
    /** Time passes, and these windows go on saying that they are there. */
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
