import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatedComposerSettingsQuery } from './composer-queries.ts'
import { mediaLimitsQuery } from './conversation-queries.ts'
import { repeatedMailSettingsQuery } from './mail-queries.ts'
import { mailsQuery } from './mailbox-queries.ts'
import { customerNotesQuery } from './note-queries.ts'
import { ratingsQuery } from './rating-queries.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { repeatFailed } from './repeat-failed.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Queries set no timers on servers.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
})

/** Loads for a minute, of which each fails with the next of these problems, and the others succeed. Returns how many. */
async function loadsAfter(problems: ApiProblem[]): Promise<number> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let loads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      const problem = problems[loads++]
      return problem === undefined ? Promise.resolve('loaded') : Promise.reject(problem)
    },
    ...repeatFailed,
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  return loads
}

test('a load is repeated until it succeeds, and then no more', async () => {
  const problems = [
    new ApiProblem('network'),
    new ApiProblem('unavailable', { status: 503 }),
    new ApiProblem('rate_limited', { status: 429 }),
  ]
  expect(await loadsAfter(problems)).toBe(4)
  expect(await loadsAfter([])).toBe(1)
})

test('a load that the service refuses is not repeated', async () => {
  expect(await loadsAfter([new ApiProblem('not_found', { status: 404 })])).toBe(1)
})

test('what is loaded without showing failures is loaded again', () => {
  for (const { refetchInterval } of [
    customerNotesQuery('organization', 'customer'),
    mailsQuery('organization', 'conversation', null),
    ratingsQuery('organization', 'conversation', 1),
    repeatedComposerSettingsQuery('organization'),
    repeatedMailSettingsQuery('organization'),
    mediaLimitsQuery('provider'),
  ])
    expect(refetchInterval).toBe(repeatFailed.refetchInterval)
})
