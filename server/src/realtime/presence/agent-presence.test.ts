import { afterEach, expect, test, vi } from 'vitest'
import { fakeProcesses } from '../../testing/fake-processes.ts'
import type { PresenceChange } from './holders.ts'

afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const seen = ({ agents }: ReturnType<ReturnType<typeof fakeProcesses>['start']>, id = 'ada') =>
  agents.isOnline('o', id)

test('an agent is online while any process has a socket of theirs, and only in their organization', async () => {
  const { start } = fakeProcesses()
  const [here, there] = [start(), start()]
  const changes: PresenceChange[] = []
  here.agents.onChange((change) => changes.push(change))
  const leaveHere = here.agents.enter('o', 'ada')
  const leaveThere = there.agents.enter('o', 'ada')
  await seconds(0)
  leaveHere()
  leaveHere()
  expect(seen(here)).toBe(true)
  expect(here.agents.online('o')).toEqual(['ada'])
  expect(here.agents.isOnline('other', 'ada')).toBe(false)
  leaveThere()
  await seconds(4)
  expect(seen(here)).toBe(false)
  expect(changes).toEqual([
    { organizationId: 'o', id: 'ada', online: true },
    { organizationId: 'o', id: 'ada', online: false },
  ])
})

test.each([0, 1])(
  'an agent who reloads the panel stays online everywhere, back in process %i',
  async (next) => {
    const { start } = fakeProcesses()
    const both = [start(), start()]
    const leave = both[0]!.agents.enter('o', 'ada')
    await seconds(5)
    const changes: PresenceChange[] = []
    for (const { agents } of both) agents.onChange((change) => changes.push(change))
    leave()
    await seconds(2)
    both[next]!.agents.enter('o', 'ada')
    await seconds(10)
    expect(changes).toEqual([])
  },
)

test('an agent is leaving from the last socket that closes until they are back, in any process, or offline', async () => {
  const { start } = fakeProcesses()
  const [here, there] = [start(), start()]
  const isLeaving = () => here.agents.isLeaving('o', 'ada')
  const leaves = [here.agents.enter('o', 'ada'), here.agents.enter('o', 'ada')]
  leaves[0]!()
  leaves[0]!()
  expect(isLeaving()).toBe(false)
  leaves[1]!()
  expect(isLeaving()).toBe(true)
  const leave = here.agents.enter('o', 'ada')
  expect(isLeaving()).toBe(false)
  leave()
  const leaveThere = there.agents.enter('o', 'ada')
  await seconds(1)
  expect(isLeaving()).toBe(false)
  leaveThere()
  await seconds(4)
  expect([isLeaving(), seen(here)]).toEqual([false, false])
})

test('agents of a killed process are away within 15 s, those of others stay', async () => {
  const { start } = fakeProcesses()
  const [here, there, killed] = [start(), start(), start()]
  killed.agents.enter('o', 'ada')
  there.agents.enter('o', 'bea')
  await seconds(5)
  killed.isDead = true
  await seconds(11)
  expect(here.agents.online('o')).toEqual(['ada', 'bea'])
  await seconds(2)
  expect(here.agents.online('o')).toEqual(['bea'])
  await seconds(60)
  expect(here.agents.online('o')).toEqual(['bea'])
})

test('the agents of a process that stops are away at once, and its rows are deleted', async () => {
  const { start, state } = fakeProcesses()
  const [here, there] = [start(), start()]
  there.agents.enter('o', 'ada')
  await seconds(5)
  expect(seen(here)).toBe(true)
  await there.close()
  expect(seen(here)).toBe(false)
  expect(state.rows.size).toBe(1)
})

test('stopping waits for a read of the rows, which needs the database', async () => {
  const { start, state } = fakeProcesses()
  start().agents.enter('o', 'ada')
  await seconds(0)
  const here = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.reads = promise
  await seconds(11)
  const stopping = here.close()
  await seconds(1)
  expect(state.rows.size).toBe(2)
  resolve()
  await stopping
})

test('agents of a process that drains stay online while they reconnect, and then only in their new process', async () => {
  const { start } = fakeProcesses()
  const [here, there] = [start(), start()]
  const changes: PresenceChange[] = []
  const leaving = ['ada', 'bea'].map((id) => there.agents.enter('o', id))
  await seconds(5)
  here.agents.onChange((change) => changes.push(change))
  there.drain(10_000)
  for (const leave of leaving) leave()
  await there.close()
  await seconds(11)
  here.agents.enter('o', 'ada')
  expect(changes).toEqual([])
  await seconds(2)
  expect(changes).toEqual([{ organizationId: 'o', id: 'bea', online: false }])
  expect(here.agents.online('o')).toEqual(['ada'])
})

