import type { LogHead, LogTransaction } from '../../core/event-log.ts'
import type { LockedCall } from './locked-call.ts'
import { handOver, type CallUpdate } from './call-state.ts'
import { updateTransfer, type TransferRow } from './transfer-store.ts'

export interface TransferChangeDeps {
  update: (locked: LockedCall, fields: CallUpdate) => Promise<void>
  wrapUp: (locked: LockedCall, agentId: string) => Promise<void>
  actAt: (moment: string) => void
  /** Assigns the customer's open conversation, if there is one, to the agent who has the call now. */
  followCall: (tx: LogTransaction, head: LogHead, to: { agentId: string; by: string }) => Promise<unknown>
}

export type TransferOutcome = 'declined' | 'expired' | 'disconnected' | 'cancelled' | 'withdrawn'
export type TransferChanges = ReturnType<typeof createTransferChanges>

/** Changes of a transfer under the lock of its call. */
export function createTransferChanges(deps: TransferChangeDeps) {
  /** Both agents receive their desk. */
  function collect({ collected, call }: LockedCall, transfer: TransferRow): void {
    collected.agent(call.organization_id, transfer.from_agent_id)
    collected.agent(call.organization_id, transfer.to_agent_id)
  }

  async function setState(
    locked: LockedCall,
    transfer: TransferRow,
    state: TransferOutcome | 'completed',
    passOn = false,
  ): Promise<void> {
    const { db, now } = locked.tx
    collect(locked, await updateTransfer(db, transfer.id, { state, ended_at: now, pass_on: passOn }))
  }

  return {
    collect,
    /** The first agent keeps the call, and the customer stays on hold until they resume it. In a team, another member may be rung. */
    async close(locked: LockedCall, transfer: TransferRow, outcome: TransferOutcome): Promise<void> {
      const { now } = locked.tx
      const isUnanswered = outcome === 'declined' || outcome === 'expired' || outcome === 'disconnected'
      const passOn = isUnanswered && transfer.team_until !== null && transfer.team_until > now
      await setState(locked, transfer, outcome, passOn)
      if (passOn) deps.actAt(now)
    },

    /** The colleague has the call from now on. The hold ends when their browser joins. */
    async complete(locked: LockedCall, transfer: TransferRow): Promise<void> {
      const { tx, head, call } = locked
      const { from_agent_id: from, to_agent_id: to } = transfer
      await setState(locked, transfer, 'completed')
      const update = handOver(call, to, tx.now)
      await deps.update(locked, update)
      await deps.wrapUp(locked, from)
      await deps.followCall(tx, head, { agentId: to, by: from })
      if (update.agent_until) deps.actAt(update.agent_until)
    },
  }
}
