import type { MessageChange, MessageEdit, MessageVersion } from '@parley/protocol/message-change'
import { api } from '../api/api.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'

export interface MessageIds {
  id: string
  conversation_id: string
}

const messagePath = (organizationId: string, message: MessageIds, rest = '') =>
  conversationPath(
    organizationId,
    message.conversation_id,
    `/messages/${encodeURIComponent(message.id)}${rest}`,
  )

/** The changed message arrives with its log entry. */
export const editMessage = (organizationId: string, message: MessageIds, input: MessageEdit) =>
  api.patch<MessageChange>(messagePath(organizationId, message), input)

export const deleteMessage = (organizationId: string, message: MessageIds) =>
  api.delete<MessageChange>(messagePath(organizationId, message))

export const messageVersionsQuery = (organizationId: string, message: MessageIds) => ({
  queryKey: [...organizationKey(organizationId), 'message-versions', message.id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<{ data: MessageVersion[] }>(messagePath(organizationId, message, '/versions'), { signal }),
  staleTime: 0,
})
