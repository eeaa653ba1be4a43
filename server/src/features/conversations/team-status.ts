import type { TeamStatus } from '@parley/protocol/session'
import {
  connectedAgent,
  connectedPrincipal,
  type AgentSession,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { AgentPresence } from '../../realtime/presence/agent-presence.ts'
import type { Team } from './team.ts'

/** Changes are merged, because each is sent to every visitor of the organization. A reloaded panel is gone for less. */
const mergeIntervalMs = 1_000

/**
 * Tells the widgets of this process when the team's status changes: which agents are online, in any process, or business hours
 * that begin or end; and its panels when agents come and go. At most once a second per organization, and the widgets only if
 * they show something else.
 */
export function createTeamAnnouncements(deps: {
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
  let timer: NodeJS.Timeout | null = null
  const schedule = () => {
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
    const changes = await Promise.all(
      [...all].map(async (organizationId) => [organizationId, await team.change(organizationId)] as const),
    )
    notifyWidgets(new Map(changes.flatMap(([id, status]) => (status ? [[id, status]] : []))))
  }

  function notifyWidgets(changes: Map<string, TeamStatus>): void {
    if (changes.size === 0) return
    const frames = new Map<string, Buffer>()
    for (const [id, status] of changes) frames.set(id, Buffer.from(notificationFrame('team', status)))
    for (const session of widgets) {
      const frame = frames.get(connectedPrincipal(session)?.organization_id ?? '')
      if (frame) session.sendText(frame)
    }
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
  const stop = deps.presence.onChange(({ organizationId }) => {
    team.forget(organizationId)
    changedAgents.add(organizationId)
    schedule()
  })

  return {
    /** For a widget that connects. */
    status: (organizationId: string) => team.status(organizationId, () => changeStatus(organizationId)),
    close(): void {
      stop()
      if (timer) clearTimeout(timer)
    },
  }
}
