import type { CallSettings } from '@parley/protocol/call-settings'
import type { Database, Transaction } from '../../core/database.ts'
import { after, type CallRow } from './call-state.ts'
import type { CallTeam } from './routing.ts'

/** A member of a team. `share`: of their capacity in use, if the team assigns by it. */
export interface TeamMemberShare {
  agent_id: string
  share: number
}

/** undefined: the organization has no such team. */
export type TeamMembers = (
  db: Database | Transaction,
  organizationId: string,
  teamId: string,
) => Promise<TeamMemberShare[] | undefined>

/** The team of the customer's open conversation, otherwise that of the widget. */
export type TeamOfCaller = (
  db: Database | Transaction,
  caller: { organizationId: string; providerId: string; customerId: string | null },
) => Promise<string | null>

export type TeamColumns = Pick<CallRow, 'team_id' | 'team_until'>

/** The columns of a new call that rings this team. */
export const teamColumns = (
  teamId: string | null,
  { ring, team_seconds: seconds }: CallSettings,
  now: string,
): TeamColumns => ({
  team_id: teamId,
  team_until: teamId !== null && ring === 'team_first' ? after(now, seconds) : null,
})

/** Adds each call's team with its members. A deleted team restricts nothing. */
export async function withTeams<Call extends TeamColumns>(
  db: Database | Transaction,
  organizationId: string,
  calls: Call[],
  teamMembers: TeamMembers,
): Promise<(Call & { team: CallTeam | null })[]> {
  const shares = new Map<string, CallTeam['shares']>()
  for (const id of new Set(calls.map(({ team_id }) => team_id))) {
    const members = id === null ? undefined : await teamMembers(db, organizationId, id)
    if (id !== null && members)
      shares.set(id, new Map(members.map(({ agent_id, share }) => [agent_id, share])))
  }
  return calls.map((call) => {
    const members = shares.get(call.team_id ?? '')
    return { ...call, team: members ? { shares: members, until: call.team_until } : null }
  })
}

/** The team of one call. */
export async function teamOf(
  db: Database | Transaction,
  call: TeamColumns & { organization_id: string },
  teamMembers: TeamMembers,
): Promise<CallTeam | null> {
  const [known] = await withTeams(db, call.organization_id, [call], teamMembers)
  return known?.team ?? null
}
