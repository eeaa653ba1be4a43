import type { Team, TeamMember } from '@parley/protocol/team'
import { mergedList } from '../../ui/merged-list.ts'

/** What the dialog edits. */
export type TeamForm = Omit<Team, 'id' | 'created_at'>

export function formOf({
  name,
  strategy,
  capacity,
  reassign_minutes,
  members,
  provider_ids,
}: Team): TeamForm {
  return { name, strategy, capacity, reassign_minutes, members, provider_ids }
}

type TeamLists = Pick<TeamForm, 'members' | 'provider_ids'>
interface Identified {
  id: string
}

/**
 * The lists in `change`: what was added and removed here since `opened`, applied to what is stored now. `present`: agents and
 * widgets that exist now.
 */
export function mergedLists(
  opened: TeamLists,
  change: Partial<TeamLists>,
  stored: TeamLists,
  present: { agents: readonly Identified[]; providers: readonly Identified[] },
): Partial<TeamLists> {
  const { members, provider_ids: widgets } = change
  return {
    ...(members !== undefined && {
      members: mergedMembers(opened.members, members, stored.members).filter(({ agent_id }) =>
        present.agents.some(({ id }) => id === agent_id),
      ),
    }),
    ...(widgets !== undefined && {
      provider_ids: mergedList(opened.provider_ids, widgets, stored.provider_ids).filter((widget) =>
        present.providers.some(({ id }) => id === widget),
      ),
    }),
  }
}

function mergedMembers(opened: TeamMember[], own: TeamMember[], stored: TeamMember[]): TeamMember[] {
  return mergedList(idsOf(opened), idsOf(own), idsOf(stored)).map((agentId) => {
    const capacity = capacityIn(own, agentId)
    const isChanged = capacity !== capacityIn(opened, agentId)
    return { agent_id: agentId, capacity: (isChanged ? capacity : capacityIn(stored, agentId)) ?? null }
  })
}

const idsOf = (members: TeamMember[]) => members.map(({ agent_id }) => agent_id)

const capacityIn = (members: TeamMember[], agentId: string) =>
  members.find(({ agent_id }) => agent_id === agentId)?.capacity
