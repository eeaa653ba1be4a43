import { LoginProblems as LoginProblemList } from '@parley/protocol/provider'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { LoginProblems } from './login-problems.ts'

/** `/v1/organizations/:organization_id/providers/:provider_id/login-problems`: for admins and owners. */
export function loginProblemRoutes(
  http: Http,
  deps: {
    problems: LoginProblems
    authorizeAgent: AuthorizeAgent
    /** @throws AppError not_found */
    requireProvider: (organizationId: string, providerId: string) => Promise<unknown>
  },
): void {
  http.get(
    '/v1/organizations/:organization_id/providers/:provider_id/login-problems',
    {
      schema: {
        tags: ['Providers'],
        summary: 'List rejected socket tokens, most recent first',
        params: Type.Object({ organization_id: Id, provider_id: Id }, closed),
        response: { 200: LoginProblemList },
      },
    },
    async (request) => {
      const { organization_id: organization, provider_id: providerId } = request.params
      const { organizationId } = await deps.authorizeAgent(request, organization, 'admin')
      await deps.requireProvider(organizationId, providerId)
      return { data: await deps.problems.list(providerId) }
    },
  )
}
