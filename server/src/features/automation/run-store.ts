import type { RuleAction, RuleResult, RuleRun, RuleTriggerType } from '@parley/protocol/automation'
import type { SlaMetric } from '@parley/protocol/sla-metric'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'

/**
 * `id`: of what the action creates, so that a repeat creates nothing. `seen_seq`: position of the trigger, if the action snoozes or closes; runs
 * that an earlier release began have none. `late`: the trigger is too old for this action.
 */
export type PlannedAction = RuleAction & { id: string; seen_seq?: number; late?: true }

/** Decides whether actions come too late, and what the customer has written since. */
export type RootEntry = Pick<StoredEntry, 'seq' | 'created_at' | 'type' | 'actor'>

export interface RunRow {
  id: string
  organization_id: string
  rule_id: string
  rule_name: string
  entry_id: string
  /** Position of the entry; null: an earlier release began the run. */
  entry_seq: number | null
  root_id: string
  depth: number
  customer_id: string
  conversation_id: string
  started_at: string
  trigger: RuleTriggerType
  /** Of an SLA deadline. */
  target: SlaMetric | null
  actions: PlannedAction[]
  results: RuleResult[]
  outcome: RuleRun['outcome']
  replies: number
  created_at: string
}

/** JSON is written as text. */
type RunTables = {
  automation_run: Omit<RunRow, 'actions' | 'results'> & { actions: unknown; results: unknown }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<RunTables>()

/** Runs of a chain by rule. */
export async function runsOfRoot(db: Database, rootId: string): Promise<Map<string, RunRow>> {
  const rows = (await tables(db)
    .selectFrom('automation_run')
    .selectAll()
    .where('root_id', '=', rootId)
    .execute()) as RunRow[]
  return new Map(rows.map((row) => [row.rule_id, row]))
}

/** Runs of these entries, and of those after a position, by customer and in the order in which they began. */
export async function runsOfEntries(
  db: Database,
  customers: { customerId: string; entryIds: string[]; after: number | null }[],
): Promise<Map<string, RunRow[]>> {
  const ids = customers.map(({ customerId }) => customerId)
  // `any` makes the planner use the index of customers: for a join alone it reads the whole table.
  const { rows } = await sql<RunRow>`
    select r.* from automation_run r
    join unnest(${ids}::uuid[], ${customers.map(({ after }) => after)}::bigint[]) as c (customer_id, after)
      on c.customer_id = r.customer_id
    where r.customer_id = any(${ids}::uuid[])
      and (r.entry_id = any(${customers.flatMap(({ entryIds }) => entryIds)}::uuid[]) or r.entry_seq > c.after)
    order by r.id`.execute(db)
  return Map.groupBy(rows, (row) => row.customer_id)
}

/** A run, and the entry that its chain began with, unless that was deleted. */
export async function findCause(
  db: Database,
  runId: string,
): Promise<{ root_id: string; depth: number; root: RootEntry | null } | undefined> {
  const { rows } = await sql<{ root_id: string; depth: number; root: RootEntry | null }>`
    select c.root_id, c.depth, (
      select jsonb_build_object('seq', e.seq, 'created_at', e.created_at, 'type', e.type, 'actor', e.actor)
      from automation_run r join event_log e on e.customer_id = r.customer_id and e.seq = r.entry_seq
      where r.customer_id = c.customer_id and r.entry_id = c.root_id limit 1
    ) as root
    from automation_run c where c.id = ${runId}`.execute(db)
  return rows[0]
}

/** false: another process has begun it, or the rule was switched off or deleted. */
export async function beginRun(db: Database, run: RunRow): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into automation_run (id, organization_id, rule_id, rule_name, entry_id, entry_seq, root_id, depth, customer_id,
      conversation_id, started_at, trigger, target, actions, outcome, created_at)
    select ${run.id}::uuid, ${run.organization_id}::uuid, r.id, ${run.rule_name}, ${run.entry_id}::uuid,
      ${run.entry_seq}::bigint, ${run.root_id}::uuid, ${run.depth}::smallint, ${run.customer_id}::uuid, ${run.conversation_id}::uuid,
      ${run.started_at}::timestamptz, ${run.trigger}, ${run.target}, ${JSON.stringify(run.actions)}::jsonb, ${run.outcome},
      ${run.created_at}::timestamptz
    from automation_rule r where r.id = ${run.rule_id}::uuid and r.enabled
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

/** Records the result of the next action. */
export const recordResult = (
  db: Database,
  runId: string,
  results: RuleResult[],
  replies: number,
): Promise<unknown> =>
  tables(db)
    .updateTable('automation_run')
    .set({ results: JSON.stringify(results), replies })
    .where('id', '=', runId)
    .where('outcome', '=', 'running')
    .execute()

/** false: it was finished before. */
export async function finishRun(
  trx: Transaction,
  runId: string,
  outcome: 'done' | 'failed',
): Promise<boolean> {
  const { numUpdatedRows } = await tables(trx)
    .updateTable('automation_run')
    .set({ outcome })
    .where('id', '=', runId)
    .where('outcome', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Runs and replies for a customer since then. */
export async function recentRuns(
  db: Database,
  customerId: string,
  since: string,
): Promise<{ runs: number; replies: number }> {
  const { rows } = await sql<{ runs: number; replies: number }>`
    select count(*)::int as runs, coalesce(sum(replies), 0)::int as replies from automation_run
    where customer_id = ${customerId}::uuid and created_at >= ${since}::timestamptz`.execute(db)
  return rows[0] ?? { runs: 0, replies: 0 }
}

/** Whether the rule has run in this opening of the conversation. */
export async function hasRun(
  db: Database,
  of: {
    ruleId: string
    customerId: string
    conversationId: string
    startedAt: string
    /** Only runs since then. */
    since?: string | null
    /** Only runs for this deadline. */
    target?: SlaMetric | null
  },
): Promise<boolean> {
  let rows = tables(db)
    .selectFrom('automation_run')
    .select('id')
    .where('customer_id', '=', of.customerId)
    .where('rule_id', '=', of.ruleId)
    .where('conversation_id', '=', of.conversationId)
    .where('started_at', '=', of.startedAt)
    .where('outcome', '<>', 'limited')
  if (typeof of.since === 'string') rows = rows.where('created_at', '>=', of.since)
  if (typeof of.target === 'string') rows = rows.where('target', '=', of.target)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/** Newest first. */
export async function runsOfRule(
  db: Database,
  ruleId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<RunRow[]> {
  let rows = tables(db)
    .selectFrom('automation_run')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.max)
  const { after } = page
  if (after)
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)))
  return (await rows.execute()) as RunRow[]
}

/** Returns how many were deleted. */
export async function deleteRunsOfRule(db: Database, ruleId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from automation_run where id in (
      select id from automation_run where rule_id = ${ruleId}::uuid order by created_at limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Returns how many were deleted. */
export async function deleteOldRuns(db: Database, before: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from automation_run where id in (
      select id from automation_run where created_at < ${before}::timestamptz order by created_at limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
