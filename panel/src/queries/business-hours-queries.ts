import { queryOptions } from '@tanstack/react-query'
import type { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'

export const businessHoursQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'business-hours'],
    queryFn: ({ signal }) =>
      api.get<BusinessHours>(organizationPath(organizationId, '/business-hours'), { signal }),
  })

export const saveBusinessHours = (organizationId: string, input: BusinessHoursInput) =>
  api.put<BusinessHours>(organizationPath(organizationId, '/business-hours'), input)

export const readHolidays = (organizationId: string) =>
  api.post<BusinessHours>(organizationPath(organizationId, '/business-hours/read-holidays'))

const teamHoursPath = (organizationId: string, teamId: string) =>
  organizationPath(organizationId, `/teams/${encodeURIComponent(teamId)}/business-hours`)

export const teamHoursQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'business-hours', teamId],
    queryFn: ({ signal }) => api.get<TeamHours>(teamHoursPath(organizationId, teamId), { signal }),
  })

export const saveTeamHours = (organizationId: string, teamId: string, input: BusinessHoursInput) =>
  api.put<TeamHours>(teamHoursPath(organizationId, teamId), input)

export const removeTeamHours = (organizationId: string, teamId: string) =>
  api.delete<TeamHours>(teamHoursPath(organizationId, teamId))

export const readTeamHolidays = (organizationId: string, teamId: string) =>
  api.post<TeamHours>(`${teamHoursPath(organizationId, teamId)}/read-holidays`)
