import { ConversationTeam, ConversationTeamInput, Team, TeamChange, TeamInput } from '@parley/protocol/team'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { ChosenBy, Teams } from './teams.ts'

const tags = ['Teams']
const base = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const TeamParams = Type.Object({ organization_id: Id, team_id: Id }, closed)
const ConversationParams = Type.Object({ organization_id: Id, conversation_id: Id }, closed)

const read = { role: 'agent', scope: 'teams:read' } as const
const manage = { role: 'admin', scope: 'teams:write' } as const
const assign = { role: 'agent', scope: 'teams:write' } as const

export function teamRoutes(http: Http, deps: { teams: Teams; authorize: AuthorizeAccess }): void {
  const { teams, authorize } = deps
  const chosenBy = (who: Awaited<ReturnType<AuthorizeAccess>>): ChosenBy =>
    'agentId' in who ? { agentId: who.agentId, face: who.face } : null

  http.get(
    `${base}/teams`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List all teams by name',
        params: OrganizationParams,
        response: { 200: Type.Object({ data: Type.Array(Team) }, closed) },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      return { data: await teams.list(organizationId) }
    },
  )

  http.post(
    `${base}/teams`,
    {
      schema: {
        tags,
        security: keyOrSession(manage.scope),
        summary: 'Create a team',
        params: OrganizationParams,
        body: TeamInput,
        response: { 201: Team },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, manage)
      return reply.code(201).send(await teams.create(organizationId, request.body))
    },
  )

  http.patch(
    `${base}/teams/:team_id`,
    {
      schema: {
        tags,
        security: keyOrSession(manage.scope),
        summary: 'Change a team',
        description: 'Members who leave keep their conversations.',
        params: TeamParams,
        body: TeamChange,
        response: { 200: Team },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, manage)
      return teams.change(organizationId, request.params.team_id, request.body)
    },
  )

  http.delete(
    `${base}/teams/:team_id`,
    {
      schema: {
        tags,
        security: keyOrSession(manage.scope),
        summary: 'Delete a team',
        description: 'Its conversations keep their agent and no longer belong to a team.',
        params: TeamParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const who = await authorize(request, request.params.organization_id, manage)
      await teams.remove(who.organizationId, request.params.team_id, chosenBy(who))
      return reply.code(204).send(null)
    },
  )

  http.put(
    `${base}/conversations/:conversation_id/team`,
    {
      schema: {
        tags,
        security: keyOrSession(assign.scope),
        summary: 'Move an open conversation to a team, or remove it from its team',
        description:
          'Idempotent. The conversation becomes unassigned unless its agent is a member of the team or the customer’s dedicated agent.',
        params: ConversationParams,
        body: ConversationTeamInput,
        response: { 200: ConversationTeam },
      },
    },
    async (request) => {
      const { conversation_id: conversationId } = request.params
      const who = await authorize(request, request.params.organization_id, assign)
      const { team_id: teamId } = request.body
      await teams.assign(who.organizationId, conversationId, teamId, chosenBy(who))
      return { team_id: teamId }
    },
  )
}
