import { closed, Id } from '@parley/protocol/scalars'
import { MemberLogin, MemberLoginChange } from '@parley/protocol/social-login'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { MemberLogins } from './member-login.ts'

const tags = ['Member login']
const ProviderParams = Type.Object({ organization_id: Id, provider_id: Id }, closed)

/** `/v1/organizations/:organization_id/providers/:provider_id/member-login`, for admins and owners. */
export function memberLoginRoutes(
  http: Http,
  deps: { logins: MemberLogins; authorizeAgent: AuthorizeAgent },
): void {
  const { logins, authorizeAgent } = deps
  const path = '/v1/organizations/:organization_id/providers/:provider_id/member-login'

  http.get(
    path,
    {
      schema: {
        tags,
        summary: 'Get the social logins of a widget and the source of their keys. Secrets are never returned',
        params: ProviderParams,
        response: { 200: MemberLogin },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return logins.read(organizationId, request.params.provider_id)
    },
  )

  http.patch(
    path,
    {
      schema: {
        tags,
        summary: 'Change the social logins of a widget, atomically',
        params: ProviderParams,
        body: MemberLoginChange,
        response: { 200: MemberLogin },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return logins.change(organizationId, request.params.provider_id, request.body)
    },
  )
}
