import { CallBackRequests } from '@parley/protocol/call-back'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { CallBacks } from './call-backs.ts'

const tags = ['Calls']
const base = '/v1/organizations/:organization_id/calls/call-backs'

/** `.../calls/call-backs`: open requests, for every agent. */
export function callBackRoutes(
  http: Http,
  deps: { callBacks: CallBacks; authorizeAgent: AuthorizeAgent },
): void {
  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'List open call-back requests, oldest first, at most 100',
        params: Type.Object({ organization_id: Id }, closed),
        response: { 200: CallBackRequests },
      },
    },
    async (request) => {
      const { organizationId } = await deps.authorizeAgent(request, request.params.organization_id)
      return { data: await deps.callBacks.list(organizationId) }
    },
  )

  http.post(
    `${base}/:call_back_id/done`,
    {
      schema: {
        tags,
        summary: 'Mark a call-back request as done. Idempotent',
        params: Type.Object({ organization_id: Id, call_back_id: Id }, closed),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const agent = await deps.authorizeAgent(request, request.params.organization_id)
      await deps.callBacks.done(agent, request.params.call_back_id)
      return reply.code(204).send(null)
    },
  )
}
