import { QueryClient } from '@tanstack/react-query'
import type { ConnectionState } from '@parley/client/connection/connection-state'
import { createStore } from '@parley/client/state/store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, type ProblemCode } from '../api/api-problem.ts'
import { meQuery } from '../queries/organization-queries.ts'
import { checkSessionWhenRefused } from './check-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each request for the user fails with this code until it is `ok`. */
function refusedSession() {
  const scene = { answer: 'network' as ProblemCode | 'ok', asked: 0, retries: 0 }
  const queryClient = new QueryClient()
  const state = createStore<ConnectionState>({ name: 'ready' })
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) => {
    expect(queryKey).toEqual(meQuery.queryKey)
    scene.asked += 1
    if (scene.answer !== 'ok') throw new ApiProblem(scene.answer)
    return {}
  })
  const stop = checkSessionWhenRefused({ state, retryNow: () => void (scene.retries += 1) }, queryClient)
  const refuse = () => state.set({ name: 'refused', code: 'unauthenticated' })
  return { scene, refuse, stop }
}

test('a check that failed is repeated until it succeeds, which reconnects', async () => {
  const { scene, refuse } = refusedSession()
  refuse()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(scene).toMatchObject({ asked: 3, retries: 0 })
  await vi.advanceTimersByTimeAsync(35_000)
  expect(scene).toMatchObject({ asked: 4, retries: 0 })
  scene.answer = 'ok'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(scene.retries).toBe(1)
})

test('a connection that is refused again is retried at most every 30 s', async () => {
  const { scene, refuse } = refusedSession()
  scene.answer = 'ok'
  refuse()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(scene.retries).toBe(1)
  refuse()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(scene.retries).toBe(1)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(scene.retries).toBe(2)
})

test('nothing is checked after the session has ended or was closed', async () => {
  const { scene, refuse } = refusedSession()
  scene.answer = 'unauthenticated'
  refuse()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(scene).toMatchObject({ asked: 1, retries: 0 })
  const closed = refusedSession()
  closed.refuse()
  closed.stop()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(closed.scene.asked).toBe(0)
})
