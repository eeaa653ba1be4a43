import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** What is reloaded after a gap of the bus. Presence is sent again anyway. */
const reloadedAfterGap: Record<OrganizationChanged['what'], boolean> = {
  conversations: true,
  agents: true,
  providers: true,
  invitations: true,
  organization: true,
  presence: false,
  webhooks: true,
  deliveries: true,
  'api-keys': true,
  'login-problems': true,
  calls: true,
  'canned-replies': true,
  labels: true,
  channels: true,
  views: true,
  rules: true,
  teams: true,
  'business-hours': true,
  sla: true,
}
const lostByGap = (Object.keys(reloadedAfterGap) as OrganizationChanged['what'][]).filter(
  (what) => reloadedAfterGap[what],
)

/** Sends organization.changed to the organization's agents. Returns a function that unsubscribes. */
export function notifyAgentsOfChanges(deps: { bus: Bus; agents: ReadonlySet<AgentSession> }): () => void {
  const subscriptions = [
    deps.bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
      for (const session of deps.agents) {
        if (connectedAgent(session)?.organizationId === organizationId)
          session.notify('organization.changed', { what })
      }
    }),
    // Anything may have changed in another process.
    deps.bus.onGap(() => {
      for (const session of deps.agents) {
        if (connectedAgent(session) === null) continue
        for (const what of lostByGap) session.notify('organization.changed', { what })
      }
    }),
  ]
  return () => subscriptions.forEach((unsubscribe) => unsubscribe())
}
