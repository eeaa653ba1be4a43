import { environmentManager, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callHistoryQuery, callQuery } from './call-queries.ts'
import { channelNamesQuery, contactQuery, contactSinceQuery } from './channel-queries.ts'
import { repeatedComposerSettingsQuery } from './composer-queries.ts'
import { conversationQuery, inboxListQuery, mediaLimitsQuery } from './conversation-queries.ts'
import {
  customerConversationsQuery,
  customerListQuery,
  customerQuery,
  visitQuery,
} from './customer-queries.ts'
import { customerTimelineQuery } from './customer-timeline-queries.ts'
import { draftsQuery } from './draft-queries.ts'
import { labelsQuery } from './label-queries.ts'
import { repeatedMailSettingsQuery } from './mail-queries.ts'
import { mailsQuery } from './mailbox-queries.ts'
import { sameAccountQuery } from './mini-app-queries.ts'
import { customerNotesQuery } from './note-queries.ts'
import { notificationsQuery, unreadNotificationsQuery } from './notification-queries.ts'
import {
  agentsQuery,
  inboxCountsQuery,
  meQuery,
  providersQuery,
  webhooksQuery,
} from './organization-queries.ts'
import { ratingsQuery } from './rating-queries.ts'
import { ApiProblem, problemFrom } from '../api/api-problem.ts'
import { repeatFailed, repeatFailedReload } from './repeat-failed.ts'
import { conversationSlaQuery, slaPoliciesQuery } from './sla-queries.ts'
import { teamsQuery } from './team-queries.ts'
import { viewCountsQuery, viewsQuery } from './view-queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Queries set no timers on servers.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.restoreAllMocks()
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
  expect(await loadsAfter([problemFrom(404, undefined, null)])).toBe(2)
  expect(await loadsAfter([])).toBe(1)
})

test('during an outage loads are repeated at growing, random intervals', async () => {
  const outage = Array.from({ length: 100 }, () => new ApiProblem('unavailable', { status: 503 }))
  vi.spyOn(Math, 'random').mockReturnValue(0)
  // After 5 s, 15 s, 30 s, 45 s and 60 s.
  expect(await loadsAfter(outage)).toBe(6)
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  // After 10 s, 30 s and 60 s.
  expect(await loadsAfter(outage)).toBe(4)
})

test('the observers of a query repeat its loads together', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let loads = 0
  const queryFn = () => {
    loads += 1
    return Promise.reject(new ApiProblem('unavailable', { status: 503 }))
  }
  const observers = Array.from(
    { length: 30 },
    () => new QueryObserver(queryClient, { queryKey: ['labels'], queryFn, ...repeatFailed }),
  )
  const stops = observers.map((observer) => observer.subscribe(() => {}))
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.9).mockReturnValue(0)
  await vi.advanceTimersByTimeAsync(9_499)
  expect(loads).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(loads).toBe(2)
  for (const stop of stops) stop()
})

test('live updates of a list do not put off the repeat of its failed reload', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let loads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      loads += 1
      return loads === 2 ? Promise.reject(new ApiProblem('network')) : Promise.resolve(0)
    },
    ...repeatFailed,
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  await queryClient.invalidateQueries({ queryKey: ['list'] })
  for (let second = 1; second <= 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    queryClient
      .getQueryCache()
      .find({ queryKey: ['list'] })
      ?.setState({ data: second })
  }
  stop()
  expect(loads).toBe(3)
})

test('a list whose reload failed is loaded again, but not because its next page failed', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const pages: number[] = []
  let isFailing = false
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => {
      pages.push(pageParam)
      return isFailing ? Promise.reject(new ApiProblem('network')) : Promise.resolve(pageParam)
    },
    initialPageParam: 1,
    getNextPageParam: (page: number) => page + 1,
    ...repeatFailedReload,
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  isFailing = true
  await observer.fetchNextPage()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pages).toEqual([1, 2])

  await queryClient.invalidateQueries({ queryKey: ['list'] })
  isFailing = false
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  expect(pages).toEqual([1, 2, 1, 1])
})

test('a failed reload is repeated and a failed first load is not, because it is shown', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let loads = 0
  let isFailing = true
  const observer = new QueryObserver(queryClient, {
    queryKey: ['conversation'],
    queryFn: () => {
      loads += 1
      return isFailing ? Promise.reject(new ApiProblem('network')) : Promise.resolve(loads)
    },
    ...repeatFailedReload,
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loads).toBe(1)

  isFailing = false
  await observer.refetch()
  isFailing = true
  await queryClient.invalidateQueries({ queryKey: ['conversation'] })
  isFailing = false
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 4 })
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
    inboxCountsQuery('organization'),
    viewsQuery('organization'),
    viewCountsQuery('organization'),
    unreadNotificationsQuery('organization'),
    draftsQuery('organization'),
    labelsQuery('organization'),
    teamsQuery('organization'),
    channelNamesQuery('organization'),
    contactQuery('organization', 'customer'),
    contactSinceQuery('organization', 'customer', null),
    sameAccountQuery('organization', 'customer'),
  ])
    expect(refetchInterval).toBe(repeatFailed.refetchInterval)
})

test('what stays on the screen after a failed reload is loaded again', () => {
  for (const { refetchInterval } of [
    inboxListQuery('organization', { view: 'open', q: '', filter: {}, sort: 'newest' }),
    notificationsQuery('organization'),
    conversationQuery('organization', 'conversation'),
    conversationSlaQuery('organization', 'conversation', '1'),
    customerQuery('organization', 'customer'),
    visitQuery('organization', 'customer'),
    customerListQuery('organization', ''),
    customerConversationsQuery('organization', 'customer'),
    customerTimelineQuery('organization', 'customer', null),
    callHistoryQuery('organization', {}),
    callQuery('organization', 'call'),
    meQuery,
    agentsQuery('organization'),
    providersQuery('organization'),
    webhooksQuery('organization'),
    slaPoliciesQuery('organization'),
  ])
    expect(refetchInterval).toBe(repeatFailedReload.refetchInterval)
})
