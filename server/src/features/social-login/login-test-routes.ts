import { SocialProvider } from '@parley/protocol/customer'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { MemberLogins } from './member-login.ts'
import type { SocialSignIn } from './sign-in.ts'

const LoginParams = Type.Object({ organization_id: Id, provider_id: Id, social: SocialProvider }, closed)
const Started = Type.Object({ url: Type.String(), expires_in: Type.Integer() }, closed)

/** "Test this login", for admins and owners. The result is posted to the panel's window and not stored. */
export function loginTestRoutes(
  http: Http,
  deps: { logins: MemberLogins; signIn: SocialSignIn; authorizeAgent: AuthorizeAgent },
): void {
  const { logins, signIn, authorizeAgent } = deps
  http.post(
    '/v1/organizations/:organization_id/providers/:provider_id/member-login/:social/test',
    {
      schema: {
        tags: ['Member login'],
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
