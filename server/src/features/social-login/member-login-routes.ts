import { SocialProvider } from '@parley/protocol/customer'
import { closed, Id } from '@parley/protocol/scalars'
import { MemberLogin, MemberLoginChange } from '@parley/protocol/social-login'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { MemberLogins } from './member-login.ts'
import type { SocialSignIn } from './sign-in.ts'

const tags = ['Member login']
const ProviderParams = Type.Object({ organization_id: Id, provider_id: Id }, closed)
const LoginParams = Type.Object({ organization_id: Id, provider_id: Id, social: SocialProvider }, closed)
const Started = Type.Object({ url: Type.String(), expires_in: Type.Integer() }, closed)

/** `/v1/organizations/:organization_id/providers/:provider_id/member-login`, for admins and owners. */
export function memberLoginRoutes(
  http: Http,
  deps: { logins: MemberLogins; signIn: SocialSignIn; authorizeAgent: AuthorizeAgent },
): void {
  const { logins, signIn, authorizeAgent } = deps
  const path = '/v1/organizations/:organization_id/providers/:provider_id/member-login'

  http.get(
    path,
    {
      schema: {
        tags,
        summary: 'Which social logins a widget offers, and with whose keys; secrets are never answered',
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
        summary: 'Change them: all of it takes effect, or nothing does',
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

  http.post(
    `${path}/:social/test`,
    {
      schema: {
        tags,
        summary: 'Begin a sign-in that shows what the service answers and signs nobody in',
        params: LoginParams,
        response: { 200: Started },
      },
    },
    async (request) => {
      const { organization_id, provider_id, social } = request.params
      const { organizationId } = await authorizeAgent(request, organization_id, 'admin')
      await logins.read(organizationId, provider_id)
      return signIn.beginTest(organizationId, provider_id, social)
    },
  )
}
