import type { CallJoined } from '@parley/protocol/call-view'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../core/app-error.ts'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { createRandom, expectFairRing, newShortCall, shortCallSettings } from '../../testing/call-fuzz.ts'
import { fuzzSeed } from '../../testing/fuzz-seed.ts'
import { storedCalls, modelCalls } from '../../testing/call-rows.ts'
import { createCallModel, type ModelCall } from '../../testing/call-model.ts'
import { agentSession, codeOf, visitorSession } from '../../testing/fake-sessions.ts'
import { callScene, setCalls, startParams, type CallScene } from '../../testing/test-calls.ts'
import { inviteAgent, startTestService, type TestService } from '../../testing/test-service.ts'
import type { WidgetSession } from '../../realtime/contexts.ts'

/**
 * The same steps in memory and in PostgreSQL, by two processes of which one is killed again and again: after each step both
 * must have come to the same calls, offers and ends. What holds of the rules (call-fuzz.test.ts) so holds of the rows.
 */

const steps = 800
const agentCount = 5
let now = Date.parse('2026-03-01T10:00:00.000Z')
const clock = () => now

interface Process {
  name: string
  service: TestService
}

let first: TestService
let scene: CallScene
let database: pg.Client
const agentIds: string[] = []
const started: TestService[] = []

beforeAll(async () => {
  first = await startTestService({ clock })
  scene = await callScene(first)
  await setCalls(scene, shortCallSettings)
  for (let i = 0; i < agentCount; i++)
    agentIds.push((await inviteAgent(first, scene.organization, 'Ada')).agentId)
  database = new pg.Client({ connectionString: first.databaseUrl })
  await database.connect()
}, 30_000)
afterAll(async () => {
  await database.end()
  for (const service of started) await service.stop()
  await first.stop()
})

