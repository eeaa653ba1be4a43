import type pg from 'pg'
import { plainArray, textArray } from './array-literal.ts'
import type { StoredEntry } from './event-log.ts'
import type { LogSlice } from './log-reader.ts'

export interface SliceQuery {
  organizationId: string
  customerId: string
  after: number
  reader: 'customer' | 'agents'
}

type Row = StoredEntry & { place: number; end: number; id: string | null }

/**
 * As `readLog`, for many followers in one statement: after a restart thousands of sockets read at once. Those at one position of
 * one log share what is read. A customer that the organization does not have is missing from the result.
 */
export async function readLogSlices<K extends SliceQuery>(
  pool: pg.Pool,
  queries: K[],
  max: number,
): Promise<Map<K, LogSlice>> {
  const placeOf = new Map<string, number>()
  const distinct: K[] = []
  const places = queries.map((query) => {
    const key = `${query.organizationId} ${query.customerId} ${query.after} ${query.reader}`
    const place = placeOf.get(key) ?? distinct.push(query) - 1
    placeOf.set(key, place)
    return place
  })
  const { rows } = await pool.query<Row>({
    name: 'log slices',
    text: statement,
    values: [
      plainArray(distinct.map(({ organizationId }) => organizationId)),
      plainArray(distinct.map(({ customerId }) => customerId)),
      plainArray(distinct.map(({ after }) => after)),
      textArray(distinct.map(({ reader }) => reader)),
      max,
    ],
  })
  const slices: (LogSlice | undefined)[] = []
  for (const { place, end, ...entry } of rows) {
    const after = Math.min(distinct[place]?.after ?? 0, end)
    const slice = (slices[place] ??= { after, to: Math.min(after + max, end), entries: [] })
    if (entry.id !== null) slice.entries.push(entry)
  }
  const found = new Map<K, LogSlice>()
  for (const [index, query] of queries.entries()) {
    const slice = slices[places[index] ?? 0]
    if (slice) found.set(query, slice)
  }
  return found
}

/** Laterals with a limit, so that the planner only considers look-ups by index (docs/decisions/one-round-trip-lookups.md). */
const statement = `
  select wanted.place::int - 1 as place, log.last_seq as end, entry.*
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) with ordinality
    as wanted (organization_id, customer_id, after, reader, place)
  cross join lateral (
    select last_seq, cleared_seq from customer_log
    where customer_log.customer_id = wanted.customer_id and customer_log.organization_id = wanted.organization_id
    limit 1
  ) log
  left join lateral (
    select id, seq, type, audience, conversation_id, actor, data, created_at from event_log
    where event_log.customer_id = wanted.customer_id
      and seq > wanted.after and seq <= least(wanted.after + $5::int, log.last_seq)
      and audience in (wanted.reader, 'both')
      and not (wanted.reader = 'customer' and type in ('message.created', 'message.edited') and seq <= log.cleared_seq)
    order by seq
    limit $5::int
  ) entry on true
  order by wanted.place, entry.seq`
