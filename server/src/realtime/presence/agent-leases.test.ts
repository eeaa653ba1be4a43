import { afterEach, expect, test, vi } from 'vitest'
import { fakeProcesses } from '../../testing/fake-processes.ts'
import type { PresenceChange } from './holders.ts'

/** For how long the agents of a process are kept whose lease is not renewed, or not seen to be. */

afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const seen = ({ agents }: ReturnType<ReturnType<typeof fakeProcesses>['start']>, id = 'ada') =>
  agents.isOnline('o', id)

test.each([2.5, 6.5])(
  'a heartbeat that is late does not keep the agents of a killed process (%s s)',
  async (delay) => {
    const { start, state } = fakeProcesses()
    const [here, killed] = [start(), start()]
    killed.agents.enter('o', 'ada')
    await seconds(5)
    killed.isDead = true
    await seconds(9)
    const late = Promise.withResolvers<void>()
    state.heartbeats = late.promise
    await seconds(delay)
    late.resolve()
    await seconds(2)
    expect(seen(here)).toBe(false)
  },
)

test('the agents of a process whose heartbeats are lost for 10 s, without an error, stay', async () => {
  const { start, state } = fakeProcesses()
  const there = start()
  there.agents.enter('o', 'ada')
  await seconds(3.3)
  const here = start()
  await seconds(5.1)
  const changes: PresenceChange[] = []
  here.agents.onChange((change) => changes.push(change))
  expect(seen(here)).toBe(true)
  const lost = Promise.withResolvers<void>()
  state.heartbeats = lost.promise
  await seconds(9.6)
  state.heartbeats = Promise.resolve()
  await seconds(20)
  expect(changes).toEqual([])
  lost.resolve()
})

test('a killed process that was forgotten is not found again before its row expires', async () => {
  const { start } = fakeProcesses()
  const killed = start()
  killed.agents.enter('o', 'ada')
  await seconds(3)
  const here = start()
  await seconds(3)
  const changes: PresenceChange[] = []
  here.agents.onChange((change) => changes.push(change))
  expect(seen(here)).toBe(true)
  killed.isDead = true
  await seconds(60)
  expect(changes).toEqual([{ organizationId: 'o', id: 'ada', online: false }])
})

test('the agents of a process that was about to renew its lease when the database became unreachable stay', async () => {
  const { start, state, network } = fakeProcesses()
  const there = start()
  there.agents.enter('o', 'ada')
  await seconds(4.5)
  const here = start()
  await seconds(5.1)
  const changes: PresenceChange[] = []
  here.agents.onChange((change) => changes.push(change))
  expect(seen(here)).toBe(true)
  Object.assign(network, { isUp: false })
  state.fails = true
  await seconds(60)
  state.fails = false
  await seconds(20)
  expect(changes).toEqual([])
})

test('a killed process causes a gap, because it may have been cut off from the bus, and one that stops does not', async () => {
  const { start, network } = fakeProcesses()
  const [here, killed, stopping] = [start(), start(), start()]
  await seconds(6)
  stopping.drain(2_000)
  await stopping.close()
  await seconds(20)
  expect(here.gaps).toBe(0)
  Object.assign(network, { isUp: false })
  await seconds(20)
  killed.isDead = true
  await seconds(20)
  expect(here.gaps).toBe(1)
})
