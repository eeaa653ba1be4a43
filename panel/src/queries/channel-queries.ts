import { keepPreviousData, queryOptions, type QueryFunction } from '@tanstack/react-query'
import type {
  ChannelConnection,
  ChannelConnections,
  ChannelContact,
  ChannelInput,
  ChannelNames,
} from '@parley/protocol/channel-connection'
import type { DeliveryRetry } from '@parley/protocol/message-delivery'
import { api, organizationPath } from '../api/api.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

export const channelsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'channels'],
    queryFn: async ({ signal }) =>
      (await api.get<ChannelConnections>(organizationPath(organizationId, '/channels'), { signal })).data,
  })

/** For all agents. */
export const channelNamesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...channelsQuery(organizationId).queryKey, 'names'],
    queryFn: async ({ signal }) =>
      (await api.get<ChannelNames>(organizationPath(organizationId, '/channels/names'), { signal })).data,
    ...repeatFailed,
  })

const channelPath = (organizationId: string, id: string, rest = '') =>
  organizationPath(organizationId, `/channels/${encodeURIComponent(id)}${rest}`)

export const connectChannel = (organizationId: string, input: ChannelInput) =>
  api.post<ChannelConnection>(organizationPath(organizationId, '/channels'), input)

export const replaceChannelToken = (organizationId: string, id: string, token: string) =>
  api.put<ChannelConnection>(channelPath(organizationId, id, '/token'), { token })

export const checkChannel = (organizationId: string, id: string) =>
  api.post<ChannelConnection>(channelPath(organizationId, id, '/check'))

export const removeChannel = (organizationId: string, id: string) =>
  api.delete(channelPath(organizationId, id))

/** Who a customer is at a messaging platform; null for others. */
export const contactQuery = (organizationId: string, customerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'customer', customerId, 'contact'],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: ChannelContact | null }>(
          organizationPath(organizationId, `/customers/${encodeURIComponent(customerId)}/contact`),
          { signal },
        )
      ).data,
    ...repeatFailed,
  })

/** The same, loaded again with the conversation's last message: it moves the messaging window. */
export const contactSinceQuery = (organizationId: string, customerId: string, last: string | null) => {
  const { queryKey, queryFn } = contactQuery(organizationId, customerId)
  return queryOptions({
    queryKey: [...queryKey, last],
    queryFn: queryFn as QueryFunction<ChannelContact | null>,
    placeholderData: keepPreviousData,
    ...repeatFailed,
  })
}

/** Sends a failed message to the platform again. The result arrives with its log entry. */
export const retryMessage = (organizationId: string, message: { id: string; conversation_id: string }) =>
  api.post<DeliveryRetry>(
    conversationPath(
      organizationId,
      message.conversation_id,
      `/messages/${encodeURIComponent(message.id)}/retry`,
    ),
  )
