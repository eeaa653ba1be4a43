import type { Follower } from './fan-out.ts'
import type { SocketSession } from './socket-session.ts'

const pingEvery = 25
const silenceLimit = 60_000

/** What the heartbeat has to know of a kind of socket. */
export interface HeartbeatSource {
  sessions: Iterable<SocketSession<unknown>>
  followersOf(session: SocketSession<unknown>): Iterable<Follower>
}

/**
 * Every session is looked at once in 25 s, a twenty-fifth of them each second, so that neither pings nor the
 * reads that heal lost hints come in one lump (SPEC B1, L5).
 */
export function startHeartbeat(deps: {
  sources: HeartbeatSource[]
  now: () => number
  catchUp: (followers: Follower[]) => Promise<void>
  settle: (follower: Follower) => void
  onSurprise: (error: unknown) => void
}): { stop(): void } {
  let slot = 0
  const beat = () => {
    slot = (slot + 1) % pingEvery
    const behind: Follower[] = []
    for (const source of deps.sources) {
      for (const session of source.sessions) {
        if (session.number % pingEvery !== slot) continue
        if (deps.now() - session.heardAt > silenceLimit) {
          session.close('heartbeat_lost')
          continue
        }
        let seq = 0
        for (const follower of source.followersOf(session)) {
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
