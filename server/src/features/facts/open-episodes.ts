import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { continueTalk, type FactEntry, type Talk } from './episode.ts'
import { talkColumns, waitRows, type OpenTime } from './fact-rows.ts'
import { touchDays, type Touched } from './fact-days.ts'
import { earliest } from './hours-versions.ts'
import { changeRows, consumedTypes, factData, insertRows } from './fact-store.ts'
import type { EpisodeRow, FactScope, WaitRow } from './fact-tables.ts'

/** An open episode whose log has grown, with its last wait. */
interface Grown extends Omit<EpisodeRow, 'last_entry_at'> {
  /** null: computed by an earlier release. */
  last_entry_at: string | null
  last_seq: number
  /** How many it has had. */
  waits: number
  /** null: the customer is not waiting. */
  waiting_since: string | null
}

/** How business hours of an organization, or of one of its teams, are counted. */
export type OpenTimeOf = (organizationId: string, teamId: string | null) => OpenTime

/**
 * Adds new messages to the open episodes of these customers, who must be locked: a long conversation is not read again for each
 * of them. Returns the customers whose episodes must be computed from the beginning: they have other new entries, or an earlier release computed them.
 */
export async function addMessages(
  trx: Transaction,
  customerIds: string[],
  openTimesOf: (since: ReadonlyMap<string, number>) => Promise<OpenTimeOf>,
): Promise<string[]> {
  const grown = await grownEpisodes(trx, customerIds)
  if (grown.length === 0) return []
  const others = new Set<string>()
  const entries = Map.groupBy(await entriesBehind(trx, grown), (entry) => entry.conversation_id)
  const openTimeOf = await openTimesOf(
    earliest(grown.map((row) => [row.organization_id, Date.parse(row.started_at)])),
  )
  const episodes: EpisodeRow[] = []
  const waits: { before: Grown; rows: WaitRow[] }[] = []
  for (const before of grown) {
    const messages = entries.get(before.conversation_id) ?? []
    const { last_entry_at: lastEntryAt } = before
    if (lastEntryAt === null || messages.some(({ type }) => type !== 'message.created')) {
      others.add(before.customer_id)
      continue
    }
    const openTime = openTimeOf(before.organization_id, before.team_id)
    const talk = continueTalk(talkOf(before, Date.parse(lastEntryAt)), messages)
    const place = { throughSeq: before.last_seq, openTime }
    episodes.push({
      ...before,
      ...talkColumns({ ...talk, startedAt: Date.parse(before.started_at) }, place),
    })
    const rows = waitRows(talk.waits, scopeOf(before), openTime, firstChanged(before))
    if (!isSameWait(before, rows)) waits.push({ before, rows })
  }
  const touched = await replaceWaits(trx, waits)
  await updateEpisodes(trx, episodes)
  await touchDays(trx, [...touched, ...newResponses(grown, episodes)])
  return [...others]
}

/** An open wait is written again when it ends. */
const firstChanged = ({ waits, waiting_since: since }: Grown): number => (since === null ? waits : waits - 1)

const isSameWait = ({ waiting_since: since }: Grown, [first, ...others]: WaitRow[]): boolean =>
  others.length === 0 && (first === undefined ? since === null : first.to_at === null && since !== null)

function talkOf(row: Grown, now: number): Talk {
  const reply = (at: string | null, agentId: string | null) =>
    at === null ? null : { at: Date.parse(at), agentId }
  return {
    messages: { customer: row.customer_messages, agent: row.agent_messages, ai_agent: row.ai_messages },
    firstResponse: reply(row.first_response_at, row.first_response_by),
    aiFirstResponse: reply(row.ai_first_response_at, row.ai_first_response_by),
    waits:
      row.waiting_since === null
        ? []
        : [{ from: Date.parse(row.waiting_since), to: null, by: null, agentId: null }],
    now,
  }
}

const scopeOf = (row: FactScope): FactScope => ({
  organization_id: row.organization_id,
  customer_id: row.customer_id,
  started_seq: row.started_seq,
  conversation_id: row.conversation_id,
  provider_id: row.provider_id,
  channel: row.channel,
  team_id: row.team_id,
  label_ids: row.label_ids,
})

async function grownEpisodes(trx: Transaction, customerIds: string[]): Promise<Grown[]> {
  const { rows } = await sql<Grown>`
    select open.*, head.last_seq, coalesce(wait.position + 1, 0) as waits,
      case when wait.to_at is null then wait.from_at end as waiting_since
    from episode open
    join customer_log head using (customer_id)
    left join lateral (
      select position, from_at, to_at from wait_span span
      where span.customer_id = open.customer_id and span.started_seq = open.started_seq
      order by position desc limit 1
    ) wait on true
    where open.ended_at is null and open.customer_id = any(${customerIds}::uuid[])
      and head.last_seq > open.through_seq`.execute(trx)
  return rows
}

