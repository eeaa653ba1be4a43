import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import { after } from './call-state.ts'

/** Time to answer a ring for an agent who was the last to reconnect after an outage. */
const answerSeconds = 5

interface Extended {
  /** IDs of calls that another transaction has locked, perhaps of a frozen process. */
  skipped: Set<string>
  /** Agents whose panels show a ring that now ends later. */
  agents: { organization_id: string; agent_id: string }[]
}

/**
 * Extends the deadlines of live calls that a side meets by reporting (`call.alive`, `call.connected`), where they would pass before
 * `until`, and rings, which end some seconds later, so that their agents can reconnect before. Deadlines that limit a wait
 * or a duration are not extended and limit the rings: they pass whether or not anyone can report. A ring is extended once, so that a process
 * that is late again and again keeps none from the next agent. Skips locked calls.
 */
export async function extendDeadlines(db: Database, until: string): Promise<Extended> {
  const ringsUntil = after(until, answerSeconds)
  const { rows } = await sql<{ skipped: string[] | null; agents: Extended['agents'] | null }>`
    with earliest as materialized (
      select ${until}::timestamptz as reports, ${ringsUntil}::timestamptz as rings
    ), short as materialized (
      select c.id from call c cross join earliest where c.phase <> 'over' and (
        least(c.customer_until, c.agent_until, c.connect_until) < earliest.reports
        or c.phase = 'ringing' and exists (
          select from call_offer o
          where o.call_id = c.id and o.outcome = 'ringing' and o.expires_at < least(earliest.rings, c.queue_until)
            and o.expires_at <= o.offered_at + make_interval(secs => (c.settings ->> 'offer_seconds')::int)
        )
        or c.phase = 'active' and exists (
          select from call_transfer t
          where t.call_id = c.id and t.state = 'ringing' and t.expires_at < least(earliest.rings, t.team_until)
            and t.expires_at <= t.created_at + make_interval(secs => (c.settings ->> 'offer_seconds')::int)
        )
      )
    ), free as materialized (
      select c.id, c.organization_id, c.queue_until, make_interval(secs => (c.settings ->> 'offer_seconds')::int) as ring
      from short join call c using (id) for update of c skip locked
    ), reports as (
      update call c set
        customer_until = case when c.customer_until < earliest.reports then earliest.reports else c.customer_until end,
        agent_until = case when c.agent_until < earliest.reports then earliest.reports else c.agent_until end,
        connect_until = case when c.connect_until < earliest.reports then earliest.reports else c.connect_until end
      from free cross join earliest
      where c.id = free.id
    ), offers as (
      update call_offer o set expires_at = least(earliest.rings, free.queue_until)
      from free cross join earliest
      where o.call_id = free.id and o.outcome = 'ringing' and o.expires_at < least(earliest.rings, free.queue_until)
        and o.expires_at <= o.offered_at + free.ring
      returning free.organization_id, o.agent_id
    ), transfers as (
      update call_transfer t set expires_at = least(earliest.rings, t.team_until), revision = t.revision + 1
      from free cross join earliest
      where t.call_id = free.id and t.state = 'ringing' and t.expires_at < least(earliest.rings, t.team_until)
        and t.expires_at <= t.created_at + free.ring
      returning free.organization_id, t.from_agent_id, t.to_agent_id
    ), rung as (
      select organization_id, agent_id from offers
      union all select organization_id, from_agent_id from transfers
      union all select organization_id, to_agent_id from transfers
    )
    select
      (select json_agg(id) from short where id not in (select id from free)) as skipped,
      (select json_agg(rung) from rung) as agents`.execute(db)
  const [row] = rows
  return { skipped: new Set(row?.skipped), agents: row?.agents ?? [] }
}
