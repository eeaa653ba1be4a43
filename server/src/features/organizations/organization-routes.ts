import { Organization, OrganizationInput } from '@parley/protocol/organization'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Organizations } from './organizations.ts'

const tags = ['Organization']
const Params = Type.Object({ organization_id: Id }, closed)

/** `/v1/organizations/:organization_id`. */
export function organizationRoutes(
  http: Http,
  deps: { organizations: Organizations; authorizeAgent: AuthorizeAgent },
): void {
  const { organizations, authorizeAgent } = deps

  http.get(
    '/v1/organizations/:organization_id',
    { schema: { tags, summary: 'Get the organization', params: Params, response: { 200: Organization } } },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return found(await organizations.find(organizationId))
    },
  )

  http.patch(
    '/v1/organizations/:organization_id',
    {
      schema: {
        tags,
        summary: 'Rename the organization. Requires admin or owner',
        params: Params,
        body: OrganizationInput,
        response: { 200: Organization },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return found(await organizations.rename(organizationId, request.body.name))
    },
  )
}

function found(organization: Organization | undefined): Organization {
  if (!organization) throw new AppError('not_found')
  return organization
}
