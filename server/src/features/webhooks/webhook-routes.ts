import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import {
  Delivery,
  SavedWebhook,
  StatisticsPeriod,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookSecret,
  WebhookStatistics,
  WebhookTestQuery,
} from '@parley/protocol/webhook'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { Webhooks } from './webhooks.ts'

const tags = ['Webhooks']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const WebhookParams = Type.Object({ organization_id: Id, webhook_id: Id }, closed)
const read = { role: 'admin', scope: 'webhooks:read' } as const
const write = { role: 'admin', scope: 'webhooks:write' } as const

/** `/v1/organizations/:organization_id/webhooks`: admins and owners, or a key with the scope. */
export function webhookRoutes(http: Http, deps: { webhooks: Webhooks; authorize: AuthorizeAccess }): void {
  const { webhooks, authorize } = deps

  http.get(
    '/v1/organizations/:organization_id/webhooks',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List webhooks, oldest first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Webhook) },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await webhooks.list(organizationId, { max: max + 1, after })
      return pageOf(rows, max, 'ASC', (row) => encodeCursor(row.created_at, row.id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/webhooks',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Create a webhook. Its signing secret is generated',
        params: OrganizationParams,
        body: WebhookInput,
        response: { 201: SavedWebhook },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      return reply.code(201).send(await webhooks.create(organizationId, request.body))
    },
  )

  http.get(
    '/v1/organizations/:organization_id/webhooks/:webhook_id',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get a webhook',
        params: WebhookParams,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      return webhooks.find(organizationId, request.params.webhook_id)
    },
  )

  http.patch(
    '/v1/organizations/:organization_id/webhooks/:webhook_id',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Change the URL or events of a webhook, or turn it on or off',
        description:
          'Pending deliveries that are no longer allowed are cancelled immediately; in a backlog of many thousands, the last ones are shown as cancelled some seconds later. Turning the webhook on again does not restore them.',
        params: WebhookParams,
        body: WebhookChange,
        response: { 200: SavedWebhook },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      return webhooks.update(organizationId, request.params.webhook_id, request.body)
    },
  )

  http.delete(
    '/v1/organizations/:organization_id/webhooks/:webhook_id',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Delete a webhook. Pending deliveries are cancelled; its log is kept for 14 days',
        params: WebhookParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      await webhooks.remove(organizationId, request.params.webhook_id)
      return reply.code(204).send(null)
    },
  )

  http.get(
    '/v1/organizations/:organization_id/webhooks/:webhook_id/secret',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Get the signing secret',
        params: WebhookParams,
        response: { 200: WebhookSecret },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      return secret(reply, await webhooks.secret(organizationId, request.params.webhook_id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/webhooks/:webhook_id/secret/regenerate',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Generate a new signing secret, effective from the next attempt',
        params: WebhookParams,
        response: { 200: WebhookSecret },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      return secret(reply, await webhooks.regenerateSecret(organizationId, request.params.webhook_id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/webhooks/:webhook_id/test',
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Send a webhook.test event, or a sample of an event, to this webhook only',
        description:
          'A sample has the type and the form of the event; all of its ids begin with 00000000. It is sent whether or not the webhook subscribes to the event.',
        params: WebhookParams,
        querystring: WebhookTestQuery,
        response: { 202: Delivery },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, write)
      const { webhook_id: id } = request.params
      return reply.code(202).send(await webhooks.sendTest(organizationId, id, request.query.type))
    },
  )

  http.get(
    '/v1/organizations/:organization_id/webhooks/:webhook_id/statistics',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Attempts and response times of the last 24 hours or 14 days',
        params: WebhookParams,
        querystring: Type.Object({ period: Type.Optional(StatisticsPeriod) }, closed),
        response: { 200: WebhookStatistics },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const { period = '24h' } = request.query
      return webhooks.statistics(organizationId, request.params.webhook_id, period)
    },
  )
}

function secret(reply: FastifyReply, value: string): { secret: string } {
  reply.header('cache-control', 'no-store')
  return { secret: value }
}
