import type { OfferOutcome } from '@parley/protocol/call'
import type { Actor } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { CallEvents } from './call-events.ts'
import {
  after,
  callRecord,
  finish,
  nextDeadline,
  notAllowed,
  type CallEnd,
  type CallRow,
  type CallUpdate,
} from './call-state.ts'
import type { CallKey } from './call-keys.ts'
import { limitLockWait } from './lock-wait.ts'
import type { LockedCall } from './locked-call.ts'
import { lockCall, updateCall } from './call-store.ts'
import { teamOf } from './call-teams.ts'
import { isSeen } from './desk-presence.ts'
import { lockDesk, possibleAgents, updateDesk } from './desk-store.ts'
import type { Matching } from './matching.ts'
import { endOffer, offersOf, setOfferExpiry, type OfferRow } from './offer-store.ts'
import {
  afterOffer,
  awaitsReconnect,
  deskAfter,
  isConnected,
  keptRingSeconds,
  waitedFor,
  type WaitingCall,
} from './routing.ts'
import { transferStep } from './transfer-state.ts'
import { createTransferChanges, type TransferChangeDeps } from './transfer-changes.ts'
import { createTransferRings, type TransferRingDeps } from './transfer-rings.ts'
import { openTransfer, type TransferRow } from './transfer-store.ts'

export interface CallChangeDeps {
  log: EventLog
  clock: Clock
  events: CallEvents
  matching: Matching
  actAt: (moment: string, freedIn?: string) => void
  openConversation: (trx: Transaction, customerId: string) => Promise<string | null>
  followCall: TransferChangeDeps['followCall']
  teamMembers: TransferRingDeps['teamMembers']
  onOfferEnd: (outcome: OfferOutcome) => void
  onEnd: (call: CallRow) => void
}

export type CallChanges = ReturnType<typeof createCallChanges>

/**
 * Every change of a call is one transaction that locks the customer's log first (core/event-log.ts), then the call, then
 * desks. Changes are published after the commit.
 */
