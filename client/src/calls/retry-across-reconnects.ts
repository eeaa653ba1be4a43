import type { Result } from '../connection/result.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { CallSession } from './call-signaling.ts'

/** Repeats the request on the next socket if this one is lost: a call must end even then. */
export async function retryAcrossReconnects<T>(
  session: Pick<CallSession, 'platform' | 'state'>,
  request: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const answer = await retryUntilSettled(session.platform, request)
  if (answer.ok || answer.code !== 'disconnected') return answer
  await new Promise<void>((resolve) => {
    const unsubscribe = session.state.subscribe(() => {
      if (session.state.get().name !== 'ready') return
      unsubscribe()
      resolve()
    })
  })
  return retryAcrossReconnects(session, request)
}
