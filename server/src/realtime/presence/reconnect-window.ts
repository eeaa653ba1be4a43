import type { AgentPresence } from './agent-presence.ts'

/** Panels in hidden tabs retry after up to 30 s, and some browsers add to that. */
export const reconnectMs = 45_000

/** How long one thing waits for panels of other processes: one that stops again and again must not delay it for ever. */
export const maxPeerWaitMs = 120_000

export interface ReconnectWindow {
  /** Whether agents who are offline may be reconnecting. @param waitedMs how long the thing that depends on it has waited */
  isOpen(waitedMs: number): boolean
  /** Called when the service starts: all panels reconnect. */
  start(): void
  /** Stops following other processes. */
  close(): void
}

/** Nobody is absent while panels may be reconnecting from a process that has stopped. */
export function createReconnectWindow(deps: {
  onPeers: AgentPresence['onPeers']
  /** Monotonic (ms). */
  now: () => number
}): ReconnectWindow {
  const { onPeers, now } = deps
  let ownPanelsAt = 0
  let peerPanelsAt = 0
  return {
    isOpen: (waitedMs) => now() < ownPanelsAt || (now() < peerPanelsAt && waitedMs < maxPeerWaitMs),
    start() {
      ownPanelsAt = now() + reconnectMs
    },
    close: onPeers({
      left() {
        peerPanelsAt = now() + reconnectMs
      },
    }),
  }
}
