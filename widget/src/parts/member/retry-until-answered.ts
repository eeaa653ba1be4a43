import type { FailureCode, Result } from '@parley/client/connection/result'
import type { WidgetSession } from '@parley/client/session/widget-session'

type Session = Pick<WidgetSession, 'member' | 'platform' | 'state'>

/** Failures after which the outcome is unknown, or the same request may succeed. */
const retriedCodes = new Set<FailureCode>(['disconnected', 'timeout', 'unavailable'])
/** Doubles with each attempt. */
const firstDelayMs = 500
/** As long as the code of a sign-in is valid (SPEC M19). */
const redeemLimitMs = 120_000
/** The customer waits in front of a dialog. */
const closeLimitMs = 20_000

/** Redeems the code of a social login, also if the connection is lost meanwhile: phones freeze the page behind a popup. */
export function redeemLogin(
  session: Session & Pick<WidgetSession, 'redeemLogin'>,
  code: string,
  isWanted = () => true,
): Promise<Result<unknown>> {
  const wasMember = session.member.get() !== null
  return retryUntilAnswered(
    session,
    () => session.redeemLogin(code),
    () => !wasMember && session.member.get() !== null,
    isWanted,
    redeemLimitMs,
  )
}

/** Closes the member's account, also if the connection is lost meanwhile. */
export const closeAccount = (
  session: Session & Pick<WidgetSession, 'closeAccount'>,
  isWanted: () => boolean,
): Promise<Result<unknown>> =>
  retryUntilAnswered(
    session,
    session.closeAccount,
    () => session.member.get() === null,
    isWanted,
    closeLimitMs,
  )

/** @param isDone whether a request without a response had its effect, which the next connection shows */
async function retryUntilAnswered(
  { platform, state }: Session,
  send: () => Promise<Result<unknown>>,
  isDone: () => boolean,
  isWanted: () => boolean,
  limitMs: number,
): Promise<Result<unknown>> {
  const until = platform.now() + limitMs
  let delayMs = firstDelayMs
  let sent = false
  while (isWanted() && platform.now() < until) {
    if (state.get().name === 'ready') {
      if (sent && isDone()) return { ok: true, value: null }
      sent = true
      const answer = await send()
      if (answer.ok || !retriedCodes.has(answer.code)) return answer
      delayMs *= 2
    }
    await new Promise<void>((resolve) => void platform.after(delayMs, resolve))
  }
  return { ok: false, code: 'disconnected' }
}
