import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** Presence is not here: its changes are sent again after a gap. */
const changedByOthers = [
  'conversations',
  'agents',
  'providers',
  'invitations',
  'organization',
  'webhooks',
  'deliveries',
  'api-keys',
  'login-problems',
  'calls',
] as const satisfies OrganizationChanged['what'][]

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
        for (const what of changedByOthers) session.notify('organization.changed', { what })
      }
    }),
  ]
  return () => subscriptions.forEach((unsubscribe) => unsubscribe())
}
