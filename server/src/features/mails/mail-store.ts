import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

interface MailRow {
  id: string
  organization_id: string | null
  agent_id: string | null
  kind: string
  priority: number
  content: string | null
  created_at: string
  expires_at: string
  due_at: string
  attempts: number
  settled_at: string | null
  failure: string | null
}

const tables = (db: Database | Transaction) => (db as Database).withTables<{ mail: MailRow }>()

/** A time in a statement, by the database's clock. */
type Time = RawBuilder<string>

const after = (time: Time, milliseconds: number): Time =>
  sql<string>`${time} + ${milliseconds}::float8 * interval '1 millisecond'`

export async function insertMail(
  db: Database | Transaction,
  row: Pick<MailRow, 'id' | 'organization_id' | 'agent_id' | 'kind' | 'priority'> & { content: string },
  { now, lifetimeMs }: { now: Time; lifetimeMs: number },
): Promise<void> {
  await tables(db)
    .insertInto('mail')
    .values({
      ...row,
      created_at: now,
      expires_at: after(now, lifetimeMs),
      due_at: now,
      attempts: 0,
      settled_at: null,
      failure: null,
    })
    .execute()
}

/** A mail with a lease. `attempts` is the fencing token. */
export interface ClaimedMail {
  id: string
  kind: string
  content: string
  created_at: string
  attempts: number
  /** Milliseconds until it is given up. */
  remaining_ms: number
}

/** Leases the next due mail: the most urgent, then the one that has waited longest. */
export async function claimMail(db: Database, now: Time, leaseMs: number): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mail set attempts = attempts + 1, due_at = ${after(now, leaseMs)}
    where id = (
      select id from mail where settled_at is null and due_at <= ${now}
      order by priority, due_at limit 1 for update skip locked
    )
    returning id, kind, content, created_at, attempts,
      (extract(epoch from expires_at - ${now}) * 1000)::float8 as remaining_ms`.execute(db)
  return rows[0]
}

type Claim = Pick<ClaimedMail, 'id' | 'attempts'>

const held = (db: Database, { id, attempts }: Claim) =>
  tables(db)
    .updateTable('mail')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('settled_at', 'is', null)

/** Removes the content. Returns false if the lease was lost. */
export async function settleMail(
  db: Database,
  claim: Claim,
  now: Time,
  failure: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, claim)
    .set({ settled_at: now, content: null, failure })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Settles what waits for this agent, also under a lease. undefined: mails of every kind. */
export function withdrawMails(
  db: Database | Transaction,
  { agentId, kind }: { agentId: string; kind: string | undefined },
  now: Time,
): Promise<{ created_at: string }[]> {
  const waiting = tables(db)
    .updateTable('mail')
    .set({ settled_at: now, content: null, failure: 'withdrawn' })
    .where('agent_id', '=', agentId)
    .where('settled_at', 'is', null)
    .returning('created_at')
  return (kind === undefined ? waiting : waiting.where('kind', '=', kind)).execute()
}

export async function deferMail(db: Database, claim: Claim, now: Time, delayMs: number): Promise<void> {
  await held(db, claim)
    .set({ due_at: after(now, delayMs) })
    .execute()
}

/** Ends leases of this process without an attempt. */
export const returnMail = (db: Database, claim: Claim, now: Time): Promise<unknown> =>
  held(db, claim).set({ due_at: now }).execute()

export async function queueDepth(db: Database, now: Time): Promise<{ due: number; later: number }> {
  const { rows } = await sql<{ due: number; later: number }>`
    select count(*) filter (where due_at <= ${now})::integer as due,
      count(*) filter (where due_at > ${now})::integer as later
    from mail where settled_at is null`.execute(db)
  return rows[0] ?? { due: 0, later: 0 }
}

export const mailStates = (
  db: Database,
  ids: string[],
): Promise<Pick<MailRow, 'id' | 'settled_at' | 'failure'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tables(db).selectFrom('mail').select(['id', 'settled_at', 'failure']).where('id', 'in', ids).execute()

/** Deletes up to `max` mails that were settled before. Returns how many. */
export async function deleteSettled(db: Database, before: Time, max: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('mail')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('mail')
        .select('id')
        .where('settled_at', 'is not', null)
        .where('settled_at', '<', before)
        .limit(max),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
