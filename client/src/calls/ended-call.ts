import type { CallView } from '@parley/protocol/call-view'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { Result } from '../connection/result.ts'
import type { AgentCallSession } from './call-signaling.ts'
import { savedCall } from './saved-call.ts'

/**
 * The call that ended in this window last. The server may still show it as live: it is ended there, not resumed, unless
 * another window has joined it.
 */
export interface EndedCall {
  /** `peers`: ids with which this tab has joined the call; null: unknown. */
  set: (id: string, peers?: string | null) => void
  /** The agent accepts a call, which may be the same one. */
  forget: () => void
  /** Ends a call on the server that is over in this window. */
  end: (id: string, peers?: string | null) => Promise<void>
  /** Takes a live call that does not run here. Returns false unless it is the ended one, which is ended again. */
  endAgain: (call: CallView) => boolean
  /** Waits for the result of the `call.end` of the last `set`. The call is not ended again meanwhile. */
  confirm: (request: Promise<Result<CallView>>) => Promise<Result<CallView>>
}

/** Whether the call continues: a colleague has taken it before, and may transfer it back, or another window has it. */
export const isContinued = (answer: Result<CallView>): boolean =>
  !answer.ok && (answer.code === 'call_transferred' || answer.code === 'call_elsewhere')

export function createEndedCall(session: Pick<AgentCallSession, 'platform' | 'request'>): EndedCall {
  let ended: { id: string; peers: string | null; isPending: boolean } | null = null

  async function confirm(request: Promise<Result<CallView>>) {
    const own = ended
    if (own) own.isPending = true
    const answer = await request
    if (own) own.isPending = false
    if (own === ended && isContinued(answer)) ended = null
    return answer
  }

  /** If the socket is lost, the next desk shows whether the call must still be ended. */
  async function send() {
    const own = ended
    if (!own || own.isPending) return
    const request = () => session.request('call.end', { call_id: own.id })
    await confirm(
      retryUntilSettled(session.platform, async () =>
        own === ended ? request() : { ok: false, code: 'disconnected' },
      ),
    )
  }

  return {
    set(id, peers = savedCall.get()) {
      if (ended?.id !== id || ended.peers !== peers) ended = { id, peers, isPending: false }
    },
    forget: () => void (ended = null),
    end(id, peers = savedCall.get()) {
      ended = { id, peers, isPending: false }
      return send()
    },
    endAgain({ id, peers }) {
      // Before the first join after a transfer, the saved ids contain "null".
      const isEnded = id === ended?.id && (ended.peers?.includes(`${peers.agent}`) ?? true)
      if (isEnded) void send()
      else ended = null
      return isEnded
    },
    confirm,
  }
}
