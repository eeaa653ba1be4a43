import type { CallSettings } from '@parley/protocol/call-settings'
import type { CallPeerParams, CallStartParams } from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { hasOnlyBegun, type EventLog, type LogHead, type LogTransaction } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import type { CallChangeDeps } from './call-changes.ts'
import type { CallEvents } from './call-events.ts'
import { placeInQueue } from './call-queue.ts'
import { after, type CallRow } from './call-state.ts'
import { conflictingCalls, insertCall, lockStarts, waitingCounts } from './call-store.ts'
import { teamColumns, teamOf, type TeamColumns, type TeamMembers, type TeamOfCaller } from './call-teams.ts'
import type { Party } from './call-party.ts'
import { connectedAgents } from './desk-store.ts'
import type { Matching } from './matching.ts'
import { reachableAgents, type PossibleAgent } from './routing.ts'

export interface Caller {
  organizationId: string
  providerId: string
  customerId: string | null
  /** Keyed hash of the caller's network. */
  network: string
  /** Creates the customer's row and returns its locked head. `born`: the new customer, null if another socket created it first. */
  begin: (tx: LogTransaction) => Promise<{ head: LogHead; born: CustomerBrief | null }>
  /** Outside business hours: new calls are refused. */
  closed?: boolean
}

export type CustomerBrief = { external_id: string; private_agent_id: string | null }

export interface CallStartDeps {
  log: EventLog
  clock: Clock
  events: CallEvents
  matching: Matching
  actAt: (moment: string) => void
  openConversation: CallChangeDeps['openConversation']
  teamMembers: TeamMembers
  teamOfCaller: TeamOfCaller
  customerBrief: (
    tx: LogTransaction,
    organizationId: string,
    customerId: string,
  ) => Promise<CustomerBrief | undefined>
}

/** Retry delay for a caller whose network has too many waiting calls. */
const networkFullRetrySeconds = 20

/** `call.start` (SPEC C1, C2). `join` continues the call of a repeated start with another peer. */
export function createCallStart(
  deps: CallStartDeps & { join: (party: Party, params: CallPeerParams) => Promise<CallRow> },
) {
  const { log } = deps

  /**
   * @throws AppError call_live, calls_off, video_off, consent_missing, customer_blocked, nobody_available (also outside
   *   business hours, and while the provider's queue is full), rate_limited (while the network has too many waiting calls)
   */
  return async function start(
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
      if (caller.closed === true) throw new AppError('nobody_available')
      const customer = born ?? (await deps.customerBrief(tx, organizationId, customerId))
      if (!customer) throw new Error('The log has no customer')
      const agents = await connectedAgents(tx.db, organizationId, tx.now, deps.clock)
      const target = {
        organization_id: organizationId,
        dedicated_agent_id: customer.private_agent_id,
        settings,
        ...(await columnsOf(tx, caller, settings)),
      }
      if (settings.nobody === 'message' && (await reachable(tx, target, agents)).length === 0)
        throw new AppError('nobody_available')
      const made = await insertCall(tx.db, {
        ...target,
        id: newId(),
        customer_id: customerId,
        provider_id: caller.providerId,
        external_id: customer.external_id,
        client_id: params.client_id,
        video: settings.mode === 'video',
        consent,
        customer_peer: params.peer,
        network: caller.network,
        queue_round: await roundOf(tx, caller),
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
      if (call.team_until !== null) deps.actAt(call.team_until)
      // An agent may have become free during the transaction.
      if (call.phase === 'pending') deps.matching.matchSoon(call.organization_id)
    } else if (call.phase !== 'over' && call.customer_peer !== params.peer) {
      const party: Party = {
        side: 'customer',
        organizationId: caller.organizationId,
        customerId: call.customer_id,
      }
      return { call: await deps.join(party, { call_id: call.id, peer: params.peer }), begun }
    }
    return answer
  }

  async function columnsOf(tx: LogTransaction, caller: Caller, settings: CallSettings): Promise<TeamColumns> {
    const teamId = settings.ring === 'everyone' ? null : await deps.teamOfCaller(tx.db, caller)
    return teamColumns(teamId, settings, tx.now)
  }

  /** Agents at whom the new call may ring. */
  async function reachable(
    tx: LogTransaction,
    call: TeamColumns & Pick<CallRow, 'organization_id' | 'dedicated_agent_id' | 'settings'>,
    agents: PossibleAgent[],
  ): Promise<PossibleAgent[]> {
    if (call.settings.ring !== 'team_only') return agents
    return reachableAgents({ ...call, team: await teamOf(tx.db, call, deps.teamMembers) }, agents)
  }

  /** Returns the new call's round. The lock is held until the commit, so that concurrent starts cannot exceed the limits. */
  async function roundOf(
    tx: LogTransaction,
    { organizationId, providerId, network }: Caller,
  ): Promise<number> {
    await lockStarts(tx.db, organizationId)
    const place = placeInQueue(await waitingCounts(tx.db, { organizationId, providerId, network }))
    if (place.result === 'queued') return place.round
    if (place.result === 'provider_full') throw new AppError('nobody_available')
    throw new AppError('rate_limited', { retryAfter: networkFullRetrySeconds })
  }
}

/** Returns the locked head of the caller's log; creates the customer if needed. */
export async function headOf(tx: LogTransaction, caller: Caller): ReturnType<Caller['begin']> {
  if (caller.customerId === null) return caller.begin(tx)
  const head = await tx.lock(caller.organizationId, caller.customerId)
  if (!head) throw new AppError('not_found')
  return { head, born: null }
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
