import type { CallQuality } from '@parley/protocol/call'
import type { CallSettings } from '@parley/protocol/call-settings'
import type {
  CallEndParams,
  CallPeerParams,
  CallRecordParams,
  CallStartParams,
} from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { hasOnlyBegun, type EventLog, type LogHead, type LogTransaction } from '../../core/event-log.ts'
import { isId, newId } from '../../core/ids.ts'
import type { CallChanges, LockedCall, CallChangeDeps } from './call-changes.ts'
import type { CallEvents } from './call-events.ts'
import { accept, after, connect, hangUp, mayRecord, type CallRow, type CallUpdate } from './call-state.ts'
import { conflictingCalls, findCall, insertCall, keepAlive, setQuality } from './call-store.ts'
import { possibleAgents, updateDesk } from './desk-store.ts'
import type { Matching } from './matching.ts'

/** A side of a call: its customer, or the agent who answered it. */
export type Party =
  | { side: 'customer'; organizationId: string; customerId: string }
  | { side: 'agent'; organizationId: string; agentId: string }

export interface Caller {
  organizationId: string
  providerId: string
  customerId: string | null
  /** Creates the customer's row and returns its locked head. `born`: the new customer, null if another socket created it first. */
  begin: (tx: LogTransaction) => Promise<{ head: LogHead; born: CustomerBrief | null }>
}

export type CustomerBrief = { external_id: string; private_agent_id: string | null }

export interface CallRuleDeps {
  db: Database
  log: EventLog
  clock: Clock
  events: CallEvents
  matching: Matching
  changes: CallChanges
  actAt: (moment: string) => void
  openConversation: CallChangeDeps['openConversation']
  customerBrief: (
    tx: LogTransaction,
    organizationId: string,
    customerId: string,
  ) => Promise<CustomerBrief | undefined>
}

export type Calls = ReturnType<typeof createCalls>

