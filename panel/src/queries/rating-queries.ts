import { queryOptions } from '@tanstack/react-query'
import type { PageOf } from '@parley/protocol/pager'
import type { Rating } from '@parley/protocol/survey'
import { api, organizationPath } from '../api/api.ts'
import { repeatFailed } from './repeat-failed.ts'
import { organizationKey } from './organization-queries.ts'

/** The newest ratings of a conversation. `seq`: the log entry that announced a change. */
export const ratingsQuery = (organizationId: string, conversationId: string, seq: number) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'ratings', conversationId, seq],
    queryFn: async ({ signal }) =>
      (
        await api.get<PageOf<Rating>>(organizationPath(organizationId, '/ratings'), {
          query: { conversation_id: conversationId, max: 20 },
          signal,
        })
      ).data,
    ...repeatFailed,
  })
