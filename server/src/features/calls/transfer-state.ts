import type { CallEnd } from './call-state.ts'
import type { TransferRow } from './transfer-store.ts'

/**
 *   none      nothing is due; the call's own deadline applies
 *   wait      the first agent is gone, but the ring is not over: the call waits for it
 *   complete  the first agent is gone during the private talk: the colleague, who knows about the call, takes it
 *   expired, disconnected   the colleague did not answer, or is gone: the first agent keeps the call
 */
export type TransferStep = 'none' | 'wait' | 'complete' | 'expired' | 'disconnected'

/**
 * What is due for an open transfer (SPEC C20).
 * @param due the call's deadline that has passed
 * @param isSeen whether a panel of the colleague is open or within its reconnect grace
 */
export function transferStep(
  transfer: Pick<TransferRow, 'kind' | 'state' | 'expires_at'>,
  { due, isSeen, now }: { due: { at: string; end: CallEnd } | null; isSeen: boolean; now: string },
): TransferStep {
  const isRinging = transfer.state === 'ringing'
  const agentIsGone = due?.end.reason === 'agent_disconnected'
  if (due && !agentIsGone) return 'none'
  if (!isSeen) return 'disconnected'
  if (isRinging && transfer.expires_at <= now) return 'expired'
  if (!agentIsGone) return 'none'
  if (!isRinging) return 'complete'
  // Nobody would be there for the talk.
  return transfer.kind === 'blind' ? 'wait' : 'none'
}
