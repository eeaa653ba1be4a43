import type { Bus } from '../../core/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { connectedPrincipal, type WidgetSession } from '../../realtime/contexts.ts'
import type { Presence } from '../../realtime/presence.ts'
import type { Team } from './team.ts'

/** Sends widgets the team's status when an agent comes online or goes offline. Returns how to stop. */
export function publishTeamStatus(deps: {
  bus: Bus
  presence: Presence
  team: Team
  widgets: ReadonlySet<WidgetSession>
  onError: (error: unknown) => void
}): () => void {
  const { bus, team, widgets } = deps

  async function notifyWidgets(organizationId: string): Promise<void> {
    const status = await team.status(organizationId)
    for (const session of widgets) {
      if (connectedPrincipal(session)?.organization_id === organizationId) session.notify('team', status)
    }
  }

  return deps.presence.onChange(({ kind, organizationId }) => {
    if (kind !== 'agent') return
    team.forget(organizationId)
    void notifyWidgets(organizationId).catch(deps.onError)
    announceChange(bus, organizationId, 'presence')
  })
}
