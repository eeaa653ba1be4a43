import type { Bus } from '../../core/bus/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'

/** Sends changed drafts to the panels of their agent. Returns a function that stops it. */
export function pushDrafts(deps: { bus: Bus; agents: ReadonlySet<AgentSession> }): () => void {
  return deps.bus.subscribe('draft', ({ agent_id: agentId, draft }) => {
    const frame = notificationFrame('draft.changed', draft)
    for (const session of deps.agents) {
      if (connectedAgent(session)?.agentId === agentId) session.sendText(frame)
    }
  })
}
