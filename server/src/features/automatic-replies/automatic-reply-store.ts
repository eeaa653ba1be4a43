import type { AutomaticReplies, AutomaticReplyKind } from '@parley/protocol/automatic-reply'
import { sql, type Generated, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type AutomaticReplyTables = {
  automatic_reply_setting: {
    provider_id: string
    organization_id: string
    greeting: unknown
    away: unknown
    updated_at: string
  }
  automatic_reply: {
    customer_id: string
    organization_id: string
    provider_id: string
    conversation_id: string
    greets: boolean
    due_seq: number | null
    due_at: string | null
    claimed_until: string | null
    greeting_at: Generated<string | null>
    away_at: Generated<string | null>
    greeting_seq: Generated<number | null>
    away_seq: Generated<number | null>
  }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<AutomaticReplyTables>()

export const findSettings = (db: Database, providerId: string): Promise<AutomaticReplies | undefined> =>
  tables(db)
    .selectFrom('automatic_reply_setting')
    .select(sql<AutomaticReplies['greeting']>`greeting`.as('greeting'))
    .select(sql<AutomaticReplies['away']>`away`.as('away'))
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

export async function saveSettings(
  db: Database,
  of: { organizationId: string; providerId: string },
  { greeting, away }: AutomaticReplies,
  now: string,
): Promise<void> {
  const columns = { greeting: JSON.stringify(greeting), away: JSON.stringify(away), updated_at: now }
  await tables(db)
    .insertInto('automatic_reply_setting')
    .values({ provider_id: of.providerId, organization_id: of.organizationId, ...columns })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(columns))
    .execute()
}

/** Returns which of these organizations have a channel with an automatic reply turned on. */
export async function organizationsWithReplies(
  db: Transaction,
  organizationIds: string[],
): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('automatic_reply_setting')
    .select('organization_id')
    .distinct()
    .where('organization_id', 'in', organizationIds)
    .where(sql<boolean>`(greeting->>'on')::boolean or (away->>'on')::boolean`)
    .execute()
  return new Set(rows.map(({ organization_id: id }) => id))
}

export interface Trigger {
  customer_id: string
  organization_id: string
  provider_id: string
  conversation_id: string
  /** null: as before in this conversation. */
  greets: boolean | null
  /** null: nothing to respond to. */
  due_seq: number | null
  /** When the newest message was written. */
  due_at: string | null
}

/**
 * Keeps the greeting of a message that is still due, also if an automatic message follows in its conversation. What is due in an earlier
 * conversation is dropped: it has been closed.
 */
export async function putTriggers(db: Transaction, triggers: Trigger[]): Promise<void> {
  if (triggers.length === 0) return
  const isSame = sql<boolean>`r.conversation_id = excluded.conversation_id`
  await sql`
    insert into automatic_reply as r
      (customer_id, organization_id, provider_id, conversation_id, greets, due_seq, due_at)
    select t.customer_id, t.organization_id, t.provider_id, t.conversation_id, coalesce(t.greets, false), t.due_seq, t.due_at
    from jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) as t(customer_id uuid, organization_id uuid,
      provider_id uuid, conversation_id uuid, greets boolean, due_seq bigint, due_at timestamptz)
    on conflict (customer_id) do update set
      conversation_id = excluded.conversation_id,
      greets = excluded.greets or ${isSame} and r.greets and (${unchanged()} or r.due_at is not null),
      due_seq = coalesce(excluded.due_seq, case when ${isSame} then r.due_seq end),
      due_at = coalesce(excluded.due_at, case when ${isSame} then r.due_at end)`.execute(db)

  /** Of the row that is being inserted: `excluded` has no null any more. */
  function unchanged(): RawBuilder<boolean> {
    const ids = triggers.filter(({ greets }) => greets === null).map(({ customer_id: id }) => id)
    return sql<boolean>`excluded.customer_id = any(${ids}::uuid[])`
  }
}

/** A dead process's rows are taken over after this time. */
const claimSeconds = 60

export interface DueReply {
  customer_id: string
  organization_id: string
  provider_id: string
  conversation_id: string
  greets: boolean
  due_seq: number
  due_at: string
}

export async function claimDue(db: Database, now: RawBuilder<string>, max: number): Promise<DueReply[]> {
  const { rows } = await sql<DueReply>`
    update automatic_reply r set claimed_until = ${now} + ${claimSeconds} * interval '1 second'
    from (
      select customer_id from automatic_reply
      where due_at is not null and (claimed_until is null or claimed_until <= ${now})
      order by due_at limit ${max} for update skip locked
    ) free
    where r.customer_id = free.customer_id
    returning r.customer_id, r.organization_id, r.provider_id, r.conversation_id, r.greets, r.due_seq, r.due_at`.execute(
    db,
  )
  return rows
}

/**
 * Records that this text is being sent. Returns false if the contact got it for another message less than `intervalMs`
 * ago.
 */
export async function recordSending(
  db: Database,
  row: DueReply,
  kind: AutomaticReplyKind,
  { now, intervalMs }: { now: RawBuilder<string>; intervalMs: number },
): Promise<boolean> {
  const column = `${kind}_at` as const
  const seq = `${kind}_seq` as const
  const { numUpdatedRows } = await tables(db)
    .updateTable('automatic_reply')
    .set({ [column]: now, [seq]: row.due_seq })
    .where('customer_id', '=', row.customer_id)
    .where((eb) =>
      eb.or([
        eb(column, 'is', null),
        eb(seq, '=', row.due_seq),
        eb(column, '<=', sql<string>`${now} - ${intervalMs}::float8 * interval '1 millisecond'`),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The contact did not get this text. What was there before `recordSending` was too old to matter. */
export async function undoSending(db: Database, row: DueReply, kind: AutomaticReplyKind): Promise<void> {
  await tables(db)
    .updateTable('automatic_reply')
    .set({ [`${kind}_at` as const]: null, [`${kind}_seq` as const]: null })
    .where('customer_id', '=', row.customer_id)
    .where(`${kind}_seq`, '=', row.due_seq)
    .execute()
}

/** Ends the claim early: the row is claimed again after `ms`. */
export const postponeDue = (
  db: Database,
  row: DueReply,
  { now, ms }: { now: RawBuilder<string>; ms: number },
): Promise<unknown> =>
  sql`
    update automatic_reply set claimed_until = ${now} + ${ms}::float8 * interval '1 millisecond'
    where customer_id = ${row.customer_id}`.execute(db)

/** Ends the claim. A message that arrived meanwhile stays due, and the greeting of a conversation that began meanwhile. */
export function finishDue(db: Database, row: DueReply): Promise<unknown> {
  const isNewer = sql<boolean>`(due_seq > ${row.due_seq} or conversation_id <> ${row.conversation_id})`
  return sql`
    update automatic_reply set claimed_until = null,
      due_at = case when ${isNewer} then due_at end,
      greets = case when ${isNewer} then greets else false end
    where customer_id = ${row.customer_id}`.execute(db)
}
