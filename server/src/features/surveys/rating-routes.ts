import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import { Rating, RatingFilter } from '@parley/protocol/survey'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { RatingLists } from './rating-lists.ts'

const read = { role: 'agent', scope: 'ratings:read' } as const

export function ratingRoutes(
  http: Http,
  { ratings, authorize }: { ratings: RatingLists; authorize: AuthorizeAccess },
): void {
  http.get(
    '/v1/organizations/:organization_id/ratings',
    {
      schema: {
        tags: ['Ratings'],
        security: keyOrSession(read.scope),
        summary: 'List customers’ ratings of conversations, newest first',
        params: Type.Object({ organization_id: Id }, closed),
        querystring: Type.Object({ ...PageQuery, ...RatingFilter }, closed),
        response: { 200: Page(Rating) },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const { max = 50, cursor, ...filter } = request.query
      const rows = await ratings.list({
        organizationId,
        conversationId: filter.conversation_id,
        customerId: filter.customer_id,
        maxScore: filter.max_score,
        max: max + 1,
        after: decodeCursor(cursor),
      })
      return pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
    },
  )
}
