import { queryOptions } from '@tanstack/react-query'
import type { SavedView, SavedViewChange, SavedViewInput, ViewCounts } from '@parley/protocol/view'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

const viewPath = (organizationId: string, viewId: string) =>
  organizationPath(organizationId, `/views/${encodeURIComponent(viewId)}`)

/** Of the views and of their counts. */
export const viewsKey = (organizationId: string) => [...organizationKey(organizationId), 'views'] as const

/** The organization's saved views, then the agent's own, by name. */
export const viewsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...viewsKey(organizationId), 'list'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: SavedView[] }>(organizationPath(organizationId, '/views'), { signal })).data,
    staleTime: 60_000,
    ...repeatFailed,
  })

/** Counts by view; null: not counted. Reloaded with the counts of the inbox. */
export const viewCountsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...viewsKey(organizationId), 'counts'],
    queryFn: async ({ signal }) => {
      const path = organizationPath(organizationId, '/views/counts')
      const { data } = await api.get<ViewCounts>(path, { signal })
      return new Map(data.map(({ id, count }) => [id, count]))
    },
    ...repeatFailed,
  })

export const createView = (organizationId: string, input: SavedViewInput) =>
  api.post<SavedView>(organizationPath(organizationId, '/views'), input)

export const changeView = (organizationId: string, viewId: string, change: SavedViewChange) =>
  api.patch<SavedView>(viewPath(organizationId, viewId), change)

export const deleteView = (organizationId: string, viewId: string) =>
  api.delete<unknown>(viewPath(organizationId, viewId))
