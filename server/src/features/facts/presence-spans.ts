import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { deleteInBatches } from '../../core/delete-in-batches.ts'

/** The clock of the database is that of all processes. */
export type DatabaseTime = RawBuilder<unknown>

/** A connection of an agent to the panel. */
interface AgentConnection {
  organization_id: string
  agent_id: string
  /** Last heartbeat of a process that has it. */
  seen_at: string
  /** false: of a killed process, whose rows have not been deleted yet. */
  alive: boolean
}

export interface PresenceSpanDeps {
  db: Database
  connections: (now: DatabaseTime) => Promise<AgentConnection[]>
  /** Of agents who have opened a call desk. */
  deskStates: (agentIds: string[]) => Promise<Map<string, { away: boolean; in_call: boolean }>>
}

/** Several processes record: the first one of each interval does. */
const intervalSeconds = 4
/** Without a record for this long nothing is known: all processes were stopped. */
const gapSeconds = 60
/** A page that reloads, or a process that restarts, does not end a span. */
const mergeSeconds = 15
/** A year and a month, so that a month can be compared with the same month of the year before. */
const retentionDays = 400

/**
 * Records when agents are online, away and in calls. Samples the current state instead of following changes: a sample needs no
 * knowledge of what came before, so killed processes and lost events cannot leave a span open. By the clock of the database.
 */
export function createPresenceSpans({ db, connections, deskStates }: PresenceSpanDeps) {
  /** `time` is for tests. */
  async function record(time: DatabaseTime = sql`clock_timestamp()`): Promise<void> {
    const connected = await connections(time)
    const alive = connected.filter((each) => each.alive)
    const desks = await deskStates(alive.map((each) => each.agent_id))
    const current = alive.map(({ organization_id, agent_id }) => ({
      organization_id,
      agent_id,
      state: stateOf(desks.get(agent_id)),
    }))
    const lost = connected.flatMap(({ agent_id, seen_at, alive: isAlive }) =>
      isAlive ? [] : [{ agent_id, seen_at }],
    )
    await sql`insert into presence_record (seen_at) values ('epoch') on conflict do nothing`.execute(db)
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ now: string; before: string; gap: boolean }>`
        select ${time} as now, seen_at as before, seen_at < ${time} - make_interval(secs => ${gapSeconds}) as gap
        from presence_record
        where seen_at < ${time} - make_interval(secs => ${intervalSeconds})
        for update skip locked`.execute(trx)
      const [turn] = rows
      if (turn === undefined) return
      const { now, before, gap } = turn
      if (gap)
        await sql`update presence_span set to_at = greatest(from_at, ${before}) where to_at is null`.execute(
          trx,
        )
      // The last heartbeat of a killed process is when its agents were last known to be connected.
      await sql`
        with current as (${recordset(current)}), lost as (
          select agent_id, max(seen_at) as seen_at
          from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as each(agent_id uuid, seen_at timestamptz)
          group by agent_id
        )
        update presence_span span
        set to_at = greatest(span.from_at, least(${now}, coalesce(
          (select seen_at from lost where lost.agent_id = span.agent_id and not exists (
            select from current where current.agent_id = span.agent_id
          )), ${now})))
        where to_at is null and not exists (
          select from current where current.agent_id = span.agent_id and current.state = span.state
        )`.execute(trx)
      await sql`
        with current as (${recordset(current)})
        update presence_span span set to_at = null from current
        where span.agent_id = current.agent_id and span.state = current.state
          and span.to_at > ${now}::timestamptz - make_interval(secs => ${mergeSeconds})
          and not exists (
            select from presence_span later where later.agent_id = span.agent_id and later.from_at > span.from_at
          )
          and not exists (select from presence_span open where open.agent_id = span.agent_id and open.to_at is null)`.execute(
        trx,
      )
      await sql`
        insert into presence_span (organization_id, agent_id, state, from_at)
        select organization_id, agent_id, state, ${now}::timestamptz from (${recordset(current)}) current
        where not exists (
          select from presence_span open where open.agent_id = current.agent_id and open.to_at is null
        )
        on conflict do nothing`.execute(trx)
      await sql`update presence_record set seen_at = ${now}`.execute(trx)
    })
  }

  return {
    record,

    /** Since when each connected agent has been connected without a break, whatever the state. */
    async onlineSince(organizationId: string): Promise<Map<string, string>> {
      const { rows } = await sql<{ agent_id: string; since: string }>`
        select agent_id, lower(range) as since
        from (
          select agent_id, unnest(range_agg(tstzrange(from_at, to_at))) as range from presence_span
          where organization_id = ${organizationId} and (to_at is null or to_at > clock_timestamp() - interval '2 days')
          group by agent_id
        ) spans where upper_inf(range)`.execute(db)
      return new Map(rows.map((row) => [row.agent_id, row.since]))
    },

    /** A scalar subquery is evaluated once, so that the index can be used. */
    deleteOld: () =>
      deleteInBatches(
        db,
        'presence_span',
        sql`to_at < (select clock_timestamp() - make_interval(days => ${retentionDays}))`,
      ),
  }
}

const stateOf = (desk: { away: boolean; in_call: boolean } | undefined) =>
  desk?.in_call === true ? 'in_call' : desk?.away === true ? 'away' : 'online'

const recordset = (rows: object[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as each(organization_id uuid, agent_id uuid, state text)`
