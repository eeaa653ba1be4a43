import { Agent, Role } from '@parley/protocol/agent'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { AgentRow } from './agent-store.ts'
import type { Agents } from './agents.ts'

const tags = ['Agents']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const AgentParams = Type.Object({ organization_id: Id, agent_id: Id }, closed)

/** `/v1/organizations/:organization_id/agents`. */
export function agentRoutes(
  http: Http,
  deps: {
    agents: Agents
    authorizeAgent: AuthorizeAgent
    isOnline: (organizationId: string, agentId: string) => boolean
  },
): void {
  const { agents, authorizeAgent } = deps
  const present = (organizationId: string, row: AgentRow) => ({
    id: row.id,
    name: row.name,
    avatar_url: row.avatar_url,
    email: row.email,
    role: row.role,
    online: deps.isOnline(organizationId, row.id),
    created_at: row.created_at,
  })

  http.get(
    '/v1/organizations/:organization_id/agents',
    {
      schema: {
        tags,
        summary: 'List agents, longest-serving first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Agent) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await agents.list(organizationId, { max: max + 1, after })
      const page = pageOf(rows, max, 'ASC', (row) => encodeCursor(row.created_at, row.id))
      return { ...page, data: page.data.map((row) => present(organizationId, row)) }
    },
  )

  http.patch(
    '/v1/organizations/:organization_id/agents/:agent_id',
    {
      schema: {
        tags,
        summary: 'Change the role of an agent. Requires admin or owner; only owners can appoint owners',
        params: AgentParams,
        body: Type.Object({ role: Role }, closed),
        response: { 200: Agent },
      },
    },
    async (request) => {
      const { organization_id: organizationId, agent_id: agentId } = request.params
      const actor = await authorizeAgent(request, organizationId, 'admin')
      await agents.changeRole(actor, agentId, request.body.role)
      return present(organizationId, await agents.find(organizationId, agentId))
    },
  )

  http.delete(
    '/v1/organizations/:organization_id/agents/:agent_id',
    {
      schema: {
        tags,
        summary: 'Remove an agent. Their messages are kept',
        params: AgentParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organization_id: organizationId, agent_id: agentId } = request.params
      await agents.remove(await authorizeAgent(request, organizationId, 'admin'), agentId)
      return reply.code(204).send(null)
    },
  )
}
