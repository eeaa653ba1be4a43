import { queryOptions } from '@tanstack/react-query'
import type { ComposerSettings } from '@parley/protocol/draft'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

const path = (organizationId: string) => organizationPath(organizationId, '/composer-settings')

/** How the agent writes. */
export const composerSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'composer-settings'],
    queryFn: ({ signal }) => api.get<ComposerSettings>(path(organizationId), { signal }),
    staleTime: 300_000,
  })

/** For the composer, which shows no failure and sends without delay until it knows them. */
export const repeatedComposerSettingsQuery = (organizationId: string) =>
  queryOptions({ ...composerSettingsQuery(organizationId), ...repeatFailed })

export const saveComposerSettings = (organizationId: string, settings: ComposerSettings) =>
  api.patch<ComposerSettings>(path(organizationId), settings)
