import type { CallQuality } from '@parley/protocol/call'
import type {
  CallEndParams,
  CallHoldParams,
  CallJoinParams,
  CallPeerParams,
  CallRecordParams,
} from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import { timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import type { CallChanges } from './call-changes.ts'
import type { CallKey, FindCallKey } from './call-keys.ts'
import type { LockedCall } from './locked-call.ts'
import { closeCallBackOf } from './call-back-store.ts'
import { createCallStart, type CallStartDeps } from './call-start.ts'
import {
  accept,
  after,
  connect,
  hangUp,
  mayRecord,
  setHeld,
  setRecording,
  type CallRow,
  type CallUpdate,
} from './call-state.ts'
import type { Party } from './call-party.ts'
import { findCall, keepAlive, setQuality } from './call-store.ts'
import { updateDesk } from './desk-store.ts'
import { handedOverAt, openTransfer, stopPassingOn } from './transfer-store.ts'

export interface CallRuleDeps extends CallStartDeps {
  db: Database
  changes: CallChanges
  findKey: FindCallKey
}

/** Changes a call of this party. @throws AppError not_found, and whatever `work` throws */
export type ChangeOwnCall = (
  party: Party,
  callId: string,
  work: (locked: LockedCall) => Promise<void>,
) => Promise<CallRow>

export type Calls = ReturnType<typeof createCalls>

/** Commands of customers and agents on calls (spec 2.4, SPEC C). Each returns the call as it is afterwards. */
export function createCalls(deps: CallRuleDeps) {
  const { db, changes } = deps

  /** @throws AppError not_found (SPEC C12), call_transferred for the agent who handed it over */
  async function own(party: Party, callId: string): Promise<CallRow> {
    const call = isId(callId) ? await findCall(db, callId) : undefined
    if (!call || call.organization_id !== party.organizationId) throw new AppError('not_found')
    await requireTheirs(db, party, call)
    return call
  }

  /** @throws AppError not_found, call_transferred */
  async function requireTheirs(reader: Database | Transaction, party: Party, call: CallRow): Promise<void> {
    if (isTheirs(party, call)) return
    const isFormer = party.side === 'agent' && (await handedOverAt(reader, call.id, party.agentId)) !== null
    throw new AppError(isFormer ? 'call_transferred' : 'not_found')
  }

  const changeOwn: ChangeOwnCall = async (party, callId, work) =>
    changes.change(await keyFor(party, callId), async (locked) => {
      await requireTheirs(locked.tx.db, party, locked.call)
      await work(locked)
      return locked.call
    })

  /** A customer's calls belong to their log. @throws AppError not_found */
  async function keyFor(party: Party, callId: string): Promise<CallKey> {
    if (party.side === 'agent') return deps.findKey(party.organizationId, callId)
    if (!isId(callId)) throw new AppError('not_found')
    return { id: callId, organization_id: party.organizationId, customer_id: party.customerId }
  }

  /** @throws AppError not_found, offer_gone (SPEC C4) */
  async function acceptOffer(agent: Party & { side: 'agent' }, params: CallPeerParams): Promise<CallRow> {
    const { agentId, organizationId } = agent
    const key = await deps.findKey(organizationId, params.call_id)
    const call = await changes.change(key, async (locked) => {
      const { now, db: trx } = locked.tx
      const { call } = locked
      if (!(await locked.offers()).some(({ agent_id }) => agent_id === agentId))
        throw new AppError('not_found')
      const repeated = call.agent_id === agentId && call.agent_peer === params.peer
      if (repeated && (call.phase === 'connecting' || call.phase === 'active')) return call
      const offer = await changes.ringing(locked)
      if (offer?.agent_id !== agentId) throw new AppError('offer_gone')
      // A ring that the next sweep keeps can be accepted before.
      const isOver = offer.expires_at <= now
      const hasWaited = call.queue_until !== null && call.queue_until <= now
      if (isOver && (hasWaited || !(await changes.keepRinging(locked, offer))))
        throw new AppError('offer_gone')
      await changes.closeOffer(locked, offer, 'accepted')
      await updateDesk(trx, agentId, { missed_in_a_row: 0 })
      await changes.update(locked, accept(call, agentId, params.peer, now))
      return locked.call
    })
    if (call.connect_until !== null) deps.actAt(call.connect_until)
    return call
  }

  /** Idempotent for an offer the agent has already declined. @throws AppError not_found, offer_gone */
  async function decline(agent: Party & { side: 'agent' }, callId: string): Promise<void> {
    const key = await deps.findKey(agent.organizationId, callId)
    await changes.change(key, async (locked) => {
      const theirs = (await locked.offers()).filter(({ agent_id }) => agent_id === agent.agentId)
      const last = theirs.at(-1)
      if (!last) throw new AppError('not_found')
      if (last.outcome === 'ringing') await changes.passOn(locked, last, 'declined')
      else if (last.outcome !== 'declined') throw new AppError('offer_gone')
    })
  }

  /** Joins with a new peer connection, e.g. after a page reload (SPEC C10). @throws AppError not_found, call_over, call_elsewhere */
  function join(party: Party, params: CallJoinParams): Promise<CallRow> {
    return changeOwn(party, params.call_id, async (locked) => {
      const { call, tx } = locked
      refuseOver(call)
      refuseReplaced(call[`${party.side}_peer`], params)
      const until = after(tx.now, call.settings.grace_seconds)
      const update: CallUpdate =
        party.side === 'customer'
          ? { customer_peer: params.peer, customer_until: until }
          : {
              agent_peer: params.peer,
              agent_until: until,
              // The first join after a transfer.
              ...(call.agent_peer === null && setHeld(call, false, tx.now)),
            }
      await changes.update(locked, update)
    })
  }

  /** @throws AppError not_found, call_over, call_elsewhere */
  async function connected(party: Party, params: CallPeerParams): Promise<CallRow> {
    const call = await changeOwn(party, params.call_id, async (locked) => {
      const { call, tx } = locked
      refuseOver(call)
      refuseOther(call, party, params.peer)
      if (call.phase !== 'connecting') return
      await changes.update(locked, connect(call, tx.now))
      // They have been reached. The change of the call already invalidates the lists.
      await closeCallBackOf(tx.db, call.customer_id, 'done', tx.now)
    })
    if (call.max_until !== null) deps.actAt(call.max_until)
    return call
  }

  /** Also returns a call that is over, so that the view says so. @throws AppError not_found, call_elsewhere */
  async function alive(party: Party, callId: string, peer: string | null): Promise<CallRow> {
    const id = isId(callId) ? callId : null
    const keep = async (trx: Database | Transaction, now: string) =>
      peer === null || id === null
        ? undefined
        : keepAlive(trx, { id, side: party.side, owner: ownerOf(party), peer, now })
    const kept = await keep(db, timestamp(deps.clock()))
    if (kept) return kept
    const call = await own(party, callId)
    if (call.phase === 'over') return call
    refuseOther(call, party, peer)
    // Another transaction has locked the call, perhaps for long: wait without a connection.
    return changeOwn(party, callId, async (locked) => {
      const keptNow = await keep(locked.tx.db, locked.tx.now)
      if (keptNow) locked.call = keptNow
      else if (locked.call.phase !== 'over') refuseOther(locked.call, party, peer)
    })
  }

  /** Any window of the party may end the call. No effect on a call that is over. @throws AppError not_found */
  const endCall = (party: Party, { call_id: callId, reason }: CallEndParams): Promise<CallRow> =>
    changeOwn(party, callId, async (locked) => {
      if (locked.call.phase !== 'over') await changes.end(locked, hangUp(locked.call, party.side, reason))
    })

  /** @throws AppError not_found, call_over, call_elsewhere, recording_not_allowed (SPEC C14) */
  const record = (
    party: Party & { side: 'agent' },
    params: CallRecordParams,
    peer: string | null,
  ): Promise<CallRow> =>
    changeOwn(party, params.call_id, async (locked) => {
      const { call } = locked
      refuseOver(call)
      refuseOther(call, party, peer)
      if (!mayRecord(call)) throw new AppError('recording_not_allowed')
      if (call.recording_state !== params.state)
        await changes.update(locked, setRecording(call, params.state, locked.tx.now))
    })

  /** @throws AppError not_found, call_over, call_elsewhere, call_not_active, transfer_live (SPEC C19) */
  const hold = (
    party: Party & { side: 'agent' },
    { call_id: callId, held }: CallHoldParams,
    peer: string | null,
  ): Promise<CallRow> =>
    changeOwn(party, callId, async (locked) => {
      const { call, tx } = locked
      refuseOver(call)
      refuseOther(call, party, peer)
      if (call.phase !== 'active') throw new AppError('call_not_active')
      if ((call.held_since !== null) === held) return
      if (!held && (await openTransfer(tx.db, call.id))) throw new AppError('transfer_live')
      if (!held) await stopPassingOn(tx.db, call.id)
      await changes.update(locked, setHeld(call, held, tx.now))
    })

  /** Stores a side's media statistics, also after the end. @throws AppError not_found */
  async function quality(party: Party, callId: string, measured: CallQuality): Promise<void> {
    const call = await own(party, callId)
    await setQuality(db, call.id, party.side, measured)
  }

  return {
    start: createCallStart({ ...deps, join }),
    accept: acceptOffer,
    decline,
    join,
    connected,
    alive,
    end: endCall,
    record,
    hold,
    quality,
    own,
    changeOwn,
  }
}

const ownerOf = (party: Party): string => (party.side === 'customer' ? party.customerId : party.agentId)

const isTheirs = (party: Party, call: CallRow): boolean =>
  call.organization_id === party.organizationId &&
  (party.side === 'customer'
    ? call.customer_id === party.customerId
    : call.accepted_at !== null && call.agent_id === party.agentId)

export function refuseOver(call: CallRow): void {
  if (call.phase === 'over') throw new AppError('call_over')
}

/** A window that returns after another one took over must not take it back. @throws AppError call_elsewhere */
export function refuseReplaced(current: string | null, { peer, previous }: CallJoinParams): void {
  if (previous !== undefined && current !== previous && current !== peer) throw new AppError('call_elsewhere')
}

export function refuseOther(call: CallRow, { side }: Party, peer: string | null): void {
  if (peer === null || call[`${side}_peer`] !== peer) throw new AppError('call_elsewhere')
}
