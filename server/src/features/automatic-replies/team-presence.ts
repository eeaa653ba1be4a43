import type { AgentPresence } from '../../realtime/presence/agent-presence.ts'
import type { ReconnectWindow } from '../../realtime/presence/reconnect-window.ts'

/** `present`: an agent is connected and not away. `unknown`: agents may be reconnecting, after a restart or while their panel is reloaded. */
export type TeamPresence = 'present' | 'absent' | 'unknown'

/** @param waitedMs how long the message has waited */
export type TeamPresenceOf = (organizationId: string, waitedMs: number) => Promise<TeamPresence>

/** Whether an agent is present. */
export function createTeamPresence(deps: {
  agents: Pick<AgentPresence, 'online' | 'isLeaving'>
  /** Whether a connected agent is not away. */
  isPresent: (organizationId: string, agentId: string) => Promise<boolean>
  isReconnecting: ReconnectWindow['isOpen']
}): TeamPresenceOf {
  const { agents, isPresent, isReconnecting } = deps
  return async (organizationId, waitedMs) => {
    let isLeaving = false
    for (const id of agents.online(organizationId)) {
      if (!(await isPresent(organizationId, id))) continue
      if (!agents.isLeaving(organizationId, id)) return 'present'
      isLeaving = true
    }
    return isLeaving || isReconnecting(waitedMs) ? 'unknown' : 'absent'
  }
}
