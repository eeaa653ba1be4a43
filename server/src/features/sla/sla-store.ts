import type { SlaEntry, SlaMetric } from '@parley/protocol/sla-metric'
import type { SlaPolicy } from '@parley/protocol/sla'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'
import type { Deadline } from './deadlines.ts'
import type { SlaState } from './sla-state.ts'

type Db = Database | Transaction

/** An outcome that is to be written to the log. */
export interface PendingEntry {
  type: 'sla.met' | 'sla.breached'
  data: SlaEntry
}

export interface SlaRow {
  conversation_id: string
  organization_id: string
  customer_id: string
  team_id: string | null
  policy_id: string | null
  state: SlaState
  deadlines: Deadline[]
  outcomes: PendingEntry[]
  due_metric: SlaMetric | null
  due_at: string | null
  warn_at: string | null
  alarm_at: string | null
}

/** `counted_since`: since when the organization has had policies without interruption. */
type HeldPolicy = SlaPolicy & { counted_since: string }

type PolicyRow = SlaPolicy & {
  organization_id: string
  position: number
  updated_at: string
  counted_since: string | null
}

/** JSON is written as text. */
type SlaTables = {
  sla_policy: Omit<PolicyRow, 'conditions' | 'targets'> & { conditions: unknown; targets: unknown }
  conversation_sla: Omit<SlaRow, 'state' | 'deadlines' | 'outcomes'> & {
    state: unknown
    deadlines: unknown
    outcomes: unknown
  }
}

const tables = (db: Db) => (db as Database).withTables<SlaTables>()

const policyColumns = sql.raw('id, name, conditions, counting, targets, created_at')
/** Policies of earlier releases lack it. */
const countedSince = sql.raw('coalesce(counted_since, created_at)')
const inOrder = sql.raw(`order by conditions = '{}', position, id`)

/** In the order in which they are tried. */
export async function listPolicies(db: Db, organizationId: string): Promise<SlaPolicy[]> {
  const { rows } = await sql<SlaPolicy>`
    select ${policyColumns} from sla_policy where organization_id = ${organizationId}::uuid ${inOrder}`.execute(
    db,
  )
  return rows
}

/**
 * The policies of each organization that has any, locked against changes, so that a recalculation comes after. Rows alone could
 * not lock the first policy. The lock is a statement of its own: the next one sees what was committed before.
 */
export async function holdPolicies(
  trx: Transaction,
  organizationIds: string[],
): Promise<Map<string, HeldPolicy[]>> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended('sla ' || id, 0))
    from unnest(${organizationIds.toSorted()}::text[]) as t (id)`.execute(trx)
  const { rows } = await sql<HeldPolicy & { organization_id: string }>`
    select organization_id, ${policyColumns}, ${countedSince} as counted_since from sla_policy
    where organization_id = any(${organizationIds}::uuid[]) ${inOrder}`.execute(trx)
  const found = new Map<string, HeldPolicy[]>()
  for (const { organization_id: id, ...policy } of rows) found.set(id, [...(found.get(id) ?? []), policy])
  return found
}

/** Those of these customers whose organizations have a policy. */
export async function customersWithPolicies(db: Database, customerIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ customer_id: string }>`
    ${prepared} select customer_id from customer_log where customer_id = any(${listOf(customerIds)})
      and organization_id in (select organization_id from sla_policy)`.execute(db)
  return new Set(rows.map(({ customer_id: id }) => id))
}

/** Serializes changes of an organization's policies until the commit. */
export const lockPolicies = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sla ${organizationId}`}, 0))`.execute(trx)

const asJson = (policy: SlaPolicy) => ({
  ...policy,
  conditions: JSON.stringify(policy.conditions),
  targets: JSON.stringify(policy.targets),
})

/** Behind the others. */
export const insertPolicy = (trx: Transaction, organizationId: string, policy: SlaPolicy, now: string) =>
  tables(trx)
    .insertInto('sla_policy')
    .values({
      ...asJson(policy),
      organization_id: organizationId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from sla_policy where organization_id = ${organizationId}::uuid)`,
      updated_at: now,
      counted_since: sql<string>`coalesce(
        (select min(${countedSince}) from sla_policy where organization_id = ${organizationId}::uuid), ${now}::timestamptz
      )`,
    })
    .execute()

export const updatePolicy = (trx: Transaction, policy: SlaPolicy, now: string) =>
  tables(trx)
    .updateTable('sla_policy')
    .set({ ...asJson(policy), updated_at: now })
    .where('id', '=', policy.id)
    .execute()

export const deletePolicy = (trx: Transaction, policyId: string) =>
  tables(trx).deleteFrom('sla_policy').where('id', '=', policyId).execute()

export const movePolicies = (trx: Transaction, ids: string[]) =>
  sql`
    update sla_policy set position = t.position
    from unnest(${ids}::uuid[]) with ordinality as t (id, position) where sla_policy.id = t.id`.execute(trx)

/** Locked in the order of their ids, by conversation. */
export async function holdRows(trx: Transaction, conversationIds: string[]): Promise<Map<string, SlaRow>> {
  if (conversationIds.length === 0) return new Map()
  const rows = (await tables(trx)
    .selectFrom('conversation_sla')
    .selectAll()
    .where('conversation_id', 'in', conversationIds)
    .orderBy('conversation_id')
    .forUpdate()
    .execute()) as SlaRow[]
  return new Map(rows.map((row) => [row.conversation_id, row]))
}

