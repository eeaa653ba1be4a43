import type { FailureCode, Result } from '@parley/client/connection/result'
import type { WidgetSession } from '@parley/client/session/widget-session'

type Session = Pick<WidgetSession, 'member' | 'platform' | 'state'>

/** Failures after which the outcome is unknown, or the same request may succeed. */
const repeatedCodes = new Set<FailureCode>(['disconnected', 'timeout', 'unavailable'])
const checkIntervalMs = 1_000
/** As long as the code of a sign-in is valid (SPEC M19). */
const limitMs = 120_000

/** Redeems the code of a social login, also if the connection is lost meanwhile: phones freeze the page behind a popup. */
export const redeemLogin = (
  session: Session & Pick<WidgetSession, 'redeemLogin'>,
  code: string,
  isWanted = () => true,
): Promise<Result<unknown>> =>
  repeatUntilAnswered(
    session,
    () => session.redeemLogin(code),
    () => session.member.get() !== null,
    isWanted,
  )

/** Closes the member's account, also if the connection is lost meanwhile. */
export const closeAccount = (
  session: Session & Pick<WidgetSession, 'closeAccount'>,
  isWanted: () => boolean,
): Promise<Result<unknown>> =>
  repeatUntilAnswered(session, session.closeAccount, () => session.member.get() === null, isWanted)

/** @param isDone whether a request without a response had its effect, which the next connection shows */
async function repeatUntilAnswered(
  { platform, state }: Session,
  send: () => Promise<Result<unknown>>,
  isDone: () => boolean,
  isWanted: () => boolean,
): Promise<Result<unknown>> {
  const until = platform.now() + limitMs
  let sent = false
  while (isWanted() && platform.now() < until) {
    if (state.get().name === 'ready') {
      if (sent && isDone()) return { ok: true, value: null }
      sent = true
      const answer = await send()
      if (answer.ok || !repeatedCodes.has(answer.code)) return answer
    }
    await new Promise<void>((resolve) => void platform.after(checkIntervalMs, resolve))
  }
  return { ok: false, code: 'disconnected' }
}
