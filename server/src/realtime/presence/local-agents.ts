import type { AgentKey } from './agent-presence-store.ts'
import { createHolders } from './holders.ts'

/** A panel that is reloaded is back sooner, maybe in another process, and visitors must not notice. */
const leaveDelayMs = 3_000

/** Agents with sockets in this process, also for 3 s after their last one has closed. */
export function createLocalAgents(on: {
  enter: (agent: AgentKey) => void
  leave: (agent: AgentKey) => void
}) {
  const holders = createHolders(() => {})
  const open = createHolders(() => {})

  function remove(agent: AgentKey): void {
    if (holders.remove(...agent) === 0) on.leave(agent)
  }

  return {
    /** Counts one socket. Returns how to remove it. */
    enter(agent: AgentKey): () => void {
      open.add(...agent)
      if (holders.add(...agent) === 1) on.enter(agent)
      let leaving: NodeJS.Timeout | null = null
      return () => {
        if (leaving) return
        open.remove(...agent)
        leaving = setTimeout(remove, leaveDelayMs, agent).unref()
      }
    },
    has: holders.has,
    all: holders.all,
    /** Whether all of the agent's sockets have closed, less than 3 s ago. */
    isLeaving: (agent: AgentKey): boolean => holders.includes(...agent) && !open.includes(...agent),
  }
}
