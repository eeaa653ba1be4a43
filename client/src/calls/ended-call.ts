import type { CallView } from '@parley/protocol/call-view'
import type { Result } from '../connection/result.ts'
import type { AgentCallSession } from './call-signaling.ts'

/** The call that ended in this window last. The server may still show it as live; it is ended there, not resumed. */
export interface EndedCall {
  is: (id: string) => boolean
  set: (id: string) => void
  /** The agent accepts a call, which may be the same one. */
  forget: () => void
  /** Ends a call on the server that is over in this window. */
  end: (id: string) => Promise<void>
  /** Takes the result of `call.end`. Returns whether a colleague has taken the call before, and may transfer it back. */
  isTransferred: (id: string, answer: Result<CallView>) => boolean
}

export function createEndedCall(session: Pick<AgentCallSession, 'request'>): EndedCall {
  let endedId: string | null = null

  function isTransferred(id: string, answer: Result<CallView>) {
    if (answer.ok || answer.code !== 'call_transferred') return false
    if (endedId === id) endedId = null
    return true
  }

  return {
    is: (id) => id === endedId,
    set: (id) => void (endedId = id),
    forget: () => void (endedId = null),
    async end(id) {
      endedId = id
      isTransferred(id, await session.request('call.end', { call_id: id }))
    },
    isTransferred,
  }
}
