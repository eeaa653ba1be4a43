import type { OfferOutcome } from '@parley/protocol/call'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { prepared } from '../../core/prepared-statements.ts'
import type { QueuedCall } from './call-queue.ts'
import type { CallRow } from './call-state.ts'
import { callColumns } from './call-store.ts'
import type { TeamColumns } from './call-teams.ts'
import type { PastOffer, WaitingCall } from './routing.ts'

export interface OfferRow {
  id: string
  call_id: string
  agent_id: string
  outcome: OfferOutcome
  offered_at: string
  expires_at: string
  ended_at: string | null
}

const offerTables = (db: Database | Transaction) =>
  (db as Database).withTables<{ call_offer: OfferRow; call: { id: string; phase: string } }>()

/** Oldest first. */
export const offersOf = (db: Database | Transaction, callId: string): Promise<OfferRow[]> =>
  offerTables(db)
    .selectFrom('call_offer')
    .selectAll()
    .where('call_id', '=', callId)
    .orderBy('offered_at')
    .orderBy('id')
    .execute()

export const endOffer = async (
  db: Transaction,
  id: string,
  outcome: Exclude<OfferOutcome, 'ringing'>,
  now: string,
): Promise<unknown> =>
  offerTables(db).updateTable('call_offer').set({ outcome, ended_at: now }).where('id', '=', id).execute()

export const setOfferExpiry = async (db: Transaction, id: string, expiresAt: string): Promise<unknown> =>
  offerTables(db).updateTable('call_offer').set({ expires_at: expiresAt }).where('id', '=', id).execute()

type CallInQueue = Omit<WaitingCall, 'team'> & TeamColumns & QueuedCall

/**
 * Returns an organization's first waiting calls in queue order (call-queue.ts), or the first after another one, with their past
 * offers. Excludes calls past a deadline whose end has not been written yet.
 * @param skipLocked skips locked calls, and locks those it returns
 */
export async function waitingCalls(
  db: Transaction,
  organizationId: string,
  now: string,
  { max, after, skipLocked }: { max: number; after: QueuedCall | undefined; skipLocked: boolean },
): Promise<CallInQueue[]> {
  const isAfter = after
    ? sql`and (c.queue_round, c.created_at, c.id)
        > (${after.queue_round}::int, ${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Omit<CallInQueue, 'offers'> & { offers: PastOffer[] | null }>`
    ${prepared} select c.id, c.queue_round, c.created_at, c.dedicated_agent_id, c.team_id, c.team_until, (
      select json_agg(json_build_object('agent_id', o.agent_id, 'outcome', o.outcome, 'ended_at', o.ended_at))
      from call_offer o where o.call_id = c.id
    ) as offers
    from call c where c.organization_id = ${organizationId} and c.phase = 'pending'
      and least(c.queue_until, c.customer_until) > ${now}::timestamptz
      ${isAfter}
    order by c.queue_round, c.created_at, c.id limit ${max}
    ${skipLocked ? sql`for update of c skip locked` : sql``}`.execute(db)
  return rows.map((row) => ({ ...row, offers: row.offers ?? [] }))
}

/**
 * Creates offers for those pairs whose call and desk are not locked by another transaction. Skips agents who became unavailable
 * since they were chosen. Returns the updated calls and when each offer expires: the queue timeout cuts an offer short.
 */
export async function ring(
  db: Transaction,
  pairs: { call_id: string; agent_id: string }[],
  now: string,
): Promise<(CallRow & { expires_at: string })[]> {
  const { rows } = await sql<CallRow & { expires_at: string }>`
    ${prepared} with pair as (
      select * from unnest(
        ${pairs.map(() => newId())}::uuid[], ${pairs.map((pair) => pair.call_id)}::uuid[],
        ${pairs.map((pair) => pair.agent_id)}::uuid[]
      ) as pair (offer_id, call_id, agent_id)
    ), desk as materialized (
      select agent_id from agent_desk
      where agent_id in (select agent_id from pair) and availability = 'available'
      for update skip locked
    ), waiting as materialized (
      select id from call where id in (select call_id from pair) and phase = 'pending' for update skip locked
    ), chosen as (
      select pair.* from pair join desk using (agent_id) join waiting on waiting.id = pair.call_id
    ), rung as (
      update call set phase = 'ringing', agent_id = chosen.agent_id, revision = revision + 1
      from chosen where call.id = chosen.call_id
      returning ${callColumns('call')}, chosen.offer_id, least(
        ${now}::timestamptz + make_interval(secs => (call.settings ->> 'offer_seconds')::int), call.queue_until
      ) as expires_at
    ), offered as (
      insert into call_offer (id, call_id, agent_id, offered_at, expires_at)
      select offer_id, id, agent_id, ${now}::timestamptz, expires_at from rung
    )
    select * from rung`.execute(db)
  return rows
}
