import { Agent, AgentFace, Role } from '@parley/protocol/agent'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import type { AgentRow } from './agent-store.ts'
import type { Agents } from './agents.ts'

const tags = ['Agents']
const read = { role: 'agent', scope: 'agents:read' } as const
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const AgentParams = Type.Object({ organization_id: Id, agent_id: Id }, closed)

/** `/v1/organizations/:organization_id/agents`. */
export function agentRoutes(
  http: Http,
  deps: {
    agents: Agents
    authorizeAgent: AuthorizeAgent
    authorize: AuthorizeAccess
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
        security: keyOrSession(read.scope),
        summary: 'List agents, longest-serving first',
        description: 'An API key gets `id`, `name` and `avatar_url` only.',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Type.Union([Agent, AgentFace])) },
      },
    },
    async (request) => {
      const caller = await deps.authorize(request, request.params.organization_id, read)
      const { organizationId } = caller
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await agents.list(organizationId, { max: max + 1, after })
      const page = pageOf(rows, max, 'ASC', (row) => encodeCursor(row.created_at, row.id))
      const shown = 'agentId' in caller ? (row: AgentRow) => present(organizationId, row) : faceOf
      return { ...page, data: page.data.map(shown) }
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

const faceOf = ({ id, name, avatar_url }: AgentRow): AgentFace => ({ id, name, avatar_url })
