import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { isOneOf, type FilterValues } from './fact-conditions.ts'
import { chunkOf, type FactChunk } from './fact-chunk.ts'
import { isoTime, type Span } from './source-rows.ts'

/** The name of the source of stored days. */
export const presenceSource = 'presence'

interface PartOfTime {
  key: string
  from: string
  to: string
}

/** Milliseconds in which agents were online, and at work: by agent, or of all in each of these parts of the span. */
export async function presenceIn(
  db: Database | Transaction,
  { organizationId, agents }: { organizationId: string; agents?: FilterValues | undefined },
  span: Span,
  parts: PartOfTime[] | null,
): Promise<{ key: string; online: number; busy: number }[]> {
  const [from, to] = [isoTime(span.from), isoTime(span.to)]
  const ofScope = sql`organization_id = ${organizationId} and ${
    agents === undefined ? sql`true` : isOneOf(sql.ref('agent_id'), agents)
  }`
  const period = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const { rows } = await sql<{ key: string; online: number | null; busy: number | null }>`
    ${prepared} with spans as materialized (
      -- One that is open lasts until the last record.
      select agent_id, state, tstzrange(from_at, greatest(from_at, coalesce(to_at, record.seen_at))) * ${period} as span
      from presence_span, presence_record record
      where ${ofScope} and from_at < ${to}::timestamptz and (to_at > ${from}::timestamptz or to_at is null)
    ), online as materialized (
      select agent_id, range_agg(span) as spans from spans where not isempty(span) group by agent_id
    ), busy as materialized (
      select agent_id, range_agg(active) as spans from (
        select agent_id, active from handling
        where ${ofScope} and ended_at > ${from}::timestamptz and active && ${period}
        union all
        select agent_id, span::tstzmultirange from spans where state = 'in_call' and not isempty(span)
      ) work group by agent_id
    ), work as (
      select agent_id, unnest(spans) as span, false as is_busy from online
      union all
      select agent_id, unnest(online.spans * busy.spans), true from online join busy using (agent_id)
    )
    select key, sum(ms) filter (where not is_busy)::float8 as online, sum(ms) filter (where is_busy)::float8 as busy
    from (
      select is_busy, part.key, extract(epoch from upper(part.span) - lower(part.span)) * 1000 as ms
      from work cross join lateral (${parts === null ? sql`select work.agent_id::text, work.span` : inParts(parts)}) part(key, span)
    ) parts
    group by key`.execute(db)
  return rows.map(({ key, online, busy }) => ({ key, online: online ?? 0, busy: busy ?? 0 }))
}

const inParts = (parts: PartOfTime[]) => sql`
  select part.key, work.span * tstzrange(part.from_at, part.to_at)
  from unnest(
    ${parts.map(({ key }) => key)}::text[], ${parts.map(({ from }) => from)}::timestamptz[],
    ${parts.map(({ to }) => to)}::timestamptz[]
  ) part(key, from_at, to_at)
  where work.span && tstzrange(part.from_at, part.to_at)`

/** A day of presence, to be stored. */
export async function presenceOfDay(
  trx: Transaction,
  organizationId: string,
  span: Span,
): Promise<FactChunk> {
  const rows = await presenceIn(trx, { organizationId }, span, null)
  const facts = rows.map(({ key: agent, online, busy }) => ({ at: span.from, flags: 1, agent, online, busy }))
  return chunkOf(span, facts, ['online', 'busy'])
}
