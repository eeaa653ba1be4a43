import { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { roleReaches, type AgentIdentity, type AuthorizeAgent } from '../../core/permissions.ts'
import type { BusinessHoursRules, HoursViewer } from './business-hours.ts'

const viewerOf = ({ role }: AgentIdentity): HoursViewer => ({ isAdmin: roleReaches(role, 'admin') })

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
      const identity = await authorizeAgent(request, request.params.organization_id)
      return hours.get(identity.organizationId, viewerOf(identity))
    },
  )

  http.put(
    url,
    {
      schema: {
        tags,
        summary: 'Replace the business hours. Requires admin or owner',
        description:
          'Outside them widgets show the next opening, and calls are not offered. A new `holiday_feed` is read at once; if it cannot be ' +
          'read, nothing is saved.',
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

  http.post(
    `${url}/read-holidays`,
    {
      schema: {
        tags,
        summary: 'Read the calendar of holidays now. Requires admin or owner',
        description: 'It is also read every day. `problem` of the response says whether it could be read.',
        params: Params,
        response: { 200: BusinessHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return hours.readHolidays(organizationId)
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
      const identity = await authorizeAgent(request, request.params.organization_id)
      return hours.ofTeam(identity.organizationId, request.params.team_id, viewerOf(identity))
    },
  )

  http.put(
    teamUrl,
    {
      schema: {
        tags,
        summary: 'Give a team business hours of its own, or replace them. Requires admin or owner',
        description:
          'They apply to widgets whose conversations start in this team, and to SLA clocks. New hours without `holiday_feed` have no ' +
          'calendar, or a copy of the organization’s if its address cannot be decrypted.',
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

  http.post(
    `${teamUrl}/read-holidays`,
    {
      schema: {
        tags,
        summary: 'Read the calendar of holidays of a team with hours of its own now. Requires admin or owner',
        params: TeamParams,
        response: { 200: TeamHours },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return hours.readHolidaysOfTeam(organizationId, request.params.team_id)
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
