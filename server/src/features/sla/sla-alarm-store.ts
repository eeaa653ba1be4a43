import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { SlaRow } from './sla-store.ts'

export async function hasAlarm(db: Database, now: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from conversation_sla where alarm_at <= ${now}::timestamptz) as due`.execute(db)
  return rows[0]?.due === true
}

/** Organizations with due alarms, oldest first. A loose index scan: one look-up per organization, however many alarms it has. */
export async function organizationsWithAlarms(db: Database, now: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    with recursive first (organization_id, alarm_at) as (
      (select organization_id, alarm_at from conversation_sla where alarm_at is not null order by organization_id, alarm_at limit 1)
      union all
      select next.* from first cross join lateral (
        select organization_id, alarm_at from conversation_sla
        where alarm_at is not null and organization_id > first.organization_id order by organization_id, alarm_at limit 1
      ) next
    ) select organization_id from first where alarm_at <= ${now}::timestamptz order by alarm_at limit ${max}`.execute(
    db,
  )
  return rows.map(({ organization_id: id }) => id)
}

/**
 * The organization's row whose alarm is the oldest and that no other process has claimed, locked until the commit. Rows are compared,
 * because with equality the planner may choose the index without the organization.
 */
export async function claimAlarm(
  trx: Transaction,
  organizationId: string,
  now: string,
): Promise<SlaRow | undefined> {
  const { rows } = await sql<SlaRow>`
    select * from conversation_sla
    where alarm_at is not null
      and (organization_id, alarm_at) >= (${organizationId}::uuid, '-infinity')
      and (organization_id, alarm_at) <= (${organizationId}::uuid, ${now}::timestamptz)
    order by organization_id, alarm_at limit 1 for update skip locked`.execute(trx)
  return rows[0]
}

export const postponeAlarm = (db: Database, conversationId: string, to: string) =>
  sql`update conversation_sla set alarm_at = ${to} where conversation_id = ${conversationId}::uuid`.execute(
    db,
  )
