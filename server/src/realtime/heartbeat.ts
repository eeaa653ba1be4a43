import type { Follower } from './fan-out.ts'
import type { AnySession } from './socket-session.ts'

const pingIntervalSeconds = 25
const silenceTimeoutMs = 60_000

/**
 * Pings each session every 25 s, closes silent ones and repairs lost hints (SPEC B1, L5). One 25th of the sessions per
 * second, to spread the load.
 */
export function startHeartbeat(deps: {
  /** One collection per kind of socket. */
  sessions: Iterable<AnySession>[]
  catchUp: (followers: Follower[]) => Promise<void>
  settle: (follower: Follower) => void
  onError: (error: unknown) => void
}): { stop(): void } {
  let slot = 0
  const tick = () => {
    slot = (slot + 1) % pingIntervalSeconds
    const behind: Follower[] = []
    for (const sessions of deps.sessions) {
      for (const session of sessions) {
        if (session.number % pingIntervalSeconds !== slot) continue
        if (performance.now() - session.heardAt > silenceTimeoutMs) {
          session.close('heartbeat_lost')
          continue
        }
        let seq = 0
        for (const follower of session.followers()) {
          deps.settle(follower)
          behind.push(follower)
          seq = follower.position
        }
        session.notify('ping', { seq })
      }
    }
    void deps.catchUp(behind).catch(deps.onError)
  }
  const timer = setInterval(tick, 1000)
  return { stop: () => clearInterval(timer) }
}
