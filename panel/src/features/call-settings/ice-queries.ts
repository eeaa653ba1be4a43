import { queryOptions } from '@tanstack/react-query'
import type { IceServer, IceServers } from '@parley/protocol/call'
import { api, organizationPath } from '../../api/api.ts'
import { organizationKey } from '../../queries/organization-queries.ts'

/** The ICE servers for calls. TURN credentials in them expire. */
export const iceServersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'ice-servers'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<IceServers>(organizationPath(organizationId, '/calls/ice-servers'), {
        signal,
      })
      return data
    },
    staleTime: 60_000,
  })

export const isRelay = (url: string) => /^turns?:/i.test(url)

export const hasRelay = (servers: readonly IceServer[]) => servers.some(({ urls }) => urls.some(isRelay))
