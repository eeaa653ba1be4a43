import type { Failure } from '@parley/client/connection/result'
import { retryUntilSettled } from '@parley/client/connection/retry-until-settled'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { Results } from '@parley/protocol/upstream'

const stopped: Failure = { ok: false, code: 'disconnected' }

/**
 * Repeats a read until it succeeds, is refused or the connection is lost, and passes its value on.
 *
 * @returns stops repeating it
 */
export function repeatRead<M extends 'survey.read' | 'customer.contact'>(
  { platform, request }: Pick<WidgetSession, 'platform' | 'request'>,
  method: M,
  onValue: (value: Results[M]) => void,
): () => void {
  let isWanted = true
  const read = async () => {
    const answer = await retryUntilSettled(platform, async () => (isWanted ? request(method, {}) : stopped))
    if (answer.ok) onValue(answer.value)
  }
  void read()
  return () => void (isWanted = false)
}
