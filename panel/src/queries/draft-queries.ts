import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft, DraftInput, DraftKind } from '@parley/protocol/draft'
import { api, organizationPath } from '../api/api.ts'
import { changeTimeout } from './conversation-order.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { patchQuery } from './patch-query.ts'
import { repeatFailed } from './repeat-failed.ts'

/** The agent's drafts. `draft.changed` keeps them current; deleted ones stay as empty drafts until the next load. */
export const draftsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'drafts'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Draft[] }>(organizationPath(organizationId, '/drafts'), { signal })).data,
    staleTime: Infinity,
    ...repeatFailed,
  })

export const saveDraft = (
  organizationId: string,
  conversationId: string,
  kind: DraftKind,
  input: DraftInput,
) => api.put<Draft>(conversationPath(organizationId, conversationId, `/drafts/${kind}`), input, changeTimeout)

/** Applies a draft unless a newer version is known. */
export function storeDraft(queryClient: QueryClient, organizationId: string, draft: Draft): void {
  const { queryKey } = draftsQuery(organizationId)
  const state = queryClient.getQueryState(queryKey)
  if (state?.data === undefined) {
    // Without data, invalidating alone does not replace a running request.
    const stopped = queryClient.cancelQueries({ queryKey })
    return void stopped.then(() => queryClient.invalidateQueries({ queryKey }))
  }
  // The time of the load decides whether a draft that the list does not contain was deleted.
  const options = { updatedAt: state.dataUpdatedAt }
  patchQuery<Draft[]>(queryClient, queryKey, (drafts) => withDraft(drafts, draft), options)
  // A list that is being loaded may have been read before the change: it is loaded again.
  const isChanged = queryClient.getQueryData(queryKey) !== state.data
  if (isChanged && state.fetchStatus === 'fetching') void queryClient.invalidateQueries({ queryKey })
}

function withDraft(drafts: Draft[], draft: Draft): Draft[] {
  const isSame = (other: Draft) =>
    other.conversation_id === draft.conversation_id && other.kind === draft.kind
  const known = drafts.find(isSame)
  if (known !== undefined && known.version >= draft.version) return drafts
  return [draft, ...drafts.filter((other) => !isSame(other))]
}

/** Ids of the conversations with a draft that has text. */
export function useDraftMarks(organizationId: string): ReadonlySet<string> {
  const { data } = useQuery(draftsQuery(organizationId))
  return useMemo(
    () => new Set(data?.flatMap((draft) => (draft.content.trim() === '' ? [] : draft.conversation_id))),
    [data],
  )
}
