import type { CallJoinParams, CallTransferParams, CallTransferTeamParams } from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import type { CallChanges } from './call-changes.ts'
import type { FindCallKey } from './call-keys.ts'
import type { LockedCall } from './locked-call.ts'
import type { Party } from './call-party.ts'
import { setHeld } from './call-state.ts'
import { refuseOther, refuseOver, refuseReplaced, type ChangeOwnCall } from './calls.ts'
import { updateDesk } from './desk-store.ts'
import { maxTransfersOfCall, type TransferRingDeps } from './transfer-rings.ts'
import {
  openTransfer,
  stopPassingOn,
  transfersOf,
  updateTransfer,
  type TransferRow,
} from './transfer-store.ts'

export interface TransferDeps {
  db: Database
  changes: CallChanges
  changeOwn: ChangeOwnCall
  findKey: FindCallKey
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
  teamMembers: TransferRingDeps['teamMembers']
}

type Agent = Party & { side: 'agent' }

/** A colleague, or the members of a team. */
export type TransferTarget = CallTransferParams | CallTransferTeamParams

export type Transfers = ReturnType<typeof createTransfers>

/** Commands on transfers (SPEC C20, docs/decisions/call-transfer.md). */
export function createTransfers(deps: TransferDeps) {
  const { db, changes } = deps
  const { transfers: transferChanges } = changes

  /**
   * Rings a colleague, or a member of a team, and puts the customer on hold. A repeat has no effect.
   * @throws AppError not_found (also for an unknown agent or team), call_over, call_elsewhere, call_not_active, transfer_live,
   *   agent_unavailable, rate_limited
   */
  async function start(agent: Agent, params: TransferTarget, peer: string | null): Promise<void> {
    await requireTarget(agent.organizationId, params)
    await deps.changeOwn(agent, params.call_id, async (locked) => {
      const { call, tx } = locked
      refuseOver(call)
      refuseOther(call, agent, peer)
      if (call.phase !== 'active') throw new AppError('call_not_active')
      const earlier = await transfersOf(tx.db, call.id)
      const open = earlier.find(isLive)
      if (open && isRepeat(open, params)) return
      if (open) throw new AppError('transfer_live')
      if (earlier.length >= maxTransfersOfCall) throw new AppError('rate_limited')
      await stopPassingOn(tx.db, call.id)
      const from = agent.agentId
      const rung =
        'team_id' in params
          ? await changes.rings.ringTeam(locked, params.team_id, from)
          : await changes.rings.ring(locked, {
              agentId: params.agent_id,
              kind: params.kind,
              from,
              team: null,
            })
      if (rung === null) throw new AppError('agent_unavailable')
      await changes.update(locked, setHeld(call, true, tx.now))
    })
  }

  /** @throws AppError not_found */
  async function requireTarget(organizationId: string, params: TransferTarget): Promise<void> {
    const exists =
      'team_id' in params
        ? isId(params.team_id) && (await deps.teamMembers(db, organizationId, params.team_id)) !== undefined
        : isId(params.agent_id) && (await deps.agentExists(organizationId, params.agent_id))
    if (!exists) throw new AppError('not_found')
  }

  /** @throws AppError not_found */
  async function ofAgent<T>(
    agent: Agent,
    callId: string,
    work: (locked: LockedCall, mine: TransferRow[]) => Promise<T>,
  ): Promise<T> {
    const key = await deps.findKey(agent.organizationId, callId)
    return changes.change(key, async (locked) => {
      const transfers = await transfersOf(locked.tx.db, key.id)
      const mine = transfers.filter((one) => sideOf(one, agent) !== null)
      if (mine.length === 0) throw new AppError('not_found')
      return work(locked, mine)
    })
  }

  /** The rung agent accepts: takes the call, or begins the private talk. Idempotent. @throws AppError not_found, transfer_gone */
  const accept = (agent: Agent, callId: string): Promise<void> =>
    ofAgent(agent, callId, async (locked, mine) => {
      const { db: trx, now } = locked.tx
      const toMe = mine.filter((one) => one.to_agent_id === agent.agentId)
      if (toMe.length === 0) throw new AppError('not_found')
      const last = toMe.at(-1)
      if (
        last?.state === 'talking' ||
        (last?.state === 'completed' && locked.call.agent_id === agent.agentId)
      )
        return
      if (last?.state !== 'ringing' || last.expires_at <= now) throw new AppError('transfer_gone')
      await updateDesk(trx, agent.agentId, { missed_in_a_row: 0 })
      if (last.kind === 'blind') return transferChanges.complete(locked, last)
      transferChanges.collect(locked, await updateTransfer(trx, last.id, { state: 'talking' }))
    })

  /** The first agent gives the call to the colleague they talk to. Idempotent. @throws AppError not_found, transfer_gone */
  const complete = (agent: Agent, callId: string): Promise<void> =>
    ofAgent(agent, callId, async (locked, mine) => {
      const last = mine.findLast((one) => one.from_agent_id === agent.agentId)
      if (!last) throw new AppError('not_found')
      if (last.state === 'completed') return
      if (last.state !== 'talking') throw new AppError('transfer_gone')
      await transferChanges.complete(locked, last)
    })

  /** The first agent cancels, or the colleague declines or leaves the talk. No effect on an ended one. @throws AppError not_found */
  const end = (agent: Agent, callId: string): Promise<void> =>
    ofAgent(agent, callId, async (locked, mine) => {
      const open = mine.find(isLive)
      if (open)
        await transferChanges.close(locked, open, sideOf(open, agent) === 'from' ? 'cancelled' : 'declined')
      // Between two rings of a team transfer, none is open.
      else if (mine.some((one) => one.pass_on && one.from_agent_id === agent.agentId))
        await stopPassingOn(locked.tx.db, locked.call.id)
    })

  /** A side of the private talk joins with a new peer connection. @throws AppError not_found, transfer_gone, call_elsewhere */
  const join = (agent: Agent, params: CallJoinParams): Promise<TransferRow> =>
    ofAgent(agent, params.call_id, async (locked) => {
      const open = await openTransfer(locked.tx.db, locked.call.id)
      const side = open && sideOf(open, agent)
      if (!open || !side || open.state !== 'talking') throw new AppError('transfer_gone')
      refuseReplaced(open[`${side}_peer`], params)
      const joined = await updateTransfer(locked.tx.db, open.id, { [`${side}_peer`]: params.peer })
      transferChanges.collect(locked, joined)
      return joined
    })

  return { start, accept, complete, end, join }
}

const isRepeat = (open: TransferRow, params: TransferTarget): boolean =>
  'team_id' in params
    ? open.team_id === params.team_id
    : open.team_id === null && open.to_agent_id === params.agent_id && open.kind === params.kind

const isLive = ({ state }: TransferRow): boolean => state === 'ringing' || state === 'talking'

export const sideOf = (transfer: TransferRow, { agentId }: { agentId: string }): 'from' | 'to' | null =>
  transfer.from_agent_id === agentId ? 'from' : transfer.to_agent_id === agentId ? 'to' : null