/** Commands of customers and agents on calls (spec 2.4, SPEC C). Each returns the call as it is afterwards. */
export function createCalls(deps: CallRuleDeps) {
  const { db, log, changes } = deps

  /** @throws AppError call_live, calls_off, video_off, consent_missing, customer_blocked, nobody_available */
  async function start(
    caller: Caller,
    settings: CallSettings,
    params: CallStartParams,
  ): Promise<{ call: CallRow; begun: boolean }> {
    const collected = deps.events.collect()
    const answer = await log.transact(async (tx) => {
      const { head, born } = await headOf(tx, caller)
      const { repeated, live } = await conflictingCalls(tx.db, head, params.client_id)
      if (repeated) return { call: repeated, begun: false }
      if (!head.may_write) throw new AppError('customer_blocked')
      if (live) throw new AppError('call_live')
      const { organization_id: organizationId, customer_id: customerId } = head
      const consent = consentOf(settings, params)
      const agents = await possibleAgents(tx.db, organizationId, tx.now)
      if (agents.length === 0 && settings.nobody === 'message') throw new AppError('nobody_available')
      const customer = born ?? (await deps.customerBrief(tx, organizationId, customerId))
      if (!customer) throw new Error('The log has no customer')
      const made = await insertCall(tx.db, {
        id: newId(),
        organization_id: organizationId,
        customer_id: customerId,
        provider_id: caller.providerId,
        external_id: customer.external_id,
        client_id: params.client_id,
        settings,
        video: settings.mode === 'video',
        consent,
        dedicated_agent_id: customer.private_agent_id,
        customer_peer: params.peer,
        queue_until: after(tx.now, settings.queue_seconds),
        customer_until: after(tx.now, settings.grace_seconds),
        created_at: tx.now,
      })
      const rings = await deps.matching.matchWithin(tx.db, organizationId, tx.now, collected, agents)
      const call = rings.get(made.id) ?? made
      collected.call(call)
      tx.append(head, [
        {
          type: 'call.started',
          audience: 'both',
          conversation_id: hasOnlyBegun(head) ? null : await deps.openConversation(tx.db, customerId),
          actor: { type: 'customer' },
          data: {
            id: call.id,
            customer_id: customerId,
            provider_id: call.provider_id,
            external_id: call.external_id,
            status: call.phase === 'ringing' ? 'ringing' : 'pending',
            created_at: call.created_at,
          },
        },
      ])
      return { call, begun: true }
    })
    collected.publish()
    const { call, begun } = answer
    if (begun) {
      if (call.queue_until !== null) deps.actAt(call.queue_until)
      // An agent may have become free during the transaction.
      if (call.phase === 'pending') deps.matching.matchSoon(call.organization_id)
    } else if (call.phase !== 'over' && call.customer_peer !== params.peer) {
      const party: Party = {
        side: 'customer',
        organizationId: caller.organizationId,
        customerId: call.customer_id,
      }
      return { call: await join(party, { call_id: call.id, peer: params.peer }), begun }
    }
    return answer
  }

  async function headOf(tx: LogTransaction, caller: Caller): ReturnType<Caller['begin']> {
    if (caller.customerId === null) return caller.begin(tx)
    const head = await tx.lock(caller.organizationId, caller.customerId)
    if (!head) throw new AppError('not_found')
    return { head, born: null }
  }

  /** @throws AppError not_found (SPEC C12) */
  async function own(party: Party, callId: string): Promise<CallRow> {
    const call = isId(callId) ? await findCall(db, callId) : undefined
    if (!call || !isTheirs(party, call)) throw new AppError('not_found')
    return call
  }

  /** @throws AppError not_found, and whatever `work` throws */
  async function changeOwn(
    party: Party,
    callId: string,
    work: (locked: LockedCall) => Promise<void>,
  ): Promise<CallRow> {
    const call = await own(party, callId)
    return changes.change(call, async (locked) => {
      await work(locked)
      return locked.call
    })
  }

  /** @throws AppError not_found, offer_gone (SPEC C4) */
  async function acceptOffer(agent: Party & { side: 'agent' }, params: CallPeerParams): Promise<CallRow> {
    const { agentId, organizationId } = agent
    const key = isId(params.call_id) ? await findCall(db, params.call_id) : undefined
    if (!key || key.organization_id !== organizationId) throw new AppError('not_found')
    const call = await changes.change(key, async (locked) => {
      const { now, db: trx } = locked.tx
      const { call } = locked
      if (!(await locked.offers()).some(({ agent_id }) => agent_id === agentId))
        throw new AppError('not_found')
      const repeated = call.agent_id === agentId && call.agent_peer === params.peer
      if (repeated && (call.phase === 'connecting' || call.phase === 'active')) return call
      const offer = await changes.ringing(locked)
      if (offer?.agent_id !== agentId || offer.expires_at <= now) throw new AppError('offer_gone')
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
    const key = isId(callId) ? await findCall(db, callId) : undefined
    if (!key || key.organization_id !== agent.organizationId) throw new AppError('not_found')
    await changes.change(key, async (locked) => {
      const theirs = (await locked.offers()).filter(({ agent_id }) => agent_id === agent.agentId)
      const last = theirs.at(-1)
      if (!last) throw new AppError('not_found')
      if (last.outcome === 'ringing') await changes.passOn(locked, last, 'declined')
      else if (last.outcome !== 'declined') throw new AppError('offer_gone')
    })
  }

  /** Joins with a new peer connection, e.g. after a page reload (SPEC C10). @throws AppError not_found, call_over */
  function join(party: Party, params: CallPeerParams): Promise<CallRow> {
    return changeOwn(party, params.call_id, async (locked) => {
      const { call, tx } = locked
      refuseOver(call)
      const until = after(tx.now, call.settings.grace_seconds)
      const update: CallUpdate =
        party.side === 'customer'
          ? { customer_peer: params.peer, customer_until: until }
          : { agent_peer: params.peer, agent_until: until }
      await changes.update(locked, update)
    })
  }

  /** @throws AppError not_found, call_over, call_elsewhere */
  async function connected(party: Party, params: CallPeerParams): Promise<CallRow> {
    const call = await changeOwn(party, params.call_id, async (locked) => {
      refuseOver(locked.call)
      refuseOther(locked.call, party, params.peer)
      if (locked.call.phase === 'connecting')
        await changes.update(locked, connect(locked.call, locked.tx.now))
    })
    if (call.max_until !== null) deps.actAt(call.max_until)
    return call
  }

  /** Also returns a call that is over, so that the view says so. @throws AppError not_found, call_elsewhere */
  async function alive(party: Party, callId: string, peer: string | null): Promise<CallRow> {
    if (peer !== null && isId(callId)) {
      const owner = party.side === 'customer' ? party.customerId : party.agentId
      const now = timestamp(deps.clock())
      const kept = await keepAlive(db, { id: callId, side: party.side, owner, peer, now })
      if (kept) return kept
    }
    const call = await own(party, callId)
    if (call.phase !== 'over') refuseOther(call, party, peer)
    return call
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
        await changes.update(locked, { recording_state: params.state })
    })

  /** Stores a side's media statistics, also after the end. @throws AppError not_found */
  async function quality(party: Party, callId: string, measured: CallQuality): Promise<void> {
    const call = await own(party, callId)
    await setQuality(db, call.id, party.side, measured)
  }

  return {
    start,
    accept: acceptOffer,
    decline,
    join,
    connected,
    alive,
    end: endCall,
    record,
    quality,
    own,
  }
}

const isTheirs = (party: Party, call: CallRow): boolean =>
  call.organization_id === party.organizationId &&
  (party.side === 'customer'
    ? call.customer_id === party.customerId
    : call.accepted_at !== null && call.agent_id === party.agentId)

function refuseOver(call: CallRow): void {
  if (call.phase === 'over') throw new AppError('call_over')
}

function refuseOther(call: CallRow, { side }: Party, peer: string | null): void {
  if (peer === null || call[`${side}_peer`] !== peer) throw new AppError('call_elsewhere')
}

/** @throws AppError calls_off, video_off, consent_missing */
function consentOf(
  settings: CallSettings,
  { video, consent, recording: announced }: CallStartParams,
): CallRow['consent'] {
  if (settings.mode === 'off') throw new AppError('calls_off')
  if (video && settings.mode !== 'video') throw new AppError('video_off')
  if (settings.recording === 'off') return 'not_required'
  if (settings.recording !== announced) throw new AppError('consent_missing')
  if (settings.recording === 'notify') return 'not_required'
  if (consent === null) throw new AppError('consent_missing')
  return consent
}
