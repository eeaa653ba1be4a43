import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AgentDesks, Call, CallChange, CallDetail } from '@parley/protocol/call'
import type { CallBackRequests } from '@parley/protocol/call-back'
import type { MissedCalls } from '@parley/protocol/missed-calls'
import type { PageOf } from '@parley/protocol/pager'
import { api, organizationPath } from '../api/api.ts'
import type { CallSearch } from './call-search.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed, repeatFailedReload } from './repeat-failed.ts'

/** Invalidated by every change of a call. */
const callsKey = (organizationId: string) => [...organizationKey(organizationId), 'calls'] as const

const callPath = (organizationId: string, callId: string) =>
  organizationPath(organizationId, `/calls/${encodeURIComponent(callId)}`)

/** The first 100 calls in progress that are waiting or accepted, oldest first. */
export const liveCallsQuery = (organizationId: string, state: 'waiting' | 'accepted') =>
  queryOptions({
    ...repeatFailed,
    queryKey: [...callsKey(organizationId), state],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<PageOf<Call>>(organizationPath(organizationId, '/calls'), {
        query: { state, sort: 'ASC', max: 100 },
        signal,
      })
      return data
    },
  })

/** What each agent is doing. */
export const desksQuery = (organizationId: string) =>
  queryOptions({
    ...repeatFailed,
    queryKey: [...callsKey(organizationId), 'desks'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<AgentDesks>(organizationPath(organizationId, '/calls/desks'), { signal })
      return data
    },
  })

/** Calls missed since the agent last opened the list, in any window. */
export const missedCallsQuery = (organizationId: string) =>
  queryOptions({
    ...repeatFailed,
    queryKey: [...callsKey(organizationId), 'missed'],
    queryFn: ({ signal }) =>
      api.get<MissedCalls>(organizationPath(organizationId, '/calls/missed'), { signal }),
  })

export const markMissedCallsSeen = (organizationId: string) =>
  api.post<null>(organizationPath(organizationId, '/calls/missed/seen'))

/** Open call-back requests, oldest first. */
export const callBacksQuery = (organizationId: string) =>
  queryOptions({
    ...repeatFailed,
    queryKey: [...callsKey(organizationId), 'call-backs'],
    queryFn: async ({ signal }) => {
      const path = organizationPath(organizationId, '/calls/call-backs')
      return (await api.get<CallBackRequests>(path, { signal })).data
    },
  })

export const markCallBackDone = (organizationId: string, id: string) =>
  api.post<null>(organizationPath(organizationId, `/calls/call-backs/${encodeURIComponent(id)}/done`))

/** Finished calls, newest first. */
export const callHistoryQuery = (organizationId: string, search: CallSearch, max = 50) =>
  infiniteQueryOptions({
    queryKey: [...callsKey(organizationId), 'history', search, max],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Call>>(organizationPath(organizationId, '/calls'), {
        query: { state: 'over', ...search, max, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    ...repeatFailedReload,
  })

/** One call with offers, quality and recordings. Recording links are new in every response. */
export const callQuery = (organizationId: string, callId: string) =>
  queryOptions({
    queryKey: [...callsKey(organizationId), 'one', callId],
    queryFn: ({ signal }) => api.get<CallDetail>(callPath(organizationId, callId), { signal }),
    ...repeatFailedReload,
  })

export const saveCall = (organizationId: string, callId: string, change: CallChange) =>
  api.patch<CallDetail>(callPath(organizationId, callId), change)
