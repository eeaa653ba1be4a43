import {
  connectedAgent,
  connectedPrincipal,
  type AgentSession,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import type { Presence } from '../../realtime/presence.ts'
import type { Team } from './team.ts'

/**
 * Tells the widgets and panels of this process when an agent comes online or goes offline, in any process, and the widgets when
 * business hours begin or end. Returns how to stop.
 */
export function publishTeamStatus(deps: {
  presence: Presence
  onHoursChange: (listener: (organizationId: string) => void) => void
  team: Team
  widgets: ReadonlySet<WidgetSession>
  agents: ReadonlySet<AgentSession>
  onError: (error: unknown) => void
}): () => void {
  const { team, widgets, agents } = deps

  async function notifyWidgets(organizationId: string): Promise<void> {
    for (const session of widgets) {
      const principal = connectedPrincipal(session)
      if (principal?.organization_id === organizationId)
        session.notify('team', await team.status(organizationId, principal.provider_id))
    }
  }

  function notifyPanels(organizationId: string): void {
    for (const session of agents) {
      if (connectedAgent(session)?.organizationId === organizationId)
        session.notify('organization.changed', { what: 'presence' })
    }
  }

  deps.onHoursChange((organizationId) => {
    team.forget(organizationId)
    void notifyWidgets(organizationId).catch(deps.onError)
  })
  return deps.presence.onChange(({ of, organizationId }) => {
    if (of !== 'agent') return
    team.forget(organizationId)
    void notifyWidgets(organizationId).catch(deps.onError)
    notifyPanels(organizationId)
  })
}
