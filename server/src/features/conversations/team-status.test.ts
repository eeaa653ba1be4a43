import type { TeamStatus } from '@parley/protocol/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { PresenceChange } from '../../realtime/presence/holders.ts'
import { createTeamAnnouncements } from './team-status.ts'
import { createTeam } from './team.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const organizationOf = (provider: string) => (provider === 'elsewhere' ? 'o2' : 'o')

/** An organization with agents, visitors and one panel, without sockets. */
function office({
  visitors = 1,
  providers = ['p'],
  closed = new Set<string>(),
  unreadable = new Set<string>(),
  /** Providers whose status is not read before this settles. */
  slow = new Map<string, Promise<void>>(),
  /** Providers whose widgets throw when they are sent something. */
  broken = new Set<string>(),
  /** Whether a visitor of another organization is connected, who must not be told. */
  withStranger = true,
} = {}) {
  const online = new Set<string>()
  /** Providers whose status was read. */
  const read: string[] = []
  const bus = createLocalBus((error) => {
    throw error
  })
  /** Names of agents who do not have their id as name. */
  const names = new Map<string, string>()
  let tell: (change: PresenceChange) => void = () => {}
  let changeHours = () => {}
  const frames: string[] = []
  const panels: string[] = []
  const errors: string[] = []
  const widget = (provider: string) => ({
    context: {
      connection: {
        state: 'connected',
        principal: { organization_id: organizationOf(provider), provider_id: provider },
      },
    },
    sendText(frame: Buffer) {
      if (broken.has(provider)) throw new Error('The widget is broken')
      frames.push(frame.toString())
    },
  })
  const stranger = {
    context: {
      connection: { state: 'connected', principal: { organization_id: 'other', provider_id: 'other' } },
    },
    sendText: () => expect.fail('Another organization was told'),
  }
  const panel = {
    context: { connection: { state: 'connected', identity: { organizationId: 'o' } } },
    notify: (method: string) => panels.push(method),
  }
  const team = createTeam({
    clock: () => Date.now(),
    onlineAgents: () => [...online].toSorted(),
    async outsideHours(_organizationId, provider) {
      read.push(provider)
      await slow.get(provider)
      if (unreadable.has(provider)) throw new Error('The database does not answer')
      return closed.has(provider) ? { opens_at: null } : null
    },
    typicalResponse: async () => null,
    facesOf: async (_organizationId, ids) =>
      new Map(ids.map((id) => [id, { id, name: names.get(id) ?? id, avatar_url: null }])),
  })
  const announcements = createTeamAnnouncements({
    bus,
    presence: {
      onChange(listener) {
        tell = listener
        return () => {}
      },
    },
    onHoursChange: (listener) => void (changeHours = () => listener('o')),
    team,
    widgets: new Set([
      ...Array.from({ length: visitors }, (_, index) => widget(providers[index % providers.length]!)),
      ...(withStranger ? [stranger] : []),
    ]) as never,
    agents: new Set([panel]) as never,
    onError(error) {
      if (unreadable.size + broken.size === 0) throw error
      errors.push((error as Error).message)
    },
  })
  const change = (id: string, isOnline: boolean) => {
    if (isOnline) online.add(id)
    else online.delete(id)
    for (const organizationId of new Set(providers.map(organizationOf)))
      tell({ organizationId, id, online: isOnline })
  }
  const told = () => frames.splice(0).map((frame) => (JSON.parse(frame) as { params: TeamStatus }).params)
  return {
    bus,
    names,
    read,
    change,
    told,
    panels,
    errors,
    connect: () => announcements.status('o', 'p'),
    changeHours: () => changeHours(),
    close: announcements.close,
  }
}
/** Also sends what was read at the end of this time. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds + 1)

test('an agent who is back within a second is not announced', async () => {
  const { change, told } = office()
  change('ada', true)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: true, agents: [{ id: 'ada' }] }])
  change('ada', false)
  await pass(500)
  change('ada', true)
  await pass(2_000)
  expect(told()).toEqual([])
})

test('visitors are notified at most once a second of 25 agents who reconnect, and not of those they are not shown', async () => {
  const { change, told, panels } = office({ visitors: 100 })
  for (let agent = 24; agent >= 0; agent -= 1) {
    change(`agent ${String(agent).padStart(2, '0')}`, true)
    await pass(200)
  }
  await pass(1_000)
  expect(told().length).toBeLessThanOrEqual(6 * 100)
  expect(panels.length).toBeLessThanOrEqual(6)
  change('agent 20', false)
  await pass(1_000)
  expect(told()).toEqual([])
})

test('a visitor who connects during a short absence is corrected', async () => {
  const { change, told, connect } = office()
  change('ada', true)
  await pass(1_000)
  told()
  change('ada', false)
  expect(await connect()).toMatchObject({ online: false })
  change('ada', true)
  await pass(2_000)
  expect(told().at(-1)).toMatchObject({ online: true })
})

test('a renamed agent is announced, and shown at once to visitors who connect', async () => {
  const { bus, change, connect, names, told } = office()
  change('ada', true)
  await pass(1_000)
  expect(told()).toMatchObject([{ agents: [{ name: 'ada' }] }])
  names.set('ada', 'Ada Lovelace')
  announceChange(bus, 'o', 'agents')
  expect(await connect()).toMatchObject({ agents: [{ name: 'Ada Lovelace' }] })
  await pass(1_000)
  expect(told()).toMatchObject([{ agents: [{ name: 'Ada Lovelace' }] }])
  announceChange(bus, 'o', 'agents')
  await pass(1_000)
  expect(told()).toEqual([])
})

test('what changed during a gap of the bus is announced, and shown at once to visitors who connect', async () => {
  const closed = new Set<string>()
  const { bus, change, connect, names, told } = office({ closed, withStranger: false })
  change('ada', true)
  await pass(1_000)
  expect(told()).toHaveLength(1)
  bus.reportGap()
  await pass(1_000)
  expect(told()).toEqual([])
  names.set('ada', 'Ada Lovelace')
  closed.add('p')
  bus.reportGap()
  await pass(1_000)
  expect(told()).toMatchObject([{ agents: [{ name: 'Ada Lovelace' }], closed: { opens_at: null } }])
  names.set('ada', 'Countess of Lovelace')
  bus.reportGap()
  expect(await connect()).toMatchObject({ agents: [{ name: 'Countess of Lovelace' }] })
})

test('a gap of the bus sends nothing to visitors who got the current status when they connected', async () => {
  const { bus, connect, told } = office({ withStranger: false })
  await connect()
  bus.reportGap()
  await pass(1_000)
  expect(told()).toEqual([])
})

test('visitors are notified of the hours of their own widget', async () => {
  const closed = new Set<string>()
  const { told, changeHours } = office({ visitors: 2, providers: ['sales', 'support'], closed })
  changeHours()
  await pass(1_000)
  expect(told().map((status) => status.closed)).toEqual([null, null])
  closed.add('support')
  changeHours()
  await pass(1_000)
  expect(told().map((status) => status.closed)).toEqual([{ opens_at: null }])
})

test('a status that cannot be read delays no other, and is sent later', async () => {
  const unreadable = new Set(['sales'])
  const { change, told } = office({ visitors: 2, providers: ['sales', 'support'], unreadable })
  change('ada', true)
  await pass(1_000)
  expect(told()).toHaveLength(1)
  unreadable.clear()
  await pass(6_000)
  expect(told()).toMatchObject([{ online: true }])
  await pass(60_000)
  expect(told()).toEqual([])
})

test('a widget that cannot be sent a status affects no other, and the next change is sent', async () => {
  const broken = new Set(['sales'])
  const { change, told, errors } = office({ visitors: 2, providers: ['sales', 'support'], broken })
  change('ada', true)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: true }])
  expect(errors).toEqual(['The widget is broken'])
  broken.clear()
  change('ada', false)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: false }, { online: false }])
})

test('a status that is slow to read delays no other, and does not replace a later one', async () => {
  const reading = Promise.withResolvers<void>()
  const slow = new Map([['elsewhere', reading.promise]])
  const unreadable = new Set(['elsewhere'])
  const { change, told } = office({ visitors: 2, providers: ['p', 'elsewhere'], slow, unreadable })
  change('ada', true)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: true }])
  change('ada', false)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: false }])
  reading.resolve()
  await pass(1_000)
  expect(told()).toEqual([])
})

test('a status that was read before another one is not sent after it', async () => {
  const reading = Promise.withResolvers<void>()
  const slow = new Map([['p', reading.promise]])
  const { change, told } = office({ slow })
  change('ada', true)
  await pass(1_000)
  slow.clear()
  change('ada', false)
  await pass(1_000)
  expect(told()).toMatchObject([{ online: false }])
  reading.resolve()
  await pass(60_000)
  expect(told()).toEqual([])
})

const sixProviders = ['1', '2', '3', '4', '5', '6']

test('few statuses are read at once, after a gap that concerns all', async () => {
  const reading = Promise.withResolvers<void>()
  const slow = new Map(sixProviders.map((provider) => [provider, reading.promise]))
  const { bus, read, told } = office({ visitors: 6, providers: sixProviders, slow, withStranger: false })
  bus.reportGap()
  await pass(1_000)
  expect(read).toHaveLength(4)
  reading.resolve()
  await pass(0)
  expect(told()).toHaveLength(6)
})

test('nothing is read again after the end', async () => {
  const reading = Promise.withResolvers<void>()
  const { bus, change, close, read } = office({
    visitors: 6,
    providers: sixProviders,
    slow: new Map(sixProviders.map((provider) => [provider, reading.promise])),
    unreadable: new Set(sixProviders),
  })
  change('ada', true)
  await pass(1_000)
  close()
  announceChange(bus, 'o', 'agents')
  bus.reportGap()
  reading.resolve()
  await pass(0)
  expect(read).toHaveLength(4)
  expect(vi.getTimerCount()).toBe(0)
})
