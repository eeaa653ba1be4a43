import type { NotificationsChanged } from '@parley/protocol/notification'
import type { Bus } from '../../core/bus/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { Transport } from './notification-consumer.ts'
import type { Notifications, Recipient } from './notifications.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** An agent's notifications have changed. `added`: ids of new ones; otherwise some were read or deleted. */
    notifications: { organization_id: string; agent_id: string; added: string[] }
  }
}

/** Only the newest are sent with their content, for example after a bulk assignment. The list shows all. */
const maxAdded = 20

/** The transport for `in_app` and `desktop`: announces rows to the processes with the agent's windows. */
export const announceAdded =
  (bus: Bus): Transport =>
  (added) => {
    const byAgent = Map.groupBy(added, (row) => row.agent_id)
    for (const [agentId, rows] of byAgent) {
      const organizationId = rows[0]?.organization_id
      if (organizationId === undefined) continue
      const ids = rows.map(({ id }) => id)
      bus.publish('notifications', { organization_id: organizationId, agent_id: agentId, added: ids })
    }
  }

export const announceRead =
  (bus: Bus) =>
  ({ organizationId, agentId }: Recipient): void =>
    bus.publish('notifications', { organization_id: organizationId, agent_id: agentId, added: [] })

/** Sends announced changes to the agent's sockets of this process. Returns a function that stops it. */
export function pushNotifications(deps: {
  bus: Bus
  sockets: ReadonlySet<AgentSession>
  notifications: Pick<Notifications, 'byId' | 'unread'>
  onError: (error: unknown) => void
}): () => void {
  const windowsOf = (agentId: string) =>
    [...deps.sockets].filter((session) => connectedAgent(session)?.agentId === agentId)

  async function push(agent: Recipient, added: string[]): Promise<void> {
    if (windowsOf(agent.agentId).length === 0) return
    const changed: NotificationsChanged = {
      added: await deps.notifications.byId(agent, added.slice(-maxAdded)),
      unread: await deps.notifications.unread(agent),
    }
    const frame = notificationFrame('notifications.changed', changed)
    for (const session of windowsOf(agent.agentId)) session.sendText(frame)
  }

  /** One push per agent at a time, so that an older count never follows a newer one. */
  const last = new Map<string, Promise<void>>()

  return deps.bus.subscribe(
    'notifications',
    ({ organization_id: organizationId, agent_id: agentId, added }) => {
      const own = (last.get(agentId) ?? Promise.resolve())
        .then(() => push({ organizationId, agentId }, added))
        .catch(deps.onError)
        .finally(() => {
          if (last.get(agentId) === own) last.delete(agentId)
        })
      last.set(agentId, own)
    },
  )
}
