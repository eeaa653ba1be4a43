import type { CallSettings } from '@parley/protocol/call-settings'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { teamColumns, teamOf, type TeamMembers, type TeamOfCaller } from './call-teams.ts'
import { connectedAgents } from './desk-store.ts'
import { reachableAgents } from './routing.ts'

interface AvailabilityDeps {
  db: Database
  clock: Clock
  teamMembers: TeamMembers
  teamOfCaller: TeamOfCaller
  dedicatedAgent: (organizationId: string, customerId: string) => Promise<string | null>
}

/**
 * Checks whether a call could start now (SPEC C2), before the customer grants access to the microphone.
 * @throws AppError calls_off, nobody_available
 */
export async function checkAvailability(
  { db, clock, teamMembers, teamOfCaller, dedicatedAgent }: AvailabilityDeps,
  caller: Parameters<TeamOfCaller>[1],
  settings: CallSettings | undefined,
): Promise<void> {
  if (!settings || settings.mode === 'off') throw new AppError('calls_off')
  if (settings.nobody !== 'message') return
  const { organizationId, customerId } = caller
  const now = timestamp(clock())
  let agents = await connectedAgents(db, organizationId, now, clock)
  if (settings.ring === 'team_only' && agents.length > 0) {
    const columns = teamColumns(await teamOfCaller(db, caller), settings, now)
    const team = await teamOf(db, { organization_id: organizationId, ...columns }, teamMembers)
    const dedicated = customerId === null ? null : await dedicatedAgent(organizationId, customerId)
    agents = reachableAgents({ dedicated_agent_id: dedicated, team }, agents)
  }
  if (agents.length === 0) throw new AppError('nobody_available')
}
