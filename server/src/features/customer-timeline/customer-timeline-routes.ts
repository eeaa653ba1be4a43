import { CustomerTimelineItem, customerTimelineKinds } from '@parley/protocol/customer-timeline'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { timelinePage, type TimelineSources } from './customer-timeline.ts'

export function customerTimelineRoutes(
  http: Http,
  deps: {
    sources: TimelineSources
    authorizeAgent: AuthorizeAgent
    customerExists: (organizationId: string, customerId: string) => Promise<boolean>
  },
): void {
  http.get(
    '/v1/organizations/:organization_id/customers/:customer_id/timeline',
    {
      schema: {
        tags: ['Customers'],
        summary: 'List conversations, calls, notes, labels, ratings and sign-ins of a customer, newest first',
        description: 'Ordered by their beginning. `kind` lists one kind only.',
        params: Type.Object({ organization_id: Id, customer_id: Id }, closed),
        querystring: Type.Object(
          { ...PageQuery, kind: Type.Optional(Type.Enum([...customerTimelineKinds])) },
          closed,
        ),
        response: { 200: Page(CustomerTimelineItem) },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      await deps.authorizeAgent(request, organizationId)
      if (!(await deps.customerExists(organizationId, customerId))) throw new AppError('not_found')
      const { max = 50, cursor, kind } = request.query
      const query = { organizationId, customerId, max: max + 1, after: decodeCursor(cursor) }
      const items = await timelinePage(deps.sources, query, kind)
      return pageOf(items, max, 'DESC', (item) => encodeCursor(item.created_at, item.id))
    },
  )
}
