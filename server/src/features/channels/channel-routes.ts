import {
  ChannelConnection,
  ChannelConnections,
  ChannelContact,
  ChannelInput,
  ChannelNames,
  ChannelToken,
} from '@parley/protocol/channel-connection'
import { DeliveryRetry } from '@parley/protocol/message-delivery'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { completeMailbox } from './email/mailbox.ts'
import type { Connections } from './connections.ts'

const tags = ['Channels']
const root = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ChannelParams = Type.Object({ organization_id: Id, channel_id: Id }, closed)

export interface ChannelRouteDeps {
  connections: Connections
  authorizeAgent: AuthorizeAgent
  /** @throws AppError not_found, message_not_failed */
  retry: (organizationId: string, conversationId: string, messageId: string) => Promise<DeliveryRetry>
  /** null: the customer is not a contact of a platform. @throws AppError not_found */
  contactOf: (organizationId: string, customerId: string) => Promise<ChannelContact | null>
}

/** Channels: for admins and owners. Their names, failed messages and contacts: for all agents. Session only. */
export function channelRoutes(http: Http, deps: ChannelRouteDeps): void {
  const { connections, authorizeAgent } = deps
  const connect = (organizationId: string, input: ChannelInput) =>
    connections.connect(
      organizationId,
      input.channel,
      input.channel === 'email' ? JSON.stringify(completeMailbox(input.mailbox, null)) : input.token.trim(),
    )

  http.get(
    `${root}/channels`,
    {
      schema: {
        tags,
        summary: 'List connected accounts of messaging platforms',
        params: OrganizationParams,
        response: { 200: ChannelConnections },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return { data: await connections.list(organizationId) }
    },
  )

  http.get(
    `${root}/channels/names`,
    {
      schema: {
        tags,
        summary: 'List names of connected accounts',
        params: OrganizationParams,
        response: { 200: ChannelNames },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const rows = await connections.list(organizationId)
      return { data: rows.map(({ id, channel, name }) => ({ id, channel, name })) }
    },
  )

  http.post(
    `${root}/channels`,
    {
      schema: {
        tags,
        summary: 'Connect an account of a messaging platform',
        description:
          'For `telegram`: the token that BotFather issued. For `email`: a mailbox with all passwords. Credentials are stored encrypted and never returned.\n\n' +
          'Errors: 422 `channel_token_malformed`, 422 `channel_token_refused`, 422 `mailbox_incomplete`, 422 `mailbox_refused`, 409 `channel_taken`, 409 `channel_limit`, 429 `rate_limited`, 502 `channel_unreachable`.',
        params: OrganizationParams,
        body: ChannelInput,
        response: { 201: ChannelConnection },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return reply.code(201).send(await connect(organizationId, request.body))
    },
  )

  http.put(
    `${root}/channels/:channel_id/token`,
    {
      schema: {
        tags,
        summary: 'Replace the token of an account',
        params: ChannelParams,
        body: ChannelToken,
        response: { 200: ChannelConnection },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return connections.replace(
        organizationId,
        request.params.channel_id,
        'telegram',
        request.body.token.trim(),
      )
    },
  )

  http.post(
    `${root}/channels/:channel_id/check`,
    {
      schema: {
        tags,
        summary: 'Check an account and set it up again',
        description: 'Errors: 429 `rate_limited`.',
        params: ChannelParams,
        response: { 200: ChannelConnection },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return connections.check(organizationId, request.params.channel_id)
    },
  )

  http.delete(
    `${root}/channels/:channel_id`,
    {
      schema: {
        tags,
        summary: 'Disconnect an account. Its customers and conversations are kept',
        params: ChannelParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await connections.remove(organizationId, request.params.channel_id)
      return reply.code(204).send(null)
    },
  )

  http.get(
    `${root}/customers/:customer_id/contact`,
    {
      schema: {
        tags,
        summary: 'Get who a customer is at a messaging platform; null for others',
        params: Type.Object({ organization_id: Id, customer_id: Id }, closed),
        response: { 200: Type.Object({ data: Type.Union([ChannelContact, Type.Null()]) }, closed) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return { data: await deps.contactOf(organizationId, request.params.customer_id) }
    },
  )

  http.post(
    `${root}/conversations/:conversation_id/messages/:message_id/retry`,
    {
      schema: {
        tags,
        summary: 'Send a failed message to the platform again',
        description: 'Errors: 409 `message_not_failed`.',
        params: Type.Object({ organization_id: Id, conversation_id: Id, message_id: Id }, closed),
        response: { 200: DeliveryRetry },
      },
    },
    async (request) => {
      const { conversation_id: conversationId, message_id: messageId } = request.params
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return deps.retry(organizationId, conversationId, messageId)
    },
  )
}