test('without the bus, changes arrive with the next heartbeat', async () => {
  const { start, network } = fakeProcesses()
  const [here, there] = [start(), start()]
  network.isUp = false
  const leave = there.agents.enter('o', 'ada')
  await seconds(0)
  expect(seen(here)).toBe(false)
  await seconds(10)
  expect(seen(here)).toBe(true)
  leave()
  await seconds(10)
  expect(seen(here)).toBe(false)
})

test('a process that starts knows the agents of others with its first heartbeat', async () => {
  const { start, network } = fakeProcesses()
  start().agents.enter('o', 'ada')
  await seconds(5)
  network.isUp = false
  const late = start()
  await late.agents.heartbeat()
  await seconds(0)
  expect(seen(late)).toBe(true)
})

test('while the database is unreachable, known agents stay, and changes are stored afterwards', async () => {
  const { start, state, network, errors } = fakeProcesses()
  const [here, there] = [start(), start()]
  there.agents.enter('o', 'ada')
  await seconds(5)
  Object.assign(network, { isUp: false })
  state.fails = true
  there.agents.enter('o', 'bea')
  await seconds(60)
  expect(errors.length).toBeGreaterThan(0)
  expect(here.agents.online('o')).toEqual(['ada'])
  state.fails = false
  await seconds(12)
  expect(here.agents.online('o')).toEqual(['ada', 'bea'])
})

test('a process whose rows were deleted writes them again', async () => {
  const { start, state } = fakeProcesses()
  const there = start()
  there.agents.enter('o', 'ada')
  await seconds(5)
  state.rows.clear()
  await seconds(6)
  const late = start()
  await late.agents.heartbeat()
  await seconds(0)
  expect(seen(late)).toBe(true)
})

test('a change after a write without a response reaches the others', async () => {
  const { start, state } = fakeProcesses()
  const [here, there] = [start(), start()]
  await seconds(5)
  state.losesResponse = true
  there.agents.enter('o', 'ada')
  await seconds(0)
  await here.agents.heartbeat()
  await seconds(0.5)
  expect(here.agents.online('o')).toEqual(['ada'])
  there.agents.enter('o', 'bea')
  await seconds(10)
  expect(here.agents.online('o')).toEqual(['ada', 'bea'])
})

test('a process whose rows were deleted writes them again, also when the first response after that is lost', async () => {
  const { start, state } = fakeProcesses()
  const there = start()
  there.agents.enter('o', 'ada')
  await seconds(4)
  state.rows.clear()
  state.losesResponse = true
  await seconds(10)
  expect([...state.rows.values()].map(({ agents }) => [...agents.keys()])).toEqual([['o,ada']])
})

test('a write that finds the rows deleted writes all agents again', async () => {
  const { start, state } = fakeProcesses()
  const there = start()
  there.agents.enter('o', 'ada')
  there.agents.enter('o', 'eve')()
  await seconds(6)
  state.rows.clear()
  there.agents.enter('o', 'bea')
  await seconds(2)
  expect([...state.rows.values()].map(({ agents }) => [...agents.keys()].toSorted())).toEqual([
    ['o,ada', 'o,bea'],
  ])
})

test('many changes are written at most once a second', async () => {
  const { start, state } = fakeProcesses()
  const here = start()
  await here.agents.heartbeat()
  const versions = () => Math.max(...[...state.rows.values()].map(({ version }) => version))
  for (let count = 0; count < 100; count += 1) {
    here.agents.enter('o', `agent ${count}`)
    await vi.advanceTimersByTimeAsync(10)
  }
  await seconds(1)
  expect(versions()).toBeLessThanOrEqual(3)
  expect([...state.rows.values()][0]?.agents.size).toBe(100)
})

test('a process whose lease has lapsed asks again for the customers that it watches', async () => {
  const { start } = fakeProcesses()
  const [here, there] = [start(), start()]
  here.agents.enter('o', 'ada')
  await seconds(6)
  await here.customers.online('o', ['visitor'], 'agent')
  const changes: PresenceChange[] = []
  here.customers.onChange((change) => changes.push(change))
  here.isDead = true
  await seconds(20)
  expect(there.agents.peers()).toEqual([])
  const leave = there.customers.enter('o', 'visitor')
  await seconds(2)
  expect(changes).toEqual([])
  here.isDead = false
  await seconds(6)
  leave()
  await seconds(2)
  expect(changes.map(({ online }) => online)).toEqual([true, false])
})
