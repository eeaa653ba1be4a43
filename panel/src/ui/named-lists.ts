import { useQuery } from '@tanstack/react-query'
import { useMembership } from '../context/membership.tsx'
import { channelsQuery } from '../queries/channel-queries.ts'
import { labelsQuery, labelsToOffer } from '../queries/label-queries.ts'
import { agentsQuery, providersQuery, webhooksQuery } from '../queries/organization-queries.ts'
import { teamsQuery } from '../queries/team-queries.ts'
import type { NamedLists } from './references.ts'

/** What settings can refer to. Admins only. */
export function useNamedLists(): NamedLists {
  const { id } = useMembership().organization
  const { data: agent } = useQuery(agentsQuery(id))
  const { data: labels } = useQuery(labelsQuery(id))
  const { data: widgets } = useQuery(providersQuery(id))
  const { data: channels } = useQuery(channelsQuery(id))
  const { data: team } = useQuery(teamsQuery(id))
  const { data: webhook } = useQuery(webhooksQuery(id))
  return {
    agent,
    label: labels && labelsToOffer(labels, []),
    // A program can set conditions on bots and mailboxes, too.
    provider: widgets && channels && [...widgets, ...channels],
    team,
    webhook,
  }
}
