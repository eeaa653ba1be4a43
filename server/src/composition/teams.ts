import type { Database, Transaction } from '../core/database.ts'
import type { EventLog } from '../core/event-log.ts'
import type { AuthorizeAccess } from '../core/permissions.ts'
import { createThrottle } from '../core/throttle.ts'
import { routedMembers } from '../features/teams/routing-store.ts'
import { createTeamConsumer } from '../features/teams/team-consumer.ts'
import { teamRoutes } from '../features/teams/team-routes.ts'
import { createTeamRouting, type RoutingDeps } from '../features/teams/team-routing.ts'
import { findTeam, firstTeam, membersOf, teamsOf } from '../features/teams/team-store.ts'
import { createTeamSweep } from '../features/teams/team-sweep.ts'
import { createMemberRemoval, createTeams, type TeamDeps } from '../features/teams/teams.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** A call changes its agent's desk four times, and rarely gives a team work. */
const deskIntervalMs = 250

type WhenRemoved = (forget: (organizationId: string, agentId: string) => Promise<void>) => void
type ReleaseItems = (organizationId: string, teamId: string) => Promise<void>

/** Teams for features composed before them. */
export function composeTeamDirectory(
  infra: Infrastructure,
  { agents }: { agents: { whenRemoved: WhenRemoved } },
) {
  agents.whenRemoved(createMemberRemoval(infra))
  const releases: ReleaseItems[] = []
  return {
    find: (organizationId: string, teamId: string) => findTeam(infra.db, organizationId, teamId),
    membersOf,
    /** Teams of the agent; all teams if `agentId` is null. */
    of: (organizationId: string, agentId: string | null) => teamsOf(infra.db, organizationId, agentId),
    /** `release` deletes what only this team sees, before the team is deleted. It may run more than once. */
    whenDeleted: (release: ReleaseItems) => void releases.push(release),
    async releaseItems(organizationId: string, teamId: string): Promise<void> {
      for (const release of releases) await release(organizationId, teamId)
    },
    /** The team in which new conversations of this widget start. */
    firstTeam: async (db: Database | Transaction, organizationId: string, providerId: string) =>
      (await firstTeam(db, organizationId, providerId)) ?? null,
  }
}

export interface TeamPorts<Claimed extends { team_id: string | null }> {
  log: EventLog
  apiKeys: { authorizeAccess: AuthorizeAccess }
  agents: Pick<TeamDeps, 'holdActive'>
  providers: { findProvider: (id: string) => Promise<{ organization_id: string } | undefined> }
  teamDirectory: Pick<TeamDeps, 'releaseItems'>
  desks: { states: RoutingDeps<Claimed>['deskStates'] }
  conversations: { teamAssignment: TeamDeps['conversations'] & RoutingDeps<Claimed>['conversations'] }
}

/** Teams, and the assignment of their conversations. */
export function composeTeams<Claimed extends { team_id: string | null }>(
  infra: Infrastructure,
  ports: TeamPorts<Claimed>,
) {
  const { bus, clock, db, lifecycle, presence } = infra
  const { log, apiKeys, agents, providers, teamDirectory, desks, conversations } = ports
  const onError = infra.logErrors('teams')
  const routing = createTeamRouting({
    db,
    log,
    clock,
    isOnline: presence.agents.isOnline,
    isLeaving: presence.agents.isLeaving,
    onlineAgents: presence.agents.online,
    isReconnecting: presence.reconnects.isOpen,
    deskStates: desks.states,
    conversations: conversations.teamAssignment,
    signal: lifecycle.signal,
    onError,
  })
  const teams = createTeams({
    db,
    bus,
    clock,
    holdActive: agents.holdActive,
    releaseItems: teamDirectory.releaseItems,
    providerExists: async (organizationId, providerId) =>
      (await providers.findProvider(providerId))?.organization_id === organizationId,
    conversations: conversations.teamAssignment,
    onChange: routing.routeSoon,
  })

  lifecycle.onStop(
    presence.agents.onChange(({ organizationId, online }) => {
      if (online) routing.routeSoon(organizationId)
    }),
  )
  // An agent came back from away, or ended a call.
  const desksChanged = createThrottle(routing.routeSoon, deskIntervalMs)
  lifecycle.onStop(desksChanged.close)
  lifecycle.onStop(
    bus.subscribe('calls', ({ organization_id, agents: changed }) => {
      if (changed.length > 0) desksChanged.trigger(organization_id)
    }),
  )
  const settled = async () => {
    desksChanged.flush()
    await routing.settled()
  }
  lifecycle.onStop(routing.settled)
  const sweep = async () => {
    await routing.sweep()
    await teams.finishDeletions()
  }
  lifecycle.addWorker(createTeamSweep({ sweep, onError }))

  return defineFeature({
    assign: teams.assign,
    exists: async (organizationId: string, teamId: string) =>
      (await findTeam(db, organizationId, teamId)) !== undefined,
    list: teams.list,
    /** Members with the share of their capacity in use, if the team assigns by load: who is rung first. undefined: no such team. */
    async callMembers(trx: Database | Transaction, organizationId: string, teamId: string) {
      const team = await findTeam(trx, organizationId, teamId)
      if (!team) return undefined
      const members = await routedMembers(trx, [team.id])
      const isBalanced = team.strategy === 'balanced'
      const ids = members.map(({ agent_id }) => agent_id)
      const loads = isBalanced ? await conversations.teamAssignment.loadsOf(trx, ids) : null
      return members.map(({ agent_id, capacity }) => ({
        agent_id,
        share: (loads?.get(agent_id) ?? 0) / capacity,
      }))
    },
    sweep,
    settled,
    consumers: [createTeamConsumer(routing)],
    routes: (http) => teamRoutes(http, { teams, authorize: apiKeys.authorizeAccess }),
  })
}
