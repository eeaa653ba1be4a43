import { IceServers } from '@parley/protocol/call'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Ice } from './ice.ts'

/** `.../calls/ice-servers`: the servers a call would get, for the panel's connection test. */
export function iceRoutes(http: Http, deps: { ice: Ice; authorizeAgent: AuthorizeAgent }): void {
  http.get(
    '/v1/organizations/:organization_id/calls/ice-servers',
    {
      schema: {
        tags: ['Calls'],
        summary: 'Get STUN and TURN servers with credentials for ten minutes, for testing',
        params: Type.Object({ organization_id: Id }, closed),
        response: { 200: IceServers },
      },
    },
    async (request, reply) => {
      const { agentId } = await deps.authorizeAgent(request, request.params.organization_id)
      reply.header('cache-control', 'no-store')
      return { data: deps.ice.forTest(agentId) }
    },
  )
}
