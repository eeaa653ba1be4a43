import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { systemClock, timestamp } from '../../core/clock.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { agentSession } from '../../testing/fake-sessions.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { leaveScene, placeCall } from '../../testing/test-calls.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { createCallEvents } from './call-events.ts'
import { createCallViews } from './call-views.ts'
import { dropLapsed } from './desk-presence.ts'
import { lockDesk } from './desk-store.ts'
import { createDesks } from './desks.ts'

/** The desks of a process of its own, which reaches the database through a proxy. */

const clock = useCallClock()
const now = () => Date.parse(clock.now())

let direct: DatabaseHandle
let throughProxy: DatabaseHandle
let proxy: Awaited<ReturnType<typeof startTcpProxy>>

beforeAll(async () => {
  const url = new URL(clock.service.databaseUrl)
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  direct = openDatabase(url.href, { connections: 4 })
  url.host = `127.0.0.1:${proxy.port}`
  throughProxy = openDatabase(url.href, { connections: 4 })
})
afterAll(async () => {
  await throughProxy.close()
  await direct.close()
  await proxy.close()
})

const shown = { state: 'idle' }

/** An agent who has no panel yet. */
async function newcomer(time = now) {
  const { organization } = await clock.scene()
  const agent = { organizationId: organization.id, agentId: organization.ownerId }
  const desks = createDesks({
    db: throughProxy.db,
    clock: time,
    events: createCallEvents({ bus: createLocalBus(() => {}) }),
    matching: { matchSoon: () => {} } as never,
    changes: {} as never,
    views: { desk: async () => shown } as never,
    actAt: () => {},
    onError: () => {},
  })
  return { agent, desks, panel: agentSession(time, agent).session }
}

async function presenceOf({ agentId }: { agentId: string }) {
  const { rows } = await direct.pool.query<{ open: boolean; seen_until: string }>(
    'select open, seen_until from desk_presence where agent_id = $1',
    [agentId],
  )
  return rows.map(({ open, seen_until: until }) => ({ open, seconds: (Date.parse(until) - now()) / 1000 }))
}

test('a failed renewal of presence is repeated by the next sweep', async () => {
  const { agent, desks, panel } = await newcomer()
  await desks.open(panel, agent, true)
  proxy.cut()
  clock.turn(20)
  await expect(desks.heartbeatIfDue()).rejects.toThrow()
  proxy.open()
  await desks.heartbeatIfDue()
  expect(await presenceOf(agent)).toEqual([{ open: true, seconds: 15 }])
})

test('a desk opened while the process stops is shown, but does not count as present', async () => {
  const { agent, desks, panel } = await newcomer()
  await desks.stop()
  expect(await desks.open(panel, agent, true)).toEqual(shown)
  expect(await presenceOf(agent)).toEqual([])
})

test('a desk whose opening is written only after the process began to stop does not count as open', async () => {
  const { agent, desks, panel } = await newcomer()
  const opening = await direct.db.transaction().execute(async (trx) => {
    await lockDesk(trx, agent.organizationId, agent.agentId, clock.now())
    const waits = desks.open(panel, agent, true)
    await desks.stop()
    return { waits }
  })
  await opening.waits
  expect(await presenceOf(agent)).toEqual([{ open: false, seconds: 15 }])
})

/** Runs `work` as on a machine whose clock is off. */
async function withClockOff<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

test.each([-60, 60])(
  'a process whose clock is off by %i s expires the same desks as the others',
  async (off) => {
    const [there, here] = [await newcomer(systemClock), await newcomer(systemClock)]
    const expired = async () =>
      (await dropLapsed(direct.db, timestamp(systemClock()), systemClock)).map((desk) => desk.agent_id)
    await here.desks.open(here.panel, here.agent, true)
    const expiredThere = await withClockOff(off, async () => {
      await there.desks.open(there.panel, there.agent, true)
      return expired()
    })
    expect(expiredThere).not.toContain(here.agent.agentId)
    expect(await expired()).not.toContain(there.agent.agentId)
    const { rows } = await direct.pool.query<{ kept: boolean }>(
      `select seen_until > clock_timestamp() + interval '15 s' as kept from desk_presence where agent_id = any($1)`,
      [[there.agent.agentId, here.agent.agentId]],
    )
    expect(rows).toEqual([{ kept: false }, { kept: false }])
  },
)

test('a process whose fast clock is set back continues to renew presence', async () => {
  const { agent, desks, panel } = await newcomer(systemClock)
  await desks.open(panel, agent, true)
  await withClockOff(60, () => desks.heartbeatIfDue())
  await direct.pool.query('update desk_presence set seen_until = clock_timestamp() where agent_id = $1', [
    agent.agentId,
  ])
  await desks.heartbeatIfDue()
  const { rows } = await direct.pool.query<{ present: boolean }>(
    'select seen_until > clock_timestamp() as present from desk_presence where agent_id = $1',
    [agent.agentId],
  )
  expect(rows).toEqual([{ present: true }])
})

test('a desk that is read slowly is returned before one that is read after it', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { agentId } = clock.agentOf(scene)
  const call = await placeCall(scene)
  // With one connection, queries run in the order in which they are made.
  const single = openDatabase(clock.service.databaseUrl, { connections: 1 })
  const states: string[] = []
  const read = async () => void states.push((await views.desk(agentId)).state)
  let later: Promise<void> | undefined
  const views = createCallViews({
    db: single.db,
    clock: now,
    faceOf: async () => undefined,
    async onlineOf() {
      await call.socket.request('call.end', { call_id: call.id })
      later = read()
      for (let queries = 0; queries < 3; queries++) await single.pool.query('select')
      return new Set()
    },
    iceServers: () => [],
  })
  await read()
  await later
  expect(states).toEqual(['offered', 'idle'])
  await single.close()
  await leaveScene(scene, call)
})
