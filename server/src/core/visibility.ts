import type { Role } from '@parley/protocol/agent'
import type { Visibility } from '@parley/protocol/visibility'
import { sql } from 'kysely'
import { AppError } from './app-error.ts'
import { roleReaches } from './permissions.ts'

/** Columns of an item that is visible to everyone, to a team or to its author. */
export interface VisibilityColumns {
  visibility: Visibility['type']
  team_id: string | null
}

/** Who looks. `agentId` null: an API key, which has no personal items. */
export interface Viewer {
  organizationId: string
  agentId: string | null
  role: Role
  /** The agent's teams; all teams for admins and API keys. */
  teams: readonly { id: string; name: string }[]
}

export const columnsOf = (visibility: Visibility): VisibilityColumns => ({
  visibility: visibility.type,
  team_id: visibility.type === 'team' ? visibility.team_id : null,
})

export function visibilityOf({ visibility, team_id: teamId }: VisibilityColumns): Visibility {
  if (visibility !== 'team') return { type: visibility }
  if (teamId === null) throw new Error('An item of a team without a team')
  return { type: visibility, team_id: teamId }
}

const isInTeam = ({ teams }: Viewer, teamId: string | null) => teams.some(({ id }) => id === teamId)

/** Condition on a table with the columns `organization_id`, `agent_id` and `VisibilityColumns`. */
export function visibleTo(table: string, { organizationId, agentId, teams }: Viewer) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const teamIds = teams.map(({ id }) => id)
  return sql<boolean>`${column('organization_id')} = ${organizationId} and (${column('visibility')} = 'organization'
    or ${column('visibility')} = 'personal' and ${column('agent_id')} = ${agentId}::uuid
    or ${column('team_id')} = any(${teamIds}::uuid[]))`
}

/** Items of a team are shared work: its members change them. Others are changed by their author, shared ones also by admins. */
export function mayChange(viewer: Viewer, item: VisibilityColumns & { agent_id: string | null }): boolean {
  if (item.visibility === 'team') return isInTeam(viewer, item.team_id)
  if (viewer.agentId !== null && item.agent_id === viewer.agentId) return true
  return item.visibility === 'organization' && roleReaches(viewer.role, 'admin')
}

/**
 * Agents share with their own teams, admins with every team. A team's item is shared with everyone only by its author and admins: others
 * could not change it afterwards.
 * @throws AppError team_unknown, forbidden
 */
export function requireShareable(
  viewer: Viewer,
  visibility: Visibility,
  { agent_id: author }: { agent_id: string | null },
): void {
  if (visibility.type === 'team' && !isInTeam(viewer, visibility.team_id)) throw teamUnknown()
  if (
    visibility.type === 'organization' &&
    !mayChange(viewer, { ...columnsOf(visibility), agent_id: author })
  )
    throw new AppError('forbidden', { detail: 'Only its author and admins can share it with everyone.' })
}

export const teamUnknown = (cause?: unknown) =>
  new AppError('team_unknown', { pointer: '/body/visibility/team_id', cause })
