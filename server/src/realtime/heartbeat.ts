import type { Follower } from './fan-out.ts'
import type { AnySession } from './socket-session.ts'

const pingEvery = 25
const silenceLimit = 60_000

/**
 * Every session is looked at once in 25 s, a twenty-fifth of them each second, so that neither pings nor the
 * reads that heal lost hints come in one lump (SPEC B1, L5).
 */
export function startHeartbeat(deps: {
  /** One collection per kind of socket. */
  sessions: Iterable<AnySession>[]
  now: () => number
  catchUp: (followers: Follower[]) => Promise<void>
  settle: (follower: Follower) => void
  onSurprise: (error: unknown) => void
}): { stop(): void } {
  let slot = 0
  const beat = () => {
    slot = (slot + 1) % pingEvery
    const behind: Follower[] = []
    for (const sessions of deps.sessions) {
      for (const session of sessions) {
        if (session.number % pingEvery !== slot) continue
        if (deps.now() - session.heardAt > silenceLimit) {
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
    void deps.catchUp(behind).catch(deps.onSurprise)
  }
  const timer = setInterval(beat, 1000)
  return { stop: () => clearInterval(timer) }
}
