import { ApiKey, ApiKeyInput, NewApiKey } from '@parley/protocol/api-key'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { ApiKeys } from './api-keys.ts'

const tags = ['API keys']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ApiKeyParams = Type.Object({ organization_id: Id, api_key_id: Id }, closed)

/** `/v1/organizations/:organization_id/api-keys`: admins and owners, with a session. Keys cannot manage keys. */
export function apiKeyRoutes(http: Http, deps: { apiKeys: ApiKeys; authorizeAgent: AuthorizeAgent }): void {
  const { apiKeys, authorizeAgent } = deps

  http.get(
    '/v1/organizations/:organization_id/api-keys',
    {
      schema: {
        tags,
        summary: 'List API keys, newest first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(ApiKey) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await apiKeys.list(organizationId, { max: max + 1, after })
      return pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/api-keys',
    {
      schema: {
        tags,
        summary: 'Create an API key. The key is returned only once',
        params: OrganizationParams,
        body: ApiKeyInput,
        response: { 201: NewApiKey },
      },
    },
    async (request, reply) => {
      const actor = await authorizeAgent(request, request.params.organization_id, 'admin')
      const made = await apiKeys.create(actor, request.body)
      return reply.code(201).header('cache-control', 'no-store').send(made)
    },
  )

  http.delete(
    '/v1/organizations/:organization_id/api-keys/:api_key_id',
    {
      schema: {
        tags,
        summary: 'Revoke an API key, effective immediately',
        params: ApiKeyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organization_id: organizationId, api_key_id: id } = request.params
      await authorizeAgent(request, organizationId, 'admin')
      await apiKeys.revoke(organizationId, id)
      return reply.code(204).send(null)
    },
  )
}
