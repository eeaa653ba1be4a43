import {
  countedNotifications,
  type NotificationKind,
  type NotificationSetting,
  type NotificationsRead,
  type NotificationTransport,
} from '@parley/protocol/notification'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

export interface NotificationRow {
  id: string
  organization_id: string
  agent_id: string
  kind: NotificationKind
  subject_id: string
  actor_id: string | null
  customer_id: string
  conversation_id: string | null
  seq: number
  transports: NotificationTransport[]
  created_at: string
  read_at: string | null
}

type NotificationTables = {
  notification: NotificationRow
  notification_setting: NotificationSetting & { agent_id: string }
  /** View of the customers feature for lists to join (migration 0005). */
  customer_face: { id: string; name: string | null; avatar_url: string | null; country_code: string }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<NotificationTables>()

/** Inserts rows and returns the new ones. (agent, kind, subject) is unique. */
export async function insertNotifications(
  db: Transaction,
  rows: NotificationRow[],
): Promise<NotificationRow[]> {
  if (rows.length === 0) return []
  return tables(db)
    .insertInto('notification')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['agent_id', 'kind', 'subject_id']).doNothing())
    .returningAll()
    .execute()
}

/** Who has notifications of these subjects. */
export async function recipientsOf(
  db: Transaction,
  kind: NotificationKind,
  subjectIds: string[],
): Promise<Pick<NotificationRow, 'organization_id' | 'agent_id' | 'transports'>[]> {
  if (subjectIds.length === 0) return []
  return tables(db)
    .selectFrom('notification')
    .select(['organization_id', 'agent_id', 'transports'])
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .execute()
}

/** Returns the recipients of the deleted notifications. */
export async function deleteSubjects(
  db: Transaction,
  kind: NotificationKind,
  subjectIds: string[],
): Promise<{ organization_id: string; agent_id: string }[]> {
  if (subjectIds.length === 0) return []
  return tables(db)
    .deleteFrom('notification')
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .returning(['organization_id', 'agent_id'])
    .execute()
}

export type ShownNotification = NotificationRow & {
  name: string | null
  avatar_url: string | null
  country_code: string
}

const inApp = sql<boolean>`'in_app' = any(notification.transports)`

const shown = (db: Database, agentId: string) =>
  tables(db)
    .selectFrom('notification')
    .innerJoin('customer_face as f', 'f.id', 'notification.customer_id')
    .selectAll('notification')
    .select(['f.name', 'f.avatar_url', 'f.country_code'])
    .where('notification.agent_id', '=', agentId)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')

/** Newest first. */
export function listNotifications(
  db: Database,
  query: {
    agentId: string
    unreadOnly: boolean
    max: number
    after: { created_at: string; id: string } | null
  },
): Promise<ShownNotification[]> {
  const { after } = query
  let rows = shown(db, query.agentId).where(inApp).limit(query.max)
  if (query.unreadOnly) rows = rows.where('notification.read_at', 'is', null)
  if (after)
    rows = rows.where(
      sql<boolean>`(notification.created_at, notification.id) < (${after.created_at}, ${after.id}::uuid)`,
    )
  return rows.execute()
}

/** Newest first, also those that are not listed. */
export const findNotifications = (
  db: Database,
  agentId: string,
  ids: string[],
): Promise<ShownNotification[]> => shown(db, agentId).where('notification.id', 'in', ids).execute()

/** At most `countedNotifications`. */
export async function countUnread(db: Database, agentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from notification where agent_id = ${agentId} and read_at is null and ${inApp}
      limit ${countedNotifications}
    ) unread`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns whether any was unread. */
export async function markRead(
  db: Database,
  agentId: string,
  which: NotificationsRead,
  now: string,
): Promise<boolean> {
  const unread = tables(db)
    .updateTable('notification')
    .set({ read_at: now })
    .where('agent_id', '=', agentId)
    .where('read_at', 'is', null)
  const chosen =
    'ids' in which
      ? unread.where('id', 'in', which.ids)
      : 'up_to' in which
        ? // In the order of the list.
          unread.where(
            sql<boolean>`(created_at, id) <= (select last.created_at, last.id from notification last
              where last.id = ${which.up_to} and last.agent_id = ${agentId})`,
          )
        : unread.where('conversation_id', '=', which.conversation_id)
  const { numUpdatedRows } = await chosen.executeTakeFirst()
  return numUpdatedRows > 0n
}

export const settingsOf = (
  db: Database | Transaction,
  agentIds: string[],
): Promise<(NotificationSetting & { agent_id: string })[]> =>
  tables(db).selectFrom('notification_setting').selectAll().where('agent_id', 'in', agentIds).execute()

export const saveSetting = (db: Database | Transaction, agentId: string, setting: NotificationSetting) =>
  tables(db)
    .insertInto('notification_setting')
    .values({ agent_id: agentId, ...setting })
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'kind']).doUpdateSet({ transports: setting.transports }),
    )
    .execute()

export const deleteOfAgent = (db: Database, agentId: string) =>
  tables(db).deleteFrom('notification').where('agent_id', '=', agentId).execute()

/** Deletes up to `max` of the oldest notifications created before `before`. Returns how many. */
export async function deleteOlder(db: Database, before: string, max: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('notification')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('notification')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(max),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
