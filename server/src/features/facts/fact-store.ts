import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { FactEntry } from './episode.ts'
import { touchDays, type Touched } from './fact-days.ts'
import type { FactRows } from './fact-tables.ts'
import { metricSources } from './metric-sources.ts'

/** Entry types that change facts. Messages are read with an episode but are no reason to compute it again. */
export const consumedTypes = [
  'conversation.started',
  'conversation.ended',
  'conversation.assigned',
  'conversation.routed',
  'conversation.snoozed',
  'conversation.unsnoozed',
  'conversation.labelled',
  'conversation.unlabelled',
  'conversation.rated',
  'call.ended',
  'call.missed',
] as const

/** What facts read of an entry `e`. */
export const factData = sql`
  case when e.type = 'message.created'
    then jsonb_build_object('sender_type', e.data->'sender_type', 'agent_id', e.data->'sender_agent'->'id',
      'automatic', e.actor->'automatic')
    else e.data end`

const readTypes = [...consumedTypes, 'message.created']

/**
 * Facts of a customer are computed by one transaction at a time: two that had read different ends of the log could
 * otherwise commit in the wrong order. In order of ids, against deadlocks.
 */
export async function lockCustomers(trx: Transaction, customerIds: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key)
    from (
      select distinct hashtextextended('facts ' || id::text, 0) as key from unnest(${customerIds}::uuid[]) id order by key
    ) keys`.execute(trx)
}

/** Waiting for another transaction that computes the customer is not a failure, within `statement_timeout`. Ends with the transaction. */
export async function waitForLocks(trx: Transaction): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(trx)
}

/** For a rebuild: neither waiting for a lock nor a long log is a failure. Ends with the transaction. */
export async function waitLonger(trx: Transaction): Promise<void> {
  await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(
    trx,
  )
}

/** A customer whose log is to be read from a position. */
export interface Slice {
  customer_id: string
  from_seq: number
}

/**
 * Where the episodes of these entries begin, unless the facts contain the entry already. The customers must be locked.
 * Entries without a conversation are their own beginning.
 */
export async function uncoveredSlices(
  trx: Transaction,
  entries: { customerId: string; conversationId: string | null; seq: number }[],
): Promise<Slice[]> {
  const { rows } = await sql<Slice>`
    select touched.customer_id, min(coalesce(start.seq, touched.seq)) as from_seq
    from unnest(
      ${entries.map((entry) => entry.customerId)}::uuid[],
      ${entries.map((entry) => entry.conversationId)}::uuid[],
      ${entries.map((entry) => entry.seq)}::bigint[]
    ) as touched(customer_id, conversation_id, seq)
    left join lateral (
      select e.seq from event_log e
      where e.customer_id = touched.customer_id and e.seq <= touched.seq
        and e.conversation_id = touched.conversation_id and e.type = 'conversation.started'
      order by e.seq desc limit 1
    ) start on true
    where not exists (
      select from episode known
      where known.customer_id = touched.customer_id and known.conversation_id = touched.conversation_id
        and known.started_seq <= touched.seq and known.through_seq >= touched.seq
    )
    group by touched.customer_id`.execute(trx)
  return rows
}

/** Open episodes among these customers whose log has grown. */
export async function staleSlices(trx: Transaction, customerIds: string[]): Promise<Slice[]> {
  const { rows } = await sql<Slice>`
    select open.customer_id, min(open.started_seq) as from_seq
    from episode open join customer_log head using (customer_id)
    where open.ended_at is null and open.customer_id = any(${customerIds}::uuid[])
      and head.last_seq > open.through_seq
    group by open.customer_id`.execute(trx)
  return rows
}

/** How much one transaction computes. */
export interface GroupLimit {
  customers: number
  /** Log entries. The first customer of a group may have more. */
  entries: number
}

/** The first of these customers. `next`: customer_id and the number of entries that are read, ordered by id. */
async function firstGroup(
  db: Database,
  next: RawBuilder<unknown>,
  { entries }: GroupLimit,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id
    from (select customer_id, entries, sum(entries) over (order by customer_id) as total from (${next}) next) counted
    where total <= ${entries} or total = entries
    order by customer_id`.execute(db)
  return rows.map((row) => row.customer_id)
}

/** The next customers with such episodes, by id. */
export const staleCustomers = (db: Database, after: string, limit: GroupLimit): Promise<string[]> =>
  firstGroup(
    db,
    sql`
      select open.customer_id,
        max(head.last_seq - case when open.last_entry_at is null then open.started_seq - 1 else open.through_seq end) as entries
      from episode open join customer_log head using (customer_id)
      where open.ended_at is null and open.customer_id > ${after} and head.last_seq > open.through_seq
      group by open.customer_id order by open.customer_id limit ${limit.customers}`,
    limit,
  )

/** The next customers by id. */
export const customersAfter = (db: Database, after: string, limit: GroupLimit): Promise<string[]> =>
  firstGroup(
    db,
    sql`
      select customer_id, last_seq as entries from customer_log
      where customer_id > ${after} order by customer_id limit ${limit.customers}`,
    limit,
  )

export interface LogPart {
  customerId: string
  organizationId: string
  lastSeq: number
  entries: (FactEntry & { conversationId: string | null })[]
}

