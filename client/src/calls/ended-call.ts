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
  /** The agent takes the call over from this connection of another window. */
  takeOver: (id: string, peer: string | null) => void
  /** Ends a call on the server that is over in this window. */
  end: (id: string, peers?: string | null) => Promise<void>
  /** Ends a call that runs in another window, on this connection. */
  endElsewhere: (id: string, peer: string | null | undefined) => Promise<void>
  /** Takes a live call that does not run here. Returns false unless it is the ended one, which is ended again. */
  endAgain: (call: CallView) => boolean
  /** Waits for the result of the `call.end` of the last `set`. The call is not ended again meanwhile. */
  confirm: (request: Promise<Result<CallView>>) => Promise<Result<CallView>>
}

/** Whether the call continues: a colleague has taken it before, and may transfer it back, or another window has it. */
export const isContinued = (answer: Result<CallView>): boolean =>
  !answer.ok && (answer.code === 'call_transferred' || answer.code === 'call_elsewhere')

/** A later end would cut off a conversation that has continued in the other window. */
const maxEndDelayMs = 30_000

interface Ended {
  id: string
  peers: string | null
  /** Of these, the connection that has the call, once a desk has shown it. */
  latest: string | null
  endedAt: number
  isPending: boolean
}

export function createEndedCall(session: Pick<AgentCallSession, 'platform' | 'request'>): EndedCall {
  const { platform } = session
  let ended: Ended | null = null
  /** Ids of the call of another window that was ended or taken over here last, and of its connection there. */
  let elsewhere: string | null = null

  const create = (id: string, peers: string | null): Ended => ({
    id,
    peers,
    latest: peers,
    endedAt: platform.now(),
    isPending: false,
  })
  const isExpired = ({ id, latest, endedAt }: Ended) =>
    platform.now() - endedAt >= maxEndDelayMs && elsewhere !== null && `${id}${latest}`.includes(elsewhere)

  async function confirm(request: Promise<Result<CallView>>) {
    const own = ended
    if (own) own.isPending = true
    const answer = await request
    if (own) own.isPending = false
    if (own === ended && isContinued(answer)) ended = null
    return answer
  }

  function end(id: string, peers: string | null) {
    ended = create(id, peers)
    return send()
  }

  /** If the socket is lost, the next desk shows whether the call must still be ended. */
  async function send() {
    const own = ended
    if (!own || own.isPending) return
    const request = () => session.request('call.end', { call_id: own.id })
    await confirm(
      retryUntilSettled(platform, async () =>
        own === ended && !isExpired(own) ? request() : { ok: false, code: 'disconnected' },
      ),
    )
  }

  return {
    set(id, peers = savedCall.get()) {
      if (ended?.id !== id || ended.peers !== peers) ended = create(id, peers)
    },
    forget: () => void (ended = elsewhere = null),
    takeOver(id, peer) {
      ended = null
      elsewhere = `${id}${peer}`
    },
    end: (id, peers = savedCall.get()) => end(id, peers),
    endElsewhere(id, peer) {
      elsewhere = `${id}${peer}`
      return end(id, `${peer}`)
    },
    endAgain({ id, peers }) {
      if (ended) ended.latest = peers.agent
      // Before the first join after a transfer, the saved ids contain "null".
      const isEnded =
        id === ended?.id && (ended.peers?.includes(`${peers.agent}`) ?? true) && !isExpired(ended)
      if (isEnded) void send()
      else ended = null
      return isEnded
    },
    confirm,
  }
}
