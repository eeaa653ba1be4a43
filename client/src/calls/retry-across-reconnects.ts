import type { Result } from '../connection/result.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { CallLine } from './call-signaling.ts'

/** Asks again on the next socket where this one was lost: that a call is to end must not be lost with it. */
export async function untilHeard<T>(
  line: Pick<CallLine, 'platform' | 'state'>,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const answer = await retryUntilSettled(line.platform, ask)
  if (answer.ok || answer.code !== 'disconnected') return answer
  await new Promise<void>((resolve) => {
    const unsubscribe = line.state.subscribe(() => {
      if (line.state.get().name !== 'ready') return
      unsubscribe()
      resolve()
    })
  })
  return untilHeard(line, ask)
}