export function createCallChanges(deps: CallChangeDeps) {
  const { log, clock, matching } = deps
  const transfers = createTransferChanges({ ...deps, update, wrapUp })
  const rings = createTransferRings(deps)

  /**
   * @param maxLockWaitMs instead of the connection's `lock_timeout`
   * @throws AppError not_found
   */
  async function change<T>(
    key: CallKey,
    work: (locked: LockedCall) => Promise<T>,
    maxLockWaitMs?: number,
  ): Promise<T> {
    const collected = deps.events.collect()
    const ends: CallRow[] = []
    const answer = await log.transact(async (tx) => {
      if (maxLockWaitMs !== undefined) await limitLockWait(tx.db, maxLockWaitMs)
      const head = await tx.lock(key.organization_id, key.customer_id)
      const call = head && (await lockCall(tx.db, key))
      if (!call) throw new AppError('not_found')
      const { id } = call
      let offers: Promise<OfferRow[]> | undefined
      const locked: LockedCall = { tx, head, collected, call, offers: () => (offers ??= offersOf(tx.db, id)) }
      const result = await work(locked)
      if (call.phase !== 'over' && locked.call.phase === 'over') ends.push(locked.call)
      return result
    })
    collected.publish()
    for (const call of ends) {
      deps.onEnd(call)
      // Its agent is free now or after wrap-up.
      matching.matchSoon(call.organization_id)
    }
    return answer
  }

  async function update(locked: LockedCall, fields: CallUpdate): Promise<void> {
    locked.call = await updateCall(locked.tx.db, locked.call.id, fields)
    locked.collected.call(locked.call)
  }

  const ringing = async ({ call, offers }: LockedCall): Promise<OfferRow | undefined> =>
    call.phase === 'ringing' ? (await offers()).find(({ outcome }) => outcome === 'ringing') : undefined

  async function closeOffer(
    locked: LockedCall,
    offer: OfferRow,
    outcome: Exclude<OfferOutcome, 'ringing'>,
  ): Promise<void> {
    const { db, now } = locked.tx
    await endOffer(db, offer.id, outcome, now)
    offer.outcome = outcome
    offer.ended_at = now
    locked.collected.agent(locked.call.organization_id, offer.agent_id)
    deps.onOfferEnd(outcome)
  }

  /** Ends a call and appends its log entry (SPEC C6, spec 6). Nothing else sets the phase `over`. */
  async function end(locked: LockedCall, how: CallEnd): Promise<void> {
    const { tx, call } = locked
    if (call.phase === 'over') throw new Error('The call has already ended')
    const offer = await ringing(locked)
    if (offer) await closeOffer(locked, offer, 'withdrawn')
    const transfer = await transferOf(locked)
    if (transfer) await transfers.close(locked, transfer, 'withdrawn')
    await update(locked, finish(call, how, tx.now))
    if (call.accepted_at !== null && call.agent_id !== null) await wrapUp(locked, call.agent_id)
    const record = callRecord(locked.call)
    tx.append(locked.head, [
      {
        type: record.status === 'ended' ? 'call.ended' : 'call.missed',
        audience: 'both',
        conversation_id: await deps.openConversation(tx.db, call.customer_id),
        actor: actorOf(how, call),
        data: record,
      },
    ])
  }

  /** Only a call that is active is transferred. */
  const transferOf = async ({ call, tx }: LockedCall): Promise<TransferRow | undefined> =>
    call.phase === 'active' ? openTransfer(tx.db, call.id) : undefined

  async function wrapUp({ tx, call }: LockedCall, agentId: string): Promise<void> {
    const { wrap_up_seconds: seconds } = call.settings
    const until = after(tx.now, seconds)
    await updateDesk(tx.db, agentId, {
      idle_since: until,
      wrap_up_since: seconds === 0 ? null : tx.now,
      wrap_up_until: seconds === 0 ? null : until,
    })
    if (seconds > 0) deps.actAt(until, call.organization_id)
  }

  const waitingCall = async ({ tx, call, offers }: LockedCall): Promise<WaitingCall> => ({
    ...call,
    team: await teamOf(tx.db, call, deps.teamMembers),
    offers: await offers(),
  })

  /**
   * Keeps a ring that has expired while only reconnecting agents are left; a later sweep decides. If its agent is connected, it rings on.
   * Returns false if nobody is reconnecting.
   */
  async function keepRinging(locked: LockedCall, offer: OfferRow): Promise<boolean> {
    const { tx, call } = locked
    const agents = await possibleAgents(tx.db, call.organization_id, tx.now, clock)
    if (!awaitsReconnect(await waitingCall(locked), offer.agent_id, agents)) return false
    if (isConnected(agents, offer.agent_id)) {
      const until = earlier(after(tx.now, keptRingSeconds), call.queue_until)
      await setOfferExpiry(tx.db, offer.id, until)
      locked.collected.agent(call.organization_id, offer.agent_id)
      deps.actAt(until)
    }
    return true
  }

  /** Closes an unanswered offer: the call is offered to the next agent, or ends. */
  async function passOn(
    locked: LockedCall,
    offer: OfferRow,
    outcome: 'declined' | 'expired' | 'disconnected',
  ): Promise<void> {
    const { tx, call } = locked
    await closeOffer(locked, offer, outcome)
    const desk = await lockDesk(tx.db, call.organization_id, offer.agent_id, tx.now)
    await updateDesk(tx.db, offer.agent_id, deskAfter(desk, outcome, tx.now))
    const agents = await possibleAgents(tx.db, call.organization_id, tx.now, clock)
    const remaining = waitedFor(agents, offer.agent_id)
    const next = afterOffer(await waitingCall(locked), { agent_id: offer.agent_id, outcome }, remaining)
    if (next === 'goes_on') await update(locked, { phase: 'pending' })
    else await end(locked, next)
    // The agent is free for another call, and this call for another agent.
    const rings = await matching.matchWithin(tx.db, call.organization_id, tx.now, locked.collected, agents)
    const rung = rings.get(call.id)
    if (!rung) return
    const offers = await offersOf(tx.db, call.id)
    locked.call = rung
    locked.offers = async () => offers
  }

  /** Applies every deadline of a call that has passed, in the order they fell due (SPEC C7). */
  const settle = (key: CallKey, maxLockWaitMs?: number): Promise<void> =>
    change(key, settleLocked, maxLockWaitMs)

  /** The same within a change of the call. */
  async function settleLocked(locked: LockedCall): Promise<void> {
    const { db, now } = locked.tx
    while (locked.call.phase !== 'over') {
      const offer = await ringing(locked)
      const transfer = await transferOf(locked)
      const deadline = nextDeadline(locked.call)
      const due = deadline !== null && deadline.at <= now ? deadline : null
      if (!locked.head.may_write) {
        await end(locked, notAllowed(locked.call))
      } else if (offer && isOver(offer, due, now) && !(await keepRinging(locked, offer))) {
        await passOn(locked, offer, 'expired')
      } else if (transfer && (await settleTransfer(locked, transfer, due))) {
        // Decided by the transfer.
      } else if (!transfer && locked.call.phase === 'active' && (await rings.ringNext(locked))) {
        // Before a deadline of the first agent: the member may still take the call.
      } else if (due) {
        await end(locked, due.end)
      } else if (offer && !(await isSeen(db, offer.agent_id, clock)) && !(await keepRinging(locked, offer))) {
        await passOn(locked, offer, 'disconnected')
      } else {
        return
      }
    }
  }

  /** Returns whether the transfer has decided what happens. @param due the deadline of the call that has passed */
  async function settleTransfer(
    locked: LockedCall,
    transfer: TransferRow,
    due: ReturnType<typeof nextDeadline>,
  ): Promise<boolean> {
    const { db, now } = locked.tx
    const step = transferStep(transfer, { due, isSeen: await isSeen(db, transfer.to_agent_id, clock), now })
    switch (step) {
      case 'none':
        return false
      case 'complete':
        await transfers.complete(locked, transfer)
        return true
      case 'wait':
        // The ring decides: the first agent is gone, the colleague may still take the call.
        await update(locked, { agent_until: transfer.expires_at })
        return true
      default:
        await transfers.close(locked, transfer, step)
        return true
    }
  }

  return {
    change,
    update,
    ringing,
    keepRinging,
    closeOffer,
    end,
    passOn,
    settle,
    settleLocked,
    transfers,
    rings,
  }
}

const earlier = (moment: string, limit: string | null): string =>
  limit !== null && limit < moment ? limit : moment

/** Whether the ring has expired, and before the deadline of its call that has passed. */
const isOver = ({ expires_at: at }: OfferRow, due: ReturnType<typeof nextDeadline>, now: string): boolean =>
  at <= now && (due === null || at < due.at)

function actorOf({ ended_by: by }: CallEnd, { agent_id: agentId }: CallRow): Actor {
  if (by === 'customer') return { type: 'customer' }
  return by === 'agent' && agentId !== null ? { type: 'agent', id: agentId } : { type: 'system' }
}
