import { closed, Id } from '@parley/protocol/scalars'
import { SearchResults } from '@parley/protocol/search'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Search } from './search.ts'

/** For agents only: the results contain private notes. */
export function searchRoutes(http: Http, deps: { search: Search; authorizeAgent: AuthorizeAgent }): void {
  http.get(
    '/v1/organizations/:organization_id/search',
    {
      schema: {
        tags: ['Search'],
        summary: 'Search conversations, messages and notes, open and closed',
        params: Type.Object({ organization_id: Id }, closed),
        querystring: Type.Object({ q: Type.String({ minLength: 2, maxLength: 200 }) }, closed),
        response: { 200: SearchResults },
      },
    },
    async (request) => {
      const { organizationId, agentId } = await deps.authorizeAgent(request, request.params.organization_id)
      return deps.search({ organizationId, agentId, text: request.query.q, closed: request.signal })
    },
  )
}
