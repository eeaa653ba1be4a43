import { queryOptions } from '@tanstack/react-query'
import type { ConversationTeam, Team, TeamChange, TeamInput } from '@parley/protocol/team'
import { api, organizationPath } from '../api/api.ts'
import { changeTimeout } from './conversation-order.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

/** All teams of the organization by name: rows contain ids only. */
export const teamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'teams'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Team[] }>(organizationPath(organizationId, '/teams'), { signal })).data,
    ...repeatFailed,
  })

const teamPath = (organizationId: string, teamId: string) =>
  organizationPath(organizationId, `/teams/${encodeURIComponent(teamId)}`)

export const createTeam = (organizationId: string, input: TeamInput) =>
  api.post<Team>(organizationPath(organizationId, '/teams'), input)

export const changeTeam = (organizationId: string, teamId: string, change: TeamChange) =>
  api.patch<Team>(teamPath(organizationId, teamId), change)

export const deleteTeam = (organizationId: string, teamId: string) =>
  api.delete<null>(teamPath(organizationId, teamId))

export const moveToTeam = (organizationId: string, conversationId: string, teamId: string | null) =>
  api.put<ConversationTeam>(
    conversationPath(organizationId, conversationId, '/team'),
    { team_id: teamId },
    changeTimeout,
  )
