import type { Bus } from '../../core/bus/bus.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import {
  connectedAgent,
  connectedPrincipal,
  type AgentSession,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { AgentPresence } from '../../realtime/presence/agent-presence.ts'
import type { Team } from './team.ts'

/** Changes are merged, because each is sent to every visitor of the organization. */
const mergeIntervalMs = 1_000
/** Until a status that could not be read is read again. */
const retryDelayMs = 5_000
/** Statuses read at once: a gap of the bus concerns all organizations. */
const maxReads = 4

/**
 * Tells the widgets of this process when the team's status changes: which agents are online, in any process, their names, or
 * business hours that begin or end; and its panels when agents come and go. At most once a second per organization, and the
 * widgets only if they show something else.
 */
export function createTeamAnnouncements(deps: {
  bus: Pick<Bus, 'subscribe' | 'onGap'>
  presence: Pick<AgentPresence, 'onChange'>
  onHoursChange: (listener: (organizationId: string) => void) => void
  team: Team
  widgets: ReadonlySet<WidgetSession>
  agents: ReadonlySet<AgentSession>
  onError: (error: unknown) => void
}) {
  const { team, widgets, agents } = deps
  const changedStatus = new Set<string>()
  const changedAgents = new Set<string>()
  /** By provider, until they are sent. */
  const frames = new Map<string, Buffer>()
  const retries = new Map<string, NodeJS.Timeout>()
  const inTurn = createSemaphore(maxReads)
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  const schedule = () => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = null
      void flush().catch(deps.onError)
    }, mergeIntervalMs).unref()
  }

  async function flush(): Promise<void> {
    const ofPresence = new Set(changedAgents)
    const all = new Set([...changedAgents, ...changedStatus])
    changedAgents.clear()
    changedStatus.clear()
    notifyPanels(ofPresence)
    for (const organizationId of all) team.forget(organizationId)
    await notifyWidgets(all)
  }

  async function notifyWidgets(organizationIds: Set<string>): Promise<void> {
    const providers = new Map<string, string>()
    for (const session of widgets) {
      const principal = connectedPrincipal(session)
      if (principal && organizationIds.has(principal.organization_id))
        providers.set(principal.provider_id, principal.organization_id)
    }
    const outcomes = await Promise.allSettled(
      [...providers].map(async ([providerId, organizationId]) => {
        try {
          const status = await inTurn(async () => (isClosed ? null : team.change(organizationId, providerId)))
          if (status) send(providerId, Buffer.from(notificationFrame('team', status)))
        } catch (error) {
          retry(organizationId)
          throw error
        }
      }),
    )
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
    if (rejected) throw rejected.reason
  }

  /** Statuses that are read at the same time are sent in one pass over the widgets, those that take longer on their own. */
  function send(providerId: string, frame: Buffer): void {
    if (frames.size === 0) setImmediate(sendFrames)
    frames.set(providerId, frame)
  }

  function sendFrames(): void {
    const batch = new Map(frames)
    frames.clear()
    for (const session of widgets) {
      const frame = batch.get(connectedPrincipal(session)?.provider_id ?? '')
      if (!frame) continue
      try {
        session.sendText(frame)
      } catch (error) {
        // Closes a slow reader, and its listeners may throw.
        deps.onError(error)
      }
    }
  }

  function retry(organizationId: string): void {
    if (isClosed || retries.has(organizationId)) return
    const timeout = setTimeout(() => {
      retries.delete(organizationId)
      changeStatus(organizationId)
    }, retryDelayMs).unref()
    retries.set(organizationId, timeout)
  }

  function notifyPanels(organizationIds: Set<string>): void {
    if (organizationIds.size === 0) return
    for (const session of agents)
      if (organizationIds.has(connectedAgent(session)?.organizationId ?? ''))
        session.notify('organization.changed', { what: 'presence' })
  }

  const changeStatus = (organizationId: string) => {
    team.forget(organizationId)
    changedStatus.add(organizationId)
    schedule()
  }
  deps.onHoursChange(changeStatus)
  const subscriptions = [
    deps.presence.onChange(({ organizationId }) => {
      team.forget(organizationId)
      changedAgents.add(organizationId)
      schedule()
    }),
    deps.bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
      if (what === 'agents') changeStatus(organizationId)
    }),
    // Agents and business hours of any organization may have changed in another process.
    deps.bus.onGap(() => {
      team.forgetAll()
      for (const session of widgets) {
        const principal = connectedPrincipal(session)
        if (principal) changedStatus.add(principal.organization_id)
      }
      if (changedStatus.size > 0) schedule()
    }),
  ]

  return {
    /** For a widget that connects. */
    status: (organizationId: string, providerId: string) =>
      team.status(organizationId, providerId, () => changeStatus(organizationId)),
    close(): void {
      isClosed = true
      for (const unsubscribe of subscriptions) unsubscribe()
      if (timer) clearTimeout(timer)
      for (const timeout of retries.values()) clearTimeout(timeout)
    },
  }
}
