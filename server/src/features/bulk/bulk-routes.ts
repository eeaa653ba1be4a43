import { BulkInput, BulkResult, maxBulk, type BulkItem } from '@parley/protocol/bulk'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AgentIdentity, AuthorizeAgent } from '../../core/permissions.ts'

export function bulkRoutes(
  http: Http,
  deps: {
    bulk: (by: AgentIdentity, input: BulkInput) => Promise<BulkItem[]>
    authorizeAgent: AuthorizeAgent
  },
): void {
  http.post(
    '/v1/organizations/:organization_id/conversations/bulk',
    {
      schema: {
        tags: ['Conversations'],
        summary: `Change up to ${maxBulk} conversations at once`,
        description:
          'Each conversation is changed on its own, and the response has a result for each: 200 does not mean that all were changed. ' +
          'A conversation of another organization is refused as `not_found`.',
        params: Type.Object({ organization_id: Id }, closed),
        body: BulkInput,
        response: { 200: BulkResult },
      },
    },
    async (request) => {
      const by = await deps.authorizeAgent(request, request.params.organization_id)
      return { results: await deps.bulk(by, request.body) }
    },
  )
}
