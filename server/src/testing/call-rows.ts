import type pg from 'pg'
import type { ModelCall } from './call-model.ts'

/** The fields of a call that must be equal in the model and in the database: phase, agent, offers and ending. */
export interface ComparedCall {
  id: string
  phase: string
  agent_id: string | null
  ending: string | null
  offers: string
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

export async function storedCalls(database: pg.Client, calls: ModelCall[]): Promise<ComparedCall[]> {
  const { rows } = await database.query<ComparedCall>(
    `select c.id, c.phase, c.agent_id,
       c.status || ' ' || coalesce(c.reason, '-') || ' ' || c.ended_by as ending,
       coalesce((
         select string_agg(o.agent_id || ' ' || o.outcome, ', ' order by o.offered_at, o.id)
         from call_offer o where o.call_id = c.id
       ), '') as offers
     from call c where c.id = any($1::uuid[])`,
    [calls.map(({ id }) => id)],
  )
  return rows.sort(byId)
}

export const modelCalls = (calls: ModelCall[]): ComparedCall[] =>
  calls
    .map((call) => ({
      id: call.id,
      phase: call.phase,
      agent_id: call.agent_id,
      ending: call.status === null ? null : `${call.status} ${call.reason ?? '-'} ${call.ended_by}`,
      offers: call.offers.map((offer) => `${offer.agent_id} ${offer.outcome}`).join(', '),
    }))
    .sort(byId)
