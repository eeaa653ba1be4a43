import { expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import {
  createRandom,
  expectFairRing,
  expectNoAgentLeft,
  newShortCall,
  shortCallSettings,
} from '../../testing/call-fuzz.ts'
import { fuzzSeed } from '../../testing/fuzz-seed.ts'
import { createCallModel, type ModelCall } from '../../testing/call-model.ts'
import { callRecord } from './call-state.ts'

/**
 * 100,000 steps by the rules of calls, without a database: what anybody can do, in any order, with looks that come late, dead
 * windows and killed processes. That the database comes to the same: call-fuzz-database.test.ts.
 */

const steps = 100_000
const agentIds = Array.from({ length: 7 }, () => newId())

test(`[C3] [C4] [C5] [C6] [C7] ${steps} random steps: each call ends once, no double acceptance, idle order kept, no call forgotten (seed ${fuzzSeed})`, () => {
  const dice = createRandom(fuzzSeed)
  let rings = 0
  const model = createCallModel({
    settings: shortCallSettings,
    onRing: (...ring) => {
      rings += 1
      expectFairRing(...ring)
    },
    onNobodyLeft: expectNoAgentLeft,
  })
  const processes = ['one', 'two']
  let kills = 0
  let started = 0
  const silent = new Set<string>()
  const ended = new Set<string>()
  const reasons = new Map<string, number>()
  const winners = new Map<string, number>()
  for (const name of processes) model.processes.set(name, { heartbeatAt: 0 })
  let now = Date.parse('2026-03-01T10:00:00.000Z')

  const moveTo = (moment: number) => {
    now = Math.max(now + 1, moment)
    model.now = timestamp(now)
  }
  const someCall = () => dice.pick([...model.live.values()])
  const someAgent = () => dice.pick(agentIds) ?? ''
  const lookAll = () => {
    for (const name of processes) model.look(name)
  }

  function checkOver(): void {
    for (const call of model.over.splice(0)) {
      expect(ended.has(call.id), 'ended twice').toBe(false)
      ended.add(call.id)
      const record = callRecord(call)
      expect(record.status === 'ended').toBe(record.answered_at !== null)
      expect((winners.get(call.id) ?? 0) <= 1, 'accepted twice').toBe(true)
      if (record.answered_at !== null) expect(winners.get(call.id), 'answered by nobody').toBe(1)
      expect(record.hold_duration).toBeGreaterThanOrEqual(0)
      const key = `${record.status} ${record.reason ?? '-'} ${record.ended_by}`
      reasons.set(key, (reasons.get(key) ?? 0) + 1)
      Object.freeze(call)
    }
  }

  function checkLive(): void {
    const busy: string[] = []
    for (const call of model.live.values()) {
      const offer = model.ringing(call)
      expect(offer !== undefined).toBe(call.phase === 'ringing')
      if (offer) busy.push(offer.agent_id)
      if (call.phase === 'connecting' || call.phase === 'active') busy.push(call.agent_id ?? '')
    }
    expect(new Set(busy).size, 'an agent has two calls at once').toBe(busy.length)
  }

  function checkSettled(): void {
    const next = model.nextDue()
    if (model.live.size > 0) expect(next !== null && next > model.now, 'a call is forgotten').toBe(true)
  }

  const acceptAtOnce = (call: ModelCall) => {
    const offered = model.ringing(call)?.agent_id
    const contenders = [offered ?? someAgent(), offered ?? someAgent(), someAgent()]
    for (const agentId of contenders) {
      if (model.desks.has(agentId) && model.accept(agentId, call.id, newId()) === 'won')
        winners.set(call.id, (winners.get(call.id) ?? 0) + 1)
    }
  }

  for (let step = 0; step < steps; step++) {
    moveTo(now + 1 + dice.below(400))
    const call = someCall()
    const agentId = someAgent()
    const desk = model.desks.get(agentId)
    const kind = dice.choose({
      tick: 25,
      late: 3,
      start: model.live.size < 12 ? 12 : 0,
      accept: 14,
      decline: 4,
      connected: 8,
      hangUp: 4,
      alive: 20,
      silence: 1,
      open: 5,
      close: 2,
      away: 1,
      back: 4,
      wrappedUp: 3,
      kill: 0.2,
    })
    switch (kind) {
      case 'tick':
        moveTo(dice.chance(0.3) ? Date.parse(model.nextDue() ?? model.now) : now + dice.below(3000))
        lookAll()
        checkSettled()
        break
      case 'late':
        moveTo(now + dice.below(60_000))
        lookAll()
        checkSettled()
        break
      case 'start':
        model.start({ ...newShortCall(model.now), dedicated_agent_id: dice.chance(0.3) ? agentId : null })
        started += 1
        break
      case 'accept':
        if (call) acceptAtOnce(call)
        break
      case 'decline':
        model.decline(agentId)
        break
      case 'connected':
        if (call) model.connected(call)
        break
      case 'hangUp':
        if (call)
          model.hangUp(
            call,
            dice.chance(0.5) || call.accepted_at === null ? 'customer' : 'agent',
            dice.chance(0.1) ? 'media_failed' : undefined,
          )
        break
      case 'alive':
        for (const each of model.live.values()) {
          if (!silent.has(each.customer_id)) model.alive(each, 'customer')
          if (!silent.has(each.agent_id ?? '')) model.alive(each, 'agent')
        }
        break
      case 'silence':
        if (call) silent.add(call.customer_id)
        silent.add(agentId)
        break
      case 'open':
        silent.delete(agentId)
        model.open(agentId, dice.pick(processes) ?? 'one')
        break
      case 'close':
        if (desk) for (const name of desk.panels.keys()) model.close(agentId, name)
        break
      case 'away':
        if (desk) model.away(agentId)
        break
      case 'back':
        if (desk) model.back(agentId)
        break
      case 'wrappedUp':
        if (desk) model.wrappedUp(agentId)
        break
      case 'kill': {
        kills += 1
        const dead = dice.below(processes.length)
        model.processes.delete(processes[dead] ?? '')
        processes[dead] = `process ${kills}`
        model.processes.set(`process ${kills}`, { heartbeatAt: now })
        break
      }
    }
    checkLive()
    checkOver()
  }
  for (let left = 0; model.live.size > 0 && left < 10_000; left++) {
    moveTo(Date.parse(model.nextDue() ?? model.now))
    lookAll()
    checkOver()
  }
  expect(model.live.size, 'a call was forgotten').toBe(0)
  expect(ended.size).toBe(started)
  // The dice have come to everything that there is: a fuzz that never gets anywhere proves nothing.
  expect(rings).toBeGreaterThan(1000)
  expect(kills).toBeGreaterThan(50)
  expect([...reasons.keys()].sort()).toEqual([
    'ended - agent',
    'ended - customer',
    'ended agent_disconnected agent',
    'ended media_failed system',
    'ended visitor_disconnected customer',
    'failed - agent',
    'failed agent_disconnected agent',
    'failed media_failed system',
    'missed agent_disconnected system',
    'missed cancelled customer',
    'missed queue_timeout system',
    'missed timeout system',
    'missed visitor_disconnected customer',
    'rejected declined agent',
  ])
}, 60_000)
