import { channelCapabilities } from '@parley/protocol/channel'
import { Page, PageQuery } from '@parley/protocol/pager'
import {
  KeyRetirement,
  Provider,
  ProviderChange,
  ProviderInput,
  ProviderSecret,
} from '@parley/protocol/provider'
import { closed, Id } from '@parley/protocol/scalars'
import Type, { type Static } from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { ProviderRow } from './provider-store.ts'
import type { Providers } from './providers.ts'

const tags = ['Providers']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ProviderParams = Type.Object({ organization_id: Id, provider_id: Id }, closed)

/** `/v1/organizations/:organization_id/providers`: readable by all agents, writable by admins and owners. */
export function providerRoutes(
  http: Http,
  deps: { providers: Providers; authorizeAgent: AuthorizeAgent; baseUrl: string },
): void {
  const { providers, authorizeAgent, baseUrl } = deps
  const present = (row: ProviderRow): Static<typeof Provider> => ({
    id: row.id,
    name: row.name,
    channel: row.channel,
    appearance: row.appearance,
    allowed_origins: row.allowed_origins,
    calls: row.calls,
    survey: row.survey,
    visitor_context: row.visitor_context,
    embed_snippet: channelCapabilities[row.channel].embedded ? embedSnippet(baseUrl, row.id) : '',
    secret_key_at: row.secret_key_made_at,
    previous_secret_key_at: row.previous_secret_key_made_at,
    created_at: row.created_at,
  })

  http.get(
    '/v1/organizations/:organization_id/providers',
    {
      schema: {
        tags,
        summary: 'List widgets, oldest first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Provider) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await providers.list(organizationId, { max: max + 1, after })
      const page = pageOf(rows, max, 'ASC', (row) => encodeCursor(row.created_at, row.id))
      return { ...page, data: page.data.map(present) }
    },
  )

  http.post(
    '/v1/organizations/:organization_id/providers',
    {
      schema: {
        tags,
        summary: 'Create a widget',
        params: OrganizationParams,
        body: ProviderInput,
        response: { 201: Provider },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return reply.code(201).send(present(await providers.create(organizationId, request.body)))
    },
  )

  http.get(
    '/v1/organizations/:organization_id/providers/:provider_id',
    { schema: { tags, summary: 'Get a widget', params: ProviderParams, response: { 200: Provider } } },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return present(await providers.find(organizationId, request.params.provider_id))
    },
  )

  http.patch(
    '/v1/organizations/:organization_id/providers/:provider_id',
    {
      schema: {
        tags,
        summary: 'Change the name, appearance or allowed origins of a widget',
        params: ProviderParams,
        body: ProviderChange,
        response: { 200: Provider },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return present(await providers.update(organizationId, request.params.provider_id, request.body))
    },
  )

  http.delete(
    '/v1/organizations/:organization_id/providers/:provider_id',
    {
      schema: {
        tags,
        summary: 'Delete a widget. Pages that embed it show nothing; its conversations are kept',
        params: ProviderParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await providers.remove(organizationId, request.params.provider_id)
      return reply.code(204).send(null)
    },
  )

  const secretRoute = (method: 'GET' | 'POST', path: string, summary: string, answer: SecretAnswer) =>
    http.route({
      method,
      url: `/v1/organizations/:organization_id/providers/:provider_id/secret${path}`,
      schema: { tags, summary, params: ProviderParams, response: { 200: ProviderSecret } },
      async handler(request, reply) {
        const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
        reply.header('cache-control', 'no-store')
        return answer(organizationId, request.params.provider_id)
      },
    })
  secretRoute('GET', '', 'Get the keys that sign socket tokens', providers.secretKeys)
  secretRoute(
    'POST',
    '/regenerate',
    'Create a new key. The previous one stays valid until it is retired',
    providers.rotateSecretKey,
  )
  http.post(
    '/v1/organizations/:organization_id/providers/:provider_id/secret/retire',
    {
      schema: {
        tags,
        summary: 'Retire the previous key. Tokens signed with it are rejected',
        description:
          'The body can be omitted. With `created_at`, only the previous key made at that time is retired.',
        params: ProviderParams,
        body: Type.Union([KeyRetirement, Type.Null()]),
        response: { 200: ProviderSecret },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      reply.header('cache-control', 'no-store')
      return providers.retireSecretKey(organizationId, request.params.provider_id, request.body?.created_at)
    },
  )
}

type SecretAnswer = (organizationId: string, providerId: string) => Promise<ProviderSecret>

const embedSnippet = (baseUrl: string, providerId: string): string =>
  `<script>window.parleyConfig = { providerId: "${providerId}" }</script>\n` +
  `<script async src="${baseUrl}/sdk.js"></script>`