/** The log of each slice to its end. */
export async function readSlices(trx: Transaction, slices: Slice[]): Promise<LogPart[]> {
  const heads = await sql<{ customer_id: string; organization_id: string; last_seq: number }>`
    select customer_id, organization_id, last_seq from customer_log
    where customer_id = any(${slices.map((slice) => slice.customer_id)}::uuid[])`.execute(trx)
  const { rows } = await sql<{
    customer_id: string
    conversation_id: string | null
    seq: number
    type: FactEntry['type']
    at: number
    data: unknown
  }>`
    select e.customer_id, e.conversation_id, e.seq, e.type, (extract(epoch from e.created_at) * 1000)::float8 as at, ${factData} as data
    from unnest(
      ${slices.map((slice) => slice.customer_id)}::uuid[], ${slices.map((slice) => slice.from_seq)}::bigint[]
    ) as slice(customer_id, from_seq)
    join event_log e on e.customer_id = slice.customer_id and e.seq >= slice.from_seq
    where e.type = any(${readTypes}::text[])
    order by e.customer_id, e.seq`.execute(trx)
  const parts = new Map<string, LogPart>(
    heads.rows.map((head) => [
      head.customer_id,
      {
        customerId: head.customer_id,
        organizationId: head.organization_id,
        lastSeq: head.last_seq,
        entries: [],
      },
    ]),
  )
  for (const { customer_id: customerId, conversation_id: conversationId, ...entry } of rows) {
    const part = parts.get(customerId)
    // Entries that were appended after the head was read are handled next time.
    if (part && entry.seq <= part.lastSeq) part.entries.push({ ...entry, conversationId })
  }
  return [...parts.values()]
}

/** The last episode of each conversation before its customer's slice. */
export async function episodesBefore(
  trx: Transaction,
  slices: Slice[],
): Promise<{ conversation_id: string; team_id: string | null; label_ids: string[] }[]> {
  const { rows } = await sql<{ conversation_id: string; team_id: string | null; label_ids: string[] }>`
    select distinct on (e.conversation_id) e.conversation_id, e.team_id, e.label_ids
    from unnest(
      ${slices.map((slice) => slice.customer_id)}::uuid[], ${slices.map((slice) => slice.from_seq)}::bigint[]
    ) as slice(customer_id, from_seq)
    join episode e on e.customer_id = slice.customer_id and e.started_seq < slice.from_seq
    order by e.conversation_id, e.started_seq desc`.execute(trx)
  return rows
}

export async function channelsOf(trx: Transaction, providerIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; channel: string }>`
    select id, channel from provider_channel where id = any(${providerIds}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}

const episodeTables = ['episode', 'assignment_span', 'wait_span', 'handling'] as const
const factTables = [...episodeTables, 'call_fact'] as const
type FactTable = (typeof factTables)[number]

/** Replaces the facts of these episodes and calls. */
export async function replaceFacts(trx: Transaction, facts: FactRows): Promise<void> {
  const customers = facts.episode.map((row) => row.customer_id)
  const starts = facts.episode.map((row) => row.started_seq)
  const touched: Touched[] = []
  for (const table of episodeTables)
    touched.push(
      ...(await changeRows(
        trx,
        table,
        sql`
          delete from ${sql.table(table)} fact
          using unnest(${customers}::uuid[], ${starts}::bigint[]) as new(customer_id, started_seq)
          where fact.customer_id = new.customer_id and fact.started_seq = new.started_seq`,
      )),
    )
  const calls = facts.call_fact.map((call) => call.call_id)
  touched.push(
    ...(await changeRows(
      trx,
      'call_fact',
      sql`delete from call_fact fact where call_id = any(${calls}::uuid[])`,
    )),
  )
  for (const table of factTables) touched.push(...(await insertRows(trx, table, facts[table])))
  await touchDays(trx, touched)
}

/** Deletes all facts of these customers. */
export async function deleteFacts(trx: Transaction, customerIds: string[]): Promise<void> {
  const touched: Touched[] = []
  for (const table of factTables)
    touched.push(
      ...(await changeRows(
        trx,
        table,
        sql`delete from ${sql.table(table)} fact where customer_id = any(${customerIds}::uuid[])`,
      )),
    )
  await touchDays(trx, touched)
}

export async function insertRows(trx: Transaction, table: FactTable, rows: object[]): Promise<Touched[]> {
  if (rows.length === 0) return []
  const name = sql.table(table)
  return changeRows(
    trx,
    table,
    sql`
      insert into ${name} as fact select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`,
  )
}

/** Runs a statement that changes rows `fact` of the table; returns where they are counted. */
export async function changeRows(
  trx: Transaction,
  table: FactTable,
  statement: RawBuilder<unknown>,
): Promise<Touched[]> {
  const sources = metricSources.filter((source) => source.table === table)
  const times = sources.map(({ name, at }) => `fact.${at} as "${name}"`)
  const active = table === 'handling' ? ', fact.active::text as active' : ''
  const { rows } = await sql<Record<string, string | null> & { organization_id: string }>`
    ${statement} returning fact.organization_id, ${sql.raw(times.join(', ') + active)}`.execute(trx)
  return rows.flatMap((row) => [
    ...sources.flatMap(({ name }): Touched[] => {
      const at = row[name]
      return at === null || at === undefined
        ? []
        : [{ organization_id: row.organization_id, source: name, at }]
    }),
    ...(row['active'] === null || row['active'] === undefined
      ? []
      : [{ organization_id: row.organization_id, active: row['active'] }]),
  ])
}
