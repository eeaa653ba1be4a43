import type { NotificationKind } from '@parley/protocol/notification'
import type { Language } from '@parley/protocol/provider'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { NotificationRow } from './notification-store.ts'

type Time = RawBuilder<string>

const tables = (db: Database | Transaction) =>
  (db as Database).withTables<{
    notification: NotificationRow & { mailed_at: string | null }
    notification_mail: {
      agent_id: string
      organization_id: string
      language: Language
      due_at: string | null
      sent_at: string | null
    }
  }>()

const later = (time: Time, milliseconds: number): Time =>
  sql<string>`${time} + ${milliseconds}::float8 * interval '1 millisecond'`

export interface MailDelays {
  /** How long an agent is away before an e-mail is sent. */
  awayMs: number
  /** At most one e-mail in this time. */
  bundleMs: number
}

/** Schedules an e-mail for each of these agents, unless one is scheduled already. */
export async function scheduleMails(
  trx: Transaction,
  agents: { agentId: string; organizationId: string }[],
  now: Time,
  { awayMs, bundleMs }: MailDelays,
): Promise<void> {
  if (agents.length === 0) return
  await tables(trx)
    .insertInto('notification_mail')
    .values(
      agents.map(({ agentId, organizationId }) => ({
        agent_id: agentId,
        organization_id: organizationId,
        language: 'en' as const,
        due_at: later(now, awayMs),
        sent_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet({
        due_at: sql<string>`coalesce(notification_mail.due_at,
          greatest(excluded.due_at, notification_mail.sent_at + ${bundleMs}::float8 * interval '1 millisecond'))`,
      }),
    )
    .execute()
}

/** Also locks the schedule in a transaction. */
export const saveMailLanguage = (
  db: Database | Transaction,
  { agentId, organizationId }: { agentId: string; organizationId: string },
  language: Language,
): Promise<unknown> =>
  tables(db)
    .insertInto('notification_mail')
    .values({ agent_id: agentId, organization_id: organizationId, language, due_at: null, sent_at: null })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ language }))
    .execute()

/** Locks the agent's schedule until the transaction ends. Waits for a sweep that is queuing an e-mail. */
export const lockSchedule = (trx: Transaction, agentId: string): Promise<unknown> =>
  tables(trx)
    .selectFrom('notification_mail')
    .select('agent_id')
    .where('agent_id', '=', agentId)
    .forUpdate()
    .execute()

/** Agents with a scheduled e-mail. */
export const scheduledAgents = (db: Database): Promise<{ agent_id: string; organization_id: string }[]> =>
  tables(db)
    .selectFrom('notification_mail')
    .select(['agent_id', 'organization_id'])
    .where('due_at', 'is not', null)
    .limit(10_000)
    .execute()

/** Starts the time over which these agents have to be away. */
export async function postponeMails(
  db: Database,
  agentIds: string[],
  now: Time,
  awayMs: number,
): Promise<void> {
  if (agentIds.length === 0) return
  await tables(db)
    .updateTable('notification_mail')
    .set({ due_at: sql<string>`greatest(due_at, ${later(now, awayMs)})` })
    .where('agent_id', 'in', agentIds)
    .where('due_at', 'is not', null)
    .execute()
}

/** Locks the next due agent until the transaction ends. */
export const claimDueAgent = (
  trx: Transaction,
  now: Time,
): Promise<{ agent_id: string; organization_id: string; language: Language } | undefined> =>
  tables(trx)
    .selectFrom('notification_mail')
    .select(['agent_id', 'organization_id', 'language'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const endSchedule = (
  db: Database | Transaction,
  agentId: string,
  sentAt: Time | null,
): Promise<unknown> =>
  tables(db)
    .updateTable('notification_mail')
    .set({ due_at: null, ...(sentAt && { sent_at: sentAt }) })
    .where('agent_id', '=', agentId)
    .execute()

const markMailed = (trx: Transaction, agentId: string, now: Time) =>
  tables(trx)
    .updateTable('notification')
    .set({ mailed_at: now })
    .where('agent_id', '=', agentId)
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .where(sql<boolean>`'email' = any(transports)`)

/** Marks the agent's unread notifications as mailed and returns the ids of those still wanted by e-mail, newest first. */
export async function takeUnsent(trx: Transaction, agentId: string, now: Time): Promise<string[]> {
  const rows = await markMailed(trx, agentId, now)
    .returning([
      'id',
      'created_at',
      // The consumer may commit a row with the setting that it read before a change.
      sql<boolean>`exists (select from notification_setting setting where setting.agent_id = notification.agent_id
        and setting.kind = notification.kind and 'email' = any(setting.transports))`.as('is_wanted'),
    ])
    .execute()
  return rows
    .filter((row) => row.is_wanted)
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .map(({ id }) => id)
}

/** Marks unsent notifications of this kind as mailed, so that they never are. The schedule must be locked. */
export const cancelKind = (
  trx: Transaction,
  agentId: string,
  kind: NotificationKind,
  now: Time,
): Promise<unknown> => markMailed(trx, agentId, now).where('kind', '=', kind).execute()

/**
 * Makes the unread notifications of an e-mail that was enqueued then unsent again. The bundling time tells them from those of the e-mail
 * before. The schedule must be locked.
 */
export const returnUnsent = (
  trx: Transaction,
  agentId: string,
  enqueuedAt: string,
  { bundleMs }: MailDelays,
): Promise<unknown> =>
  tables(trx)
    .updateTable('notification')
    .set({ mailed_at: null })
    .where('agent_id', '=', agentId)
    .where('read_at', 'is', null)
    .where('mailed_at', '<=', enqueuedAt)
    .where('mailed_at', '>', later(sql<string>`${enqueuedAt}::timestamptz`, -bundleMs))
    .execute()

/** Ends the schedule; what is unsent is never mailed. */
export async function cancelMails(trx: Transaction, agentId: string, now: Time): Promise<void> {
  // First the schedule, as the sweep locks them.
  await endSchedule(trx, agentId, null)
  await markMailed(trx, agentId, now).execute()
}

/** The language of an agent's e-mails. */
export async function mailLanguageOf(db: Database, agentId: string): Promise<Language> {
  const row = await tables(db)
    .selectFrom('notification_mail')
    .select('language')
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return row?.language ?? 'en'
}