export const findRow = async (
  db: Db,
  organizationId: string,
  conversationId: string,
): Promise<SlaRow | undefined> =>
  (await tables(db)
    .selectFrom('conversation_sla')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()) as SlaRow | undefined

/** In the order of their ids, as they are locked. */
const insertRows = (trx: Transaction, rows: SlaRow[]) =>
  tables(trx)
    .insertInto('conversation_sla')
    .values(
      rows
        .toSorted((a, b) => (a.conversation_id < b.conversation_id ? -1 : 1))
        .map((row) => ({
          ...row,
          state: JSON.stringify(row.state),
          deadlines: JSON.stringify(row.deadlines),
          outcomes: JSON.stringify(row.outcomes),
        })),
    )

/** Returns the conversations that had no rows: rows that another transaction has written meanwhile stay as they are. */
export async function addRows(trx: Transaction, rows: SlaRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const added = await insertRows(trx, rows)
    .onConflict((conflict) => conflict.column('conversation_id').doNothing())
    .returning('conversation_id')
    .execute()
  return new Set(added.map((row) => row.conversation_id))
}

export async function saveRows(trx: Transaction, rows: SlaRow[]): Promise<void> {
  if (rows.length === 0) return
  await insertRows(trx, rows)
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((eb) => ({
        team_id: eb.ref('excluded.team_id'),
        policy_id: eb.ref('excluded.policy_id'),
        state: eb.ref('excluded.state'),
        deadlines: eb.ref('excluded.deadlines'),
        outcomes: eb.ref('excluded.outcomes'),
        due_metric: eb.ref('excluded.due_metric'),
        due_at: eb.ref('excluded.due_at'),
        warn_at: eb.ref('excluded.warn_at'),
        alarm_at: eb.ref('excluded.alarm_at'),
      })),
    )
    .execute()
}

export interface DeletedRows {
  /** Customers whose inbox rows showed a deadline: those in the view `conversation_due`. */
  shownTo: string[]
  /** The last one of a full batch; null: there are no more. */
  lastId: string | null
}

/**
 * Deletes up to `max` rows of an organization with ids after `after`. In the order of the index, so that two that delete do not
 * deadlock, and each statement skips what the ones before have deleted.
 */
export async function deleteRows(
  db: Db,
  { organizationId, after, max }: { organizationId: string; after: string | null; max: number },
): Promise<DeletedRows> {
  const { rows } = await sql<{ conversation_id: string; customer_id: string; is_shown: boolean }>`
    delete from conversation_sla where conversation_id in (
      select conversation_id from conversation_sla
      where organization_id = ${organizationId}::uuid
        and conversation_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by conversation_id limit ${max} for update
    ) returning conversation_id, customer_id, due_at is not null as is_shown`.execute(db)
  const ids = rows.map(({ conversation_id: id }) => id).sort()
  return {
    shownTo: rows.filter((row) => row.is_shown).map((row) => row.customer_id),
    lastId: rows.length < max ? null : (ids.at(-1) ?? null),
  }
}

/**
 * Deletes running clocks of conversations that an import has closed: the consumer skips imported entries. Not in a transaction that
 * holds a log, because alarms lock a row before the log.
 */
const deleteClosedByImport = (db: Db, organizationId: string) =>
  sql`
    delete from conversation_sla where conversation_id in (
      select s.conversation_id from conversation_sla s
      where s.organization_id = ${organizationId}::uuid and (s.state->>'open')::boolean and (
        select e.type = 'conversation.ended' and e.actor->'imported' is not null from event_log e
        where e.customer_id = s.customer_id and e.conversation_id = s.conversation_id
          and e.type in ('conversation.started', 'conversation.ended')
        order by e.seq desc limit 1
      ) order by s.conversation_id for update
    )`.execute(db)

/** The recalculation comes last: it restores the clocks of a conversation that was opened again meanwhile. */
export async function updateClocksAfterImport(db: Database, organizationId: string): Promise<void> {
  await deleteClosedByImport(db, organizationId)
  await requestRecalculation(db, organizationId)
}

export const requestRecalculation = (db: Db, organizationId: string) =>
  sql`
    insert into sla_recalculation (organization_id)
    select ${organizationId}::uuid
    where exists (select from sla_policy where organization_id = ${organizationId}::uuid)
      or exists (select from conversation_sla where organization_id = ${organizationId}::uuid)
    on conflict (organization_id) do update set version = sla_recalculation.version + 1`.execute(db)

/** For half a minute, by the clock of the database. */
export async function claimRecalculation(
  db: Db,
): Promise<{ organization_id: string; version: string } | undefined> {
  const { rows } = await sql<{ organization_id: string; version: string }>`
    update sla_recalculation set claimed_until = now() + interval '30 seconds'
    where organization_id = (
      select organization_id from sla_recalculation where claimed_until is null or claimed_until < now()
      limit 1 for update skip locked
    ) returning organization_id, version::text`.execute(db)
  return rows[0]
}

export const keepRecalculation = (db: Db, organizationId: string) =>
  sql`
    update sla_recalculation set claimed_until = now() + interval '30 seconds'
    where organization_id = ${organizationId}::uuid`.execute(db)

/** One that was requested again meanwhile can be claimed again. */
export async function endRecalculation(db: Db, organizationId: string, version: string): Promise<void> {
  await sql`
    delete from sla_recalculation where organization_id = ${organizationId}::uuid and version = ${version}::bigint`.execute(
    db,
  )
  await sql`
    update sla_recalculation set claimed_until = null where organization_id = ${organizationId}::uuid`.execute(
    db,
  )
}