test(`[C3] [C4] [C6] [C7] ${steps} random steps give the same result in the database, whichever process runs them (seed ${fuzzSeed})`, async () => {
  const dice = createRandom(fuzzSeed)
  const model = createCallModel({ settings: shortCallSettings, onRing: expectFairRing })
  model.now = timestamp(now)
  const processes: Process[] = []
  const { id: organizationId, providerId } = scene.organization
  const provider = { organization_id: organizationId, provider_id: providerId }
  const visitors = new Map<string, WidgetSession>()
  /** agent -> their panel, and the process that holds it */
  const panels = new Map<string, { process: Process; panel: ReturnType<typeof agentSession> }>()

  async function begin(): Promise<Process> {
    const service = await startTestService({ clock, databaseUrl: first.databaseUrl })
    started.push(service)
    const begun = { name: newId(), service }
    processes.push(begun)
    model.processes.set(begun.name, { heartbeatAt: now })
    return begun
  }
  await begin()
  await begin()
  const regulars = await Promise.all(agentIds.slice(0, 3).map((agentId) => makeRegular(agentId)))

  /** Somebody who has called before, and is dedicated to an agent since. */
  async function makeRegular(dedicated: string) {
    const { session } = visitorSession(clock, provider)
    const params = startParams()
    const { widget } = first.app.calls
    const { call } = await widget['call.start'](session, params)
    await widget['call.end'](session, { call_id: call.id })
    const { status } = await first.call(
      'PATCH',
      `/v1/organizations/${organizationId}/customers/${call.customer_id}`,
      { cookie: scene.organization.cookie, body: { private_agent_id: dedicated } },
    )
    expect(status).toBe(200)
    return { session, dedicated }
  }

  const someProcess = (): Process => dice.pick(processes) ?? (processes[0] as Process)
  const handlers = (process: Process) => process.service.app.calls
  const speaker = (agentId: string) => agentSession(clock, { organizationId, agentId }).session

  function moveTo(moment: number): void {
    now = Math.max(now + 1, moment)
    model.now = timestamp(now)
  }

  async function look(): Promise<void> {
    for (const process of processes) {
      await handlers(process).sweep()
      model.look(process.name)
    }
  }

  /** Not further than the next thing that is due: then one look does one thing, and both do it in the same order. */
  async function tick(upTo: number): Promise<void> {
    const due = model.nextDue()
    moveTo(Math.min(now + upTo, due === null ? Infinity : Date.parse(due)))
    await look()
  }

  /** A moment, in which nothing becomes due that nobody has looked at. */
  async function pass(milliseconds: number): Promise<void> {
    const due = model.nextDue()
    if (due !== null && Date.parse(due) <= now + milliseconds) await tick(milliseconds)
    else moveTo(now + milliseconds)
  }

  async function start(): Promise<void> {
    const regular = dice.chance(0.4) ? dice.pick(regulars) : undefined
    const session = regular?.session ?? visitorSession(clock, provider).session
    const params = startParams()
    const placing = handlers(someProcess()).widget['call.start'](session, params)
    // A regular may be in a call, or has called very often.
    const placed = await placing.catch((error: unknown) => {
      if (regular && error instanceof AppError) return null
      throw error
    })
    if (placed) begun(placed, session, regular?.dedicated ?? null)
  }

  function begun({ call }: CallJoined, session: WidgetSession, dedicated: string | null): void {
    visitors.set(call.id, session)
    model.start({
      ...newShortCall(call.created_at),
      id: call.id,
      customer_id: call.customer_id,
      customer_peer: call.peers.customer,
      dedicated_agent_id: dedicated,
    })
  }

  async function acceptAtOnce(call: ModelCall): Promise<void> {
    const offered = model.ringing(call)?.agent_id
    const other = dice.pick(agentIds) ?? ''
    const contenders = [offered ?? other, offered ?? other, other]
    const outcomes = await Promise.all(
      contenders.map((agentId) => {
        const params = { call_id: call.id, peer: newId() }
        return codeOf(handlers(someProcess()).agent['call.accept'](speaker(agentId), params))
      }),
    )
    const won = outcomes.filter((each) => each === 'ok').length
    const wins = offered !== undefined && model.accept(offered, call.id, newId()) === 'won'
    expect(won).toBe(wins ? 1 : 0)
  }

  const sayAlive = async () => {
    for (const call of model.live.values()) {
      const session = visitors.get(call.id)
      if (session && !silent.has(call.id)) {
        await handlers(someProcess()).widget['call.join'](session, {
          call_id: call.id,
          peer: call.customer_peer ?? '',
        })
        model.alive(call, 'customer')
      }
      if (call.accepted_at !== null && call.agent_id !== null && !silent.has(call.agent_id)) {
        await handlers(someProcess()).agent['call.join'](speaker(call.agent_id), {
          call_id: call.id,
          peer: call.agent_peer ?? newId(),
        })
        model.alive(call, 'agent')
      }
    }
  }
  const silent = new Set<string>()

  async function compare(step: string): Promise<void> {
    const calls = [...model.live.values(), ...model.over.splice(0)]
    expect(await storedCalls(database, calls), step).toEqual(modelCalls(calls))
  }

  for (let step = 0; step < steps; step++) {
    await pass(1 + dice.below(200))
    const call = dice.pick([...model.live.values()])
    const agentId = dice.pick(agentIds) ?? ''
    const desk = model.desks.get(agentId)
    const held = panels.get(agentId)
    const kind = dice.choose({
      tick: 30,
      start: model.live.size < 8 ? 12 : 0,
      accept: call ? 14 : 0,
      decline: desk ? 4 : 0,
      connected: call?.phase === 'connecting' ? 20 : 0,
      hangUp: call ? 4 : 0,
      alive: 10,
      silence: 0.5,
      open: held ? 1 : 8,
      close: held ? 2 : 0,
      away: desk ? 1 : 0,
      back: desk ? 4 : 0,
      wrappedUp: desk?.wrap_up_until ? 5 : 0,
      kill: 0.3,
    })
    const process = someProcess()
    switch (kind) {
      case 'tick':
        await tick(500 + dice.below(3000))
        break
      case 'start':
        await start()
        break
      case 'accept':
        if (call) await acceptAtOnce(call)
        break
      case 'decline': {
        const rings = [...model.live.values()].find((each) => model.ringing(each)?.agent_id === agentId)
        if (!rings) break
        await handlers(process).agent['call.decline'](speaker(agentId), { call_id: rings.id })
        model.decline(agentId)
        break
      }
      case 'connected': {
        const session = call && visitors.get(call.id)
        if (!call || !session) break
        const params = { call_id: call.id, peer: call.customer_peer ?? '' }
        await handlers(process).widget['call.connected'](session, params)
        model.connected(call)
        break
      }
      case 'hangUp': {
        const session = call && visitors.get(call.id)
        if (!call || !session) break
        const byAgent = call.accepted_at !== null && dice.chance(0.5)
        if (byAgent)
          await handlers(process).agent['call.end'](speaker(call.agent_id ?? ''), { call_id: call.id })
        else await handlers(process).widget['call.end'](session, { call_id: call.id })
        model.hangUp(call, byAgent ? 'agent' : 'customer')
        break
      }
      case 'alive':
        await sayAlive()
        break
      case 'silence':
        silent.add(dice.chance(0.5) ? (call?.id ?? '') : agentId)
        break
      case 'open': {
        if (held) break
        silent.delete(agentId)
        const panel = agentSession(clock, { organizationId, agentId })
        await handlers(process).agent['desk.open'](panel.session, { microphone: true })
        panels.set(agentId, { process, panel })
        model.open(agentId, process.name)
        break
      }
      case 'close':
        if (!held) break
        held.panel.leave()
        panels.delete(agentId)
        await handlers(held.process).settled()
        model.close(agentId, held.process.name)
        break
      case 'away':
      case 'back': {
        const availability = kind === 'away' ? 'away' : 'available'
        await handlers(process).agent['desk.availability'](speaker(agentId), { availability })
        model[kind](agentId)
        break
      }
      case 'wrappedUp':
        await handlers(process).agent['desk.wrapped_up'](speaker(agentId))
        model.wrappedUp(agentId)
        break
      case 'kill': {
        // Neither its sockets nor its rows get a last word.
        const dead = processes.splice(dice.below(processes.length), 1)[0]
        model.processes.delete(dead?.name ?? '')
        for (const [id, { process: holder }] of panels) if (holder === dead) panels.delete(id)
        await begin()
        break
      }
    }
    await handlers(process).settled()
    await compare(`step ${step}, ${kind}`)
  }
  while (model.live.size > 0) {
    await tick(60_000)
    await compare('the end')
  }
  const { rows } = await database.query<{ calls: number; ends: number }>(
    `select (select count(*)::int from call) as calls,
       (select count(*)::int from event_log where type in ('call.ended', 'call.missed')) as ends`,
  )
  expect(rows[0]?.ends).toBe(rows[0]?.calls)
  expect(rows[0]?.calls).toBeGreaterThan(50)
}, 180_000)
