import { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { BusinessHoursRules } from './business-hours.ts'

const tags = ['Organization']
const url = '/v1/organizations/:organization_id/business-hours'
const Params = Type.Object({ organization_id: Id }, closed)
const teamUrl = '/v1/organizations/:organization_id/teams/:team_id/business-hours'
const TeamParams = Type.Object({ organization_id: Id, team_id: Id }, closed)

export function businessHoursRoutes(
  http: Http,
  { hours, authorizeAgent }: { hours: BusinessHoursRules; authorizeAgent: AuthorizeAgent },
): void {
  http.get(
    url,
    { schema: { tags, summary: 'Get the business hours', params: Params, response: { 200: BusinessHours } } },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return hours.get(organizationId)
    },
  )

  http.put(
    url,
    {
      schema: {
        tags,
        summary: 'Replace the business hours. Requires admin or owner',
        description: 'Outside them widgets show the next opening, and calls are not offered.',
        params: Params,
        body: BusinessHoursInput,
        response: { 200: BusinessHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return hours.save(organizationId, request.body)
    },
  )

  http.get(
    teamUrl,
    {
      schema: {
        tags,
        summary: 'Get the business hours of a team: its own, or those of the organization',
        params: TeamParams,
        response: { 200: TeamHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return hours.ofTeam(organizationId, request.params.team_id)
    },
  )

  http.put(
    teamUrl,
    {
      schema: {
        tags,
        summary: 'Give a team business hours of its own, or replace them. Requires admin or owner',
        description: 'They apply to widgets whose conversations start in this team, and to SLA clocks.',
        params: TeamParams,
        body: BusinessHoursInput,
        response: { 200: TeamHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return hours.saveOfTeam(organizationId, request.params.team_id, request.body)
    },
  )

  http.delete(
    teamUrl,
    {
      schema: {
        tags,
        summary: 'Let a team use the business hours of the organization. Requires admin or owner',
        params: TeamParams,
        response: { 200: TeamHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return hours.removeOfTeam(organizationId, request.params.team_id)
    },
  )
}
