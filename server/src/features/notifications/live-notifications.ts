import type { NotificationsChanged } from '@parley/protocol/notification'
import type { Bus } from '../../core/bus/bus.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
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
const retryDelayMs = 1_000

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
  /** By agent: what is not pushed yet. */
  const waiting = new Map<string, { agent: Recipient; added: string[] }>()
  /** By agent. */
  const retries = new Map<string, NodeJS.Timeout>()
  let isClosed = false

  async function push({ agent, added }: { agent: Recipient; added: string[] }): Promise<void> {
    if (windowsOf(agent.agentId).length === 0) return
    const changed: NotificationsChanged = {
      added: await deps.notifications.byId(agent, added.slice(-maxAdded)),
      unread: await deps.notifications.unread(agent),
    }
    const frame = notificationFrame('notifications.changed', changed)
    for (const session of windowsOf(agent.agentId)) session.sendText(frame)
  }

  function wait(agent: Recipient, added: string[], before: boolean): void {
    const others = waiting.get(agent.agentId)?.added ?? []
    waiting.set(agent.agentId, { agent, added: before ? [...added, ...others] : [...others, ...added] })
  }

  /** One push per agent at a time, so that an older count never follows a newer one. */
  const pushes = coalesceRuns<string>(async (agentId) => {
    const next = waiting.get(agentId)
    waiting.delete(agentId)
    if (next === undefined) return
    await push(next).catch((error: unknown) => {
      wait(next.agent, next.added, true)
      retryLater(agentId)
      throw error
    })
  }, deps.onError)

  function retryLater(agentId: string): void {
    if (isClosed || retries.has(agentId)) return
    const retry = setTimeout(() => {
      retries.delete(agentId)
      void pushes.trigger(agentId)
    }, retryDelayMs)
    retries.set(agentId, retry)
  }

  const unsubscribe = deps.bus.subscribe('notifications', (message) => {
    const { organization_id: organizationId, agent_id: agentId, added } = message
    wait({ organizationId, agentId }, added, false)
    void pushes.trigger(agentId)
  })
  return () => {
    unsubscribe()
    isClosed = true
    for (const retry of retries.values()) clearTimeout(retry)
  }
}