/** Whether the database is a primary, or a replica that has everything from before this time. */
export async function hasReplayed(trx: Transaction, before: string): Promise<boolean> {
  const { rows } = await sql`
    select where not pg_is_in_recovery() or pg_last_xact_replay_timestamp() >= ${before}::timestamptz`.execute(
    trx,
  )
  return rows.length > 0
}

/** Whether open episodes of the organization lack entries from before this time: the next refresh adds them. */
export async function hasUncounted(
  trx: Transaction,
  organizationId: string,
  before: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from episode open
    join customer_log head using (customer_id)
    cross join lateral (
      select created_at from event_log e where e.customer_id = open.customer_id and e.seq > open.through_seq
      order by e.seq limit 1
    ) next
    where open.organization_id = ${organizationId} and open.ended_at is null and head.last_seq > open.through_seq
      and next.created_at < ${before}::timestamptz
    limit 1`.execute(trx)
  return rows.length > 0
}

type EntryBehind = FactEntry & { conversation_id: string }

async function entriesBehind(trx: Transaction, grown: Grown[]): Promise<EntryBehind[]> {
  const { rows } = await sql<EntryBehind>`
    select e.conversation_id, e.seq, e.type, (extract(epoch from e.created_at) * 1000)::float8 as at, ${factData} as data
    from unnest(
      ${grown.map((row) => row.customer_id)}::uuid[], ${grown.map((row) => row.conversation_id)}::uuid[],
      ${grown.map((row) => row.through_seq)}::bigint[], ${grown.map((row) => row.last_seq)}::bigint[]
    ) as part(customer_id, conversation_id, after, upto)
    join event_log e on e.customer_id = part.customer_id and e.seq > part.after and e.seq <= part.upto
      and e.conversation_id = part.conversation_id
    where e.type = 'message.created' or e.type = any(${consumedTypes}::text[])
    order by e.customer_id, e.seq`.execute(trx)
  return rows
}

async function replaceWaits(
  trx: Transaction,
  changed: { before: Grown; rows: WaitRow[] }[],
): Promise<Touched[]> {
  if (changed.length === 0) return []
  const deleted = await changeRows(
    trx,
    'wait_span',
    sql`
      delete from wait_span fact
      using unnest(
        ${changed.map(({ before }) => before.customer_id)}::uuid[], ${changed.map(({ before }) => before.started_seq)}::bigint[],
        ${changed.map(({ before }) => firstChanged(before))}::int[]
      ) as new(customer_id, started_seq, position)
      where fact.customer_id = new.customer_id and fact.started_seq = new.started_seq and fact.position >= new.position`,
  )
  return [
    ...deleted,
    ...(await insertRows(
      trx,
      'wait_span',
      changed.flatMap(({ rows }) => rows),
    )),
  ]
}

async function updateEpisodes(trx: Transaction, rows: EpisodeRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update episode set through_seq = new.through_seq, last_entry_at = new.last_entry_at,
      customer_messages = new.customer_messages, agent_messages = new.agent_messages, ai_messages = new.ai_messages,
      first_response_at = new.first_response_at, first_response_by = new.first_response_by,
      first_response = new.first_response, first_response_open = new.first_response_open,
      ai_first_response_at = new.ai_first_response_at, ai_first_response_by = new.ai_first_response_by,
      ai_first_response = new.ai_first_response, ai_first_response_open = new.ai_first_response_open
    from jsonb_populate_recordset(null::episode, ${JSON.stringify(rows)}::jsonb) new
    where episode.customer_id = new.customer_id and episode.started_seq = new.started_seq`.execute(trx)
}

/** First responses that are counted from now on. */
function newResponses(grown: Grown[], episodes: EpisodeRow[]): Touched[] {
  const known = new Map(grown.map((row) => [row.conversation_id, row]))
  return episodes.flatMap((row) => {
    const before = known.get(row.conversation_id)
    const times = { first_response: row.first_response_at, ai_first_response: row.ai_first_response_at }
    return (['first_response', 'ai_first_response'] as const).flatMap((source): Touched[] => {
      const at = times[source]
      return at === null || before?.[`${source}_at`] !== null
        ? []
        : [{ organization_id: row.organization_id, source, at }]
    })
  })
}
