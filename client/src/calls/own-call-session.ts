import type { Params } from '@parley/protocol/upstream'
import type { ConnectionState } from '../connection/connection-state.ts'
import type { CallSession } from './call-signaling.ts'

/**
 * A session for one call of a panel, which ends the call only while this window has it. A hang-up that is sent on a later
 * socket, or repeated, joins first: another window may have the call by then, for example after a transfer back (SPEC C10).
 * @param peer id of this side's first RTCPeerConnection
 */
export function createOwnCallSession(session: CallSession, peer: string): CallSession {
  let joined = peer
  /** Id of the latest join, which the server may have accepted without a response. */
  let latest = peer
  /** The connection on which this window had the call last. */
  let joinedOn: ConnectionState | null = session.state.get()

  async function join(params: Params['call.join']) {
    latest = params.peer
    const connection = session.state.get()
    const answer = await session.request('call.join', params)
    if (answer.ok) {
      joined = params.peer
      joinedOn = connection
    }
    return answer
  }

  async function end(params: Params['call.end']) {
    if (joinedOn !== session.state.get()) {
      const answer = await join({ call_id: params.call_id, peer: latest, previous: joined })
      // call.end returns the final view of a call that is over.
      if (!answer.ok && answer.code !== 'call_over') return answer
    }
    joinedOn = null
    return session.request('call.end', params)
  }

  const request = (method: string, params: never, timeoutMs?: number) => {
    if (method === 'call.join') return join(params)
    if (method === 'call.end') return end(params)
    return session.request(method as 'call.alive', params, timeoutMs)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the results of the same methods
  return { ...session, request: request as CallSession['request'] }
}
