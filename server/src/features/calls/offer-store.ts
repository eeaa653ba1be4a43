import type { OfferOutcome } from '@parley/protocol/call'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
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

export const insertOffers = async (db: Transaction, offers: OfferRow[]): Promise<unknown> =>
  offerTables(db).insertInto('call_offer').values(offers).execute()

/** Oldest first. */
export const offersOf = (db: Database | Transaction, callId: string): Promise<OfferRow[]> =>
  offerTables(db)
    .selectFrom('call_offer')
    .selectAll()
    .where('call_id', '=', callId)
    .orderBy('offered_at')
    .orderBy('id')
    .execute()

export const ringingAt = (db: Database | Transaction, agentId: string): Promise<OfferRow | undefined> =>
  offerTables(db)
    .selectFrom('call_offer')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('outcome', '=', 'ringing')
    .executeTakeFirst()

export const endOffer = async (
  db: Transaction,
  id: string,
  outcome: Exclude<OfferOutcome, 'ringing'>,
  now: string,
): Promise<unknown> =>
  offerTables(db).updateTable('call_offer').set({ outcome, ended_at: now }).where('id', '=', id).execute()

/** More than are ever matched at once: what is beyond them has not begun to wait for its turn. */
const lookedAt = 500

/** What waits in an organization, oldest first, with the offers each has had. */
export async function waitingCalls(db: Transaction, organizationId: string): Promise<WaitingCall[]> {
  const { rows } = await sql<Omit<WaitingCall, 'offers'> & { offers: PastOffer[] | null }>`
    select c.id, c.dedicated_agent_id, (
      select json_agg(json_build_object('agent_id', o.agent_id, 'outcome', o.outcome, 'ended_at', o.ended_at))
      from call_offer o where o.call_id = c.id
    ) as offers
    from call c where c.organization_id = ${organizationId} and c.phase = 'pending'
    order by c.created_at, c.id limit ${lookedAt}`.execute(db)
  return rows.map((row) => ({ ...row, offers: row.offers ?? [] }))
}

/** Of these, the ones that still wait and that nobody else is changing; locked, without waiting for anybody. */
export async function lockWaiting(
  db: Transaction,
  callIds: string[],
): Promise<Map<string, { queue_until: string; offer_seconds: number; customer_id: string }>> {
  const { rows } = await sql<{
    id: string
    customer_id: string
    queue_until: string
    offer_seconds: number
  }>`
    select id, customer_id, queue_until, (settings ->> 'offer_seconds')::int as offer_seconds
    from call where id = any(${callIds}::uuid[]) and phase = 'pending'
    for update skip locked`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The rows are locked by `lockWaiting`. */
export const setRinging = (
  db: Transaction,
  matches: { call_id: string; agent_id: string }[],
): Promise<unknown> =>
  sql`
    update call set phase = 'ringing', agent_id = matched.agent_id, revision = revision + 1
    from unnest(
      ${matches.map((match) => match.call_id)}::uuid[], ${matches.map((match) => match.agent_id)}::uuid[]
    ) as matched (call_id, agent_id)
    where call.id = matched.call_id`.execute(db)
