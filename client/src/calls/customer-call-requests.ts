import type { CallJoined } from '@parley/protocol/call-view'
import type { Params } from '@parley/protocol/upstream'
import { isTransient, type FailureCode, type Result } from '../connection/result.ts'
import type { CustomerCallSession } from './call-signaling.ts'

/** Starts and ends a customer's calls over lost sockets. */
export interface CustomerCallRequests {
  /**
   * Repeats `call.start` until it is answered. If the customer has left meanwhile, or was told of a timeout by `leave`, it is
   * repeated until it is known whether the server has the call, because then the call has to be ended. Starts are held then.
   */
  start: (
    params: Params['call.start'],
    hasLeft: () => boolean,
    leave: (code: FailureCode) => void,
  ) => Promise<Result<CallJoined>>
  /** While an end is unconfirmed, the former call would block a new one: starts wait for it. */
  holdStarts: () => void
  releaseStarts: () => void
  close: () => void
}

const startTimeoutMs = 15_000
const retryDelayMs = 1_000

export function createCustomerCallRequests(session: CustomerCallSession): CustomerCallRequests {
  const { platform } = session
  let unconfirmedEnds = 0
  let isClosed = false
  let cancelDelay = () => {}

  async function start(
    params: Params['call.start'],
    hasLeft: () => boolean,
    leave: (code: FailureCode) => void,
  ): Promise<Result<CallJoined>> {
    const end = platform.now() + startTimeoutMs
    for (let isSent = false; ;) {
      isSent ||= !unconfirmedEnds
      const answer: Result<CallJoined> = isSent
        ? await session.request('call.start', params)
        : { ok: false, code: 'disconnected' }
      if (answer.ok || !isTransient(answer.code)) return answer
      let delayMs = answer.retryAfter ?? retryDelayMs
      if (!hasLeft() && platform.now() + delayMs > end) {
        unconfirmedEnds++
        leave(answer.code)
        // The requested delay is for this start, not for the next one, which is held.
        delayMs = retryDelayMs
      }
      await new Promise<void>((resolve) => (cancelDelay = platform.after(delayMs, resolve)))
      const isKnown = session.state.get().name === 'ready' && answer.code !== 'timeout'
      if (
        hasLeft() &&
        (isClosed || !isSent || (isKnown && session.entered.get()?.call?.peers.customer !== params.peer))
      )
        return answer
    }
  }

  return {
    start,
    holdStarts: () => void unconfirmedEnds++,
    releaseStarts: () => void unconfirmedEnds--,
    close() {
      isClosed = true
      cancelDelay()
    },
  }
}
