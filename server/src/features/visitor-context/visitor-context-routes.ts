import { closed, Id } from '@parley/protocol/scalars'
import { VisitorContext } from '@parley/protocol/visitor-context'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { VisitorContexts } from './visitor-context.ts'

/** `.../customers/:customer_id/context`. Session only: it is for the agent who talks to the customer. */
export function visitorContextRoutes(
  http: Http,
  deps: {
    contexts: VisitorContexts
    authorizeAgent: AuthorizeAgent
    /** Returns undefined if the organization has no such customer. */
    collectsFor: (organizationId: string, customerId: string) => Promise<boolean | undefined>
  },
): void {
  http.get(
    '/v1/organizations/:organization_id/customers/:customer_id/context',
    {
      schema: {
        tags: ['Customers'],
        summary: 'Get the last visit of a customer: pages, referrer, browser, device and time zone',
        params: Type.Object({ organization_id: Id, customer_id: Id }, closed),
        response: { 200: VisitorContext },
      },
    },
    async (request) => {
      const { organizationId } = await deps.authorizeAgent(request, request.params.organization_id)
      const customerId = request.params.customer_id
      const collects = await deps.collectsFor(organizationId, customerId)
      if (collects === undefined) throw new AppError('not_found')
      // Hidden at once when an admin turns it off; the job deletes it.
      return { visit: collects ? await deps.contexts.visitOf(organizationId, customerId) : null }
    },
  )
}
