import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { MediaRecord } from '@parley/protocol/media'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { deleteInBatches } from '../../core/delete-in-batches.ts'
import { visibleTo, type Viewer, type VisibilityColumns } from '../../core/visibility.ts'

export interface CannedReplyRow extends VisibilityColumns {
  id: string
  organization_id: string
  agent_id: string | null
  shortcut: string
  shortcut_key: string
  content: string
  actions: ReplyAction[]
  media: MediaRecord[]
  created_at: string
  updated_at: string
}

export type RowWithUses = CannedReplyRow & { mine: number; total: number }

/** JSON columns are written as text. */
type Written = Omit<CannedReplyRow, 'actions' | 'media'> & {
  actions: ReplyAction[] | string
  media: MediaRecord[] | string
}

const tables = (db: Database | Transaction) => (db as Database).withTables<{ canned_reply: Written }>()

/** Days over which uses are counted. */
export const useDays = 30

const withUses = (reader: Viewer, since: string) => sql`
  select r.*, coalesce(u.mine, 0)::int as mine, coalesce(u.total, 0)::int as total
  from canned_reply r
  left join lateral (
    select sum(uses) filter (where agent_id = ${reader.agentId}::uuid) as mine, sum(uses) as total
    from canned_reply_use where canned_reply_id = r.id and day > ${since}::date
  ) u on true
  where ${visibleTo('r', reader)}`

/** Newest first. @param since a day: uses after it are counted */
export async function listReplies(
  db: Database,
  reader: Viewer,
  since: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<RowWithUses[]> {
  const { after } = page
  const { rows } = await sql<RowWithUses>`${withUses(reader, since)}
    ${after === null ? sql`` : sql`and (r.created_at, r.id) < (${after.created_at}, ${after.id}::uuid)`}
    order by r.created_at desc, r.id desc limit ${page.max}`.execute(db)
  return rows
}

export async function findReply(
  db: Database | Transaction,
  reader: Viewer,
  since: string,
  id: string,
): Promise<RowWithUses | undefined> {
  const { rows } = await sql<RowWithUses>`${withUses(reader, since)} and r.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns all replies visible to the reader by shortcut, for export and import. */
export async function allReplies(db: Database | Transaction, reader: Viewer): Promise<CannedReplyRow[]> {
  const { rows } = await sql<CannedReplyRow>`
    select r.* from canned_reply r where ${visibleTo('r', reader)}
    order by r.visibility, r.shortcut_key, r.id`.execute(db)
  return rows
}

/** Serializes additions, so that counts stay valid until the commit. */
export const lockReplies = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`canned replies ${organizationId}`}, 0))`.execute(trx)

/** Counts the replies of the organization and its teams, or the personal ones of an agent. */
export async function countReplies(
  db: Database | Transaction,
  organizationId: string,
  owner: 'shared' | { agentId: string },
): Promise<number> {
  let rows = tables(db)
    .selectFrom('canned_reply')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('visibility', owner === 'shared' ? '<>' : '=', 'personal')
  if (owner !== 'shared') rows = rows.where('agent_id', '=', owner.agentId)
  return (await rows.executeTakeFirstOrThrow()).count
}

const written = ({ actions, media, ...row }: CannedReplyRow): Written => ({
  ...row,
  actions: JSON.stringify(actions),
  media: JSON.stringify(media),
})

export const insertReply = (trx: Transaction, row: CannedReplyRow) =>
  tables(trx).insertInto('canned_reply').values(written(row)).execute()

export const updateReply = (trx: Transaction, row: CannedReplyRow) =>
  tables(trx).updateTable('canned_reply').set(written(row)).where('id', '=', row.id).execute()

export const deleteReply = (trx: Transaction, id: string) =>
  tables(trx).deleteFrom('canned_reply').where('id', '=', id).execute()

/** Deletes the personal replies of an agent. Returns their ids. */
export async function deletePersonalReplies(trx: Transaction, agentId: string): Promise<string[]> {
  const rows = await tables(trx)
    .deleteFrom('canned_reply')
    .where('visibility', '=', 'personal')
    .where('agent_id', '=', agentId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the replies of a team. Returns their ids. */
export async function deleteRepliesOfTeam(trx: Transaction, teamId: string): Promise<string[]> {
  const rows = await tables(trx)
    .deleteFrom('canned_reply')
    .where('team_id', '=', teamId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns false if the reader does not see the reply, or it is deleted meanwhile. */
export async function countUse(
  db: Database,
  reader: Viewer & { agentId: string },
  replyId: string,
  day: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into canned_reply_use (canned_reply_id, agent_id, day, uses)
    select r.id, ${reader.agentId}::uuid, ${day}::date, 1 from canned_reply r
    where r.id = ${replyId} and ${visibleTo('r', reader)} for key share
    on conflict (canned_reply_id, agent_id, day) do update set uses = canned_reply_use.uses + 1`.execute(db)
  return numAffectedRows === 1n
}

export const deleteUsesUntil = (db: Database, day: string) =>
  deleteInBatches(db, 'canned_reply_use', sql`day <= ${day}::date`)
