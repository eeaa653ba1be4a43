import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus/bus.ts'
import { createThrottle, type Throttle } from '../../core/throttle.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

type What = OrganizationChanged['what']

/** What is reloaded after a gap of the bus. Presence is sent again anyway. */
const reloadedAfterGap: Record<What, boolean> = {
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
const lostByGap = (Object.keys(reloadedAfterGap) as What[]).filter((what) => reloadedAfterGap[what])

/** Panels that reload everything at the same moment would delay each other, and the database after an outage. */
const maxGapDelayMs = 2_000

/** Each notification makes every panel reload, which counts towards the limit of its agent's session. */
const notificationIntervalMs = 1_000

/**
 * Sends organization.changed to the organization's agents: the first of several changes at once, the others merged. Returns a
 * function that unsubscribes.
 */
export function notifyAgentsOfChanges(deps: { bus: Bus; agents: ReadonlySet<AgentSession> }): () => void {
  const delayed = new Map<AgentSession, NodeJS.Timeout>()
  const throttles = new Map<What, Throttle<string>>()

  function notify(organizationId: string, what: What): void {
    for (const session of deps.agents) {
      if (connectedAgent(session)?.organizationId === organizationId)
        session.notify('organization.changed', { what })
    }
  }

  /** By organization. */
  function throttleOf(what: What): Throttle<string> {
    const known = throttles.get(what)
    if (known) return known
    const throttle = createThrottle(
      (organizationId: string) => notify(organizationId, what),
      notificationIntervalMs,
    )
    throttles.set(what, throttle)
    return throttle
  }

  function reload(session: AgentSession): void {
    delayed.delete(session)
    if (connectedAgent(session) === null) return
    for (const what of lostByGap) session.notify('organization.changed', { what })
  }

  const subscriptions = [
    deps.bus.subscribe('organization', ({ organization_id: organizationId, what }) =>
      throttleOf(what).trigger(organizationId),
    ),
    // Anything may have changed in another process. A gap that follows before the reload needs no other one.
    deps.bus.onGap(() => {
      for (const session of deps.agents) {
        if (connectedAgent(session) === null || delayed.has(session)) continue
        delayed.set(
          session,
          setTimeout(() => reload(session), Math.random() * maxGapDelayMs),
        )
      }
    }),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
    for (const timer of delayed.values()) clearTimeout(timer)
    for (const throttle of throttles.values()) throttle.close()
  }
}
