import type { Rule, RuleAction, RuleConditions, RuleTrigger } from '@parley/protocol/automation'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'

export interface RuleRow {
  id: string
  organization_id: string
  name: string
  enabled: boolean
  trigger: RuleTrigger
  conditions: RuleConditions
  actions: RuleAction[]
  once: boolean
  stop: boolean
  position: number
  created_at: string
  updated_at: string
  /** Since when it is switched on, or was when it was switched off. */
  enabled_at: string
}

/** JSON is written as text. */
type RuleTables = {
  automation_rule: Omit<RuleRow, 'trigger' | 'conditions' | 'actions'> & {
    trigger: unknown
    conditions: unknown
    actions: unknown
  }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<RuleTables>()

/** In the order in which they run. */
export const listRules = (db: Database | Transaction, organizationId: string) =>
  tables(db)
    .selectFrom('automation_rule')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute() as Promise<RuleRow[]>

/** Rules that are switched on, and those with these ids also if they are not, by organization and in the order in which they run. */
export async function loadRules(
  db: Database,
  organizationIds: string[],
  ruleIds: string[],
): Promise<Map<string, RuleRow[]>> {
  const rows = (await tables(db)
    .selectFrom('automation_rule')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .where((eb) => eb.or([eb('enabled', '=', true), eb('id', '=', sql<string>`any(${ruleIds}::uuid[])`)]))
    .orderBy('position')
    .execute()) as RuleRow[]
  return Map.groupBy(rows, (row) => row.organization_id)
}

/** Returns which of these customers have organizations with rules: one that is switched off may have an interrupted run. */
export async function customersWithRules(db: Database, customerIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ customer_id: string }>`
    ${prepared} select customer_id from customer_log where customer_id = any(${listOf(customerIds)})
      and organization_id in (select organization_id from automation_rule)`.execute(db)
  return new Set(rows.map(({ customer_id: id }) => id))
}

export const findRule = (db: Database | Transaction, organizationId: string, ruleId: string) =>
  tables(db)
    .selectFrom('automation_rule')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', ruleId)
    .executeTakeFirst() as Promise<RuleRow | undefined>

/** Serializes changes of an organization's rules until the commit, so that their number and order stay valid. */
export const lockRules = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`automation ${organizationId}`}, 0))`.execute(trx)

/** Inserts the rule, or replaces it. */
export async function putRule(trx: Transaction, row: RuleRow): Promise<void> {
  const { id: _id, organization_id: _organization, created_at: _created, ...rest } = row
  const json = {
    trigger: JSON.stringify(row.trigger),
    conditions: JSON.stringify(row.conditions),
    actions: JSON.stringify(row.actions),
  }
  await tables(trx)
    .insertInto('automation_rule')
    .values({ ...row, ...json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...rest, ...json }))
    .execute()
}

export const deleteRule = (trx: Transaction, ruleId: string) =>
  tables(trx).deleteFrom('automation_rule').where('id', '=', ruleId).execute()

export async function orderRules(trx: Transaction, organizationId: string, ids: string[]): Promise<void> {
  await sql`
    update automation_rule r set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o(id, position)
    where r.organization_id = ${organizationId}::uuid and r.id = o.id`.execute(trx)
}

/** Runs of each rule since then. */
export async function runFigures(
  db: Database,
  organizationId: string,
  since: string,
): Promise<Map<string, Rule['runs']>> {
  const { rows } = await sql<{ rule_id: string } & Rule['runs']>`
    select r.id as rule_id, count(a.id)::int as total,
      count(a.id) filter (where a.outcome in ('failed', 'limited'))::int as failed, max(a.created_at) as last_at
    from automation_rule r left join automation_run a on a.rule_id = r.id and a.created_at >= ${since}::timestamptz
    where r.organization_id = ${organizationId}::uuid group by r.id`.execute(db)
  return new Map(rows.map(({ rule_id: id, ...runs }) => [id, runs]))
}
