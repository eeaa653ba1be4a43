import type { AgentPresence } from '../../realtime/presence/agent-presence.ts'

/** `present`: an agent is connected and not away. `unknown`: agents may be reconnecting, after a restart or while their panel is reloaded. */
export type TeamPresence = 'present' | 'absent' | 'unknown'

/** Panels in hidden tabs retry after up to 30 s, and some browsers add to that. */
export const reconnectMs = 45_000

/** How long one message waits for panels of other processes: one that stops again and again must not delay it for ever. */
export const maxPeerWaitMs = 120_000

/** Whether an agent is present. Nobody is absent while panels may be reconnecting from a process that has stopped. */
export function createTeamPresence(deps: {
  agents: Pick<AgentPresence, 'online' | 'isLeaving' | 'onPeers'>
  /** Whether a connected agent is not away. */
  isPresent: (organizationId: string, agentId: string) => Promise<boolean>
  /** Monotonic (ms). */
  now: () => number
}) {
  const { agents, isPresent, now } = deps
  let ownPanelsAt = 0
  let peerPanelsAt = 0
  return {
    /** @param waitedMs how long the message has waited */
    async of(organizationId: string, waitedMs: number): Promise<TeamPresence> {
      let isLeaving = false
      for (const id of agents.online(organizationId)) {
        if (!(await isPresent(organizationId, id))) continue
        if (!agents.isLeaving(organizationId, id)) return 'present'
        isLeaving = true
      }
      if (isLeaving || now() < ownPanelsAt) return 'unknown'
      return now() < peerPanelsAt && waitedMs < maxPeerWaitMs ? 'unknown' : 'absent'
    },
    start() {
      ownPanelsAt = now() + reconnectMs
    },
    /** Stops following other processes. */
    close: agents.onPeers({
      left() {
        peerPanelsAt = now() + reconnectMs
      },
    }),
  }
}
