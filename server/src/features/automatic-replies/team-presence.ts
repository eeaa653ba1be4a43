import type { AgentPresence } from '../../realtime/presence/agent-presence.ts'

/** `present`: an agent is connected and not away. `unknown`: agents may still be reconnecting after a restart. */
export type TeamPresence = 'present' | 'absent' | 'unknown'

/** Panels in hidden tabs retry after up to 30 s, and some browsers add to that. */
export const reconnectMs = 45_000

/** Whether an agent is present. Nobody is absent while panels may be reconnecting from a process that has stopped. */
export function createTeamPresence(deps: {
  agents: Pick<AgentPresence, 'online' | 'onPeers'>
  /** Whether a connected agent is not away. */
  isPresent: (organizationId: string, agentId: string) => Promise<boolean>
  /** Monotonic (ms). */
  now: () => number
}) {
  const { agents, isPresent, now } = deps
  let knownAt = 0
  const awaitPanels = () => {
    knownAt = now() + reconnectMs
  }
  return {
    async of(organizationId: string): Promise<TeamPresence> {
      for (const id of agents.online(organizationId))
        if (await isPresent(organizationId, id)) return 'present'
      return now() < knownAt ? 'unknown' : 'absent'
    },
    start: awaitPanels,
    /** Stops following other processes. */
    close: agents.onPeers({ left: awaitPanels }),
  }
}
