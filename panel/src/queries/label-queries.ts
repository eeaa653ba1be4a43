import { queryOptions } from '@tanstack/react-query'
import type { ConversationLabels, Label, LabelChange, LabelInput } from '@parley/protocol/label'
import { api, organizationPath } from '../api/api.ts'
import { changeTimeout } from './conversation-order.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

/** All labels of the organization by name, archived ones included: rows contain ids only. */
export const labelsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'labels'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Label[] }>(organizationPath(organizationId, '/labels'), { signal })).data,
    ...repeatFailed,
  })

export const createLabel = (organizationId: string, input: LabelInput) =>
  api.post<Label>(organizationPath(organizationId, '/labels'), input)

export const changeLabel = (organizationId: string, labelId: string, change: LabelChange) =>
  api.patch<Label>(organizationPath(organizationId, `/labels/${encodeURIComponent(labelId)}`), change)

/** Adds a label to a conversation or removes it. */
export function labelConversation(
  organizationId: string,
  conversationId: string,
  { labelId, add }: { labelId: string; add: boolean },
): Promise<ConversationLabels> {
  const path = conversationPath(organizationId, conversationId, `/labels/${encodeURIComponent(labelId)}`)
  return add
    ? api.put<ConversationLabels>(path, undefined, changeTimeout)
    : api.delete<ConversationLabels>(path, changeTimeout)
}

/** Labels that can be added, and those chosen although they are archived. */
export const labelsToOffer = (labels: readonly Label[], chosen: readonly string[]): Label[] =>
  labels.filter((label) => label.archived_at === null || chosen.includes(label.id))
