import type { AgentFace } from '@parley/protocol/agent'
import type { MediaRecord } from '@parley/protocol/media'
import type { Mention } from '@parley/protocol/note'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

export interface NoteRow {
  id: string
  organization_id: string
  customer_id: string
  conversation_id: string
  seq: number
  agent_id: string
  author: AgentFace
  client_id: string
  content: string
  mentions: Mention[]
  media: MediaRecord[]
  created_at: string
  edited_at: string | null
  deleted_at: string | null
}

export interface NoteVersionRow {
  content: string
  mentions: Mention[]
  media: MediaRecord[]
  replaced_at: string
  replaced_by: AgentFace
}

/** JSON columns are written as text. */
type Written<Row, Json extends keyof Row> = Omit<Row, Json> & { [K in Json]: Row[K] | string }

type NoteTables = {
  note: Written<NoteRow, 'author' | 'mentions' | 'media'>
  note_version: Written<NoteVersionRow, 'replaced_by' | 'mentions' | 'media'> & {
    note_id: string
    version: number
  }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<NoteTables>()

export async function insertNote(db: Transaction, row: NoteRow): Promise<void> {
  await tables(db)
    .insertInto('note')
    .values({
      ...row,
      author: JSON.stringify(row.author),
      mentions: JSON.stringify(row.mentions),
      media: JSON.stringify(row.media),
    })
    .execute()
}

export const findNote = (db: Database | Transaction, organizationId: string, noteId: string) =>
  tables(db)
    .selectFrom('note')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', noteId)
    .executeTakeFirst() as Promise<NoteRow | undefined>

export const findNoteByClientId = (db: Database | Transaction, agentId: string, clientId: string) =>
  tables(db)
    .selectFrom('note')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('client_id', '=', clientId)
    .executeTakeFirst() as Promise<NoteRow | undefined>

/** The note's text and attachments when it was added, also after edits and a deletion. */
export async function originalOf(
  db: Transaction,
  note: NoteRow,
): Promise<Pick<NoteRow, 'content' | 'media'>> {
  const first = (await tables(db)
    .selectFrom('note_version')
    .select(['content', 'media'])
    .where('note_id', '=', note.id)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()) as Pick<NoteVersionRow, 'content' | 'media'> | undefined
  return first ?? note
}

/** Newest first. */
export async function notesOfCustomer(
  db: Database,
  query: {
    organizationId: string
    customerId: string
    max: number
    after: { created_at: string; id: string } | null
  },
): Promise<NoteRow[]> {
  const { after } = query
  let rows = tables(db)
    .selectFrom('note')
    .selectAll()
    .where('organization_id', '=', query.organizationId)
    .where('customer_id', '=', query.customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.max)
  if (after !== null)
    rows = rows.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id}::uuid)`)
  return (await rows.execute()) as NoteRow[]
}

/** Stores the current content as a version, then changes the note. The customer's log head must be locked. */
export async function replaceNote(
  db: Transaction,
  note: NoteRow,
  by: AgentFace,
  at: string,
  change: Partial<Pick<NoteRow, 'content' | 'mentions' | 'media' | 'edited_at' | 'deleted_at'>>,
): Promise<NoteRow> {
  await tables(db)
    .insertInto('note_version')
    .values({
      note_id: note.id,
      version: sql<number>`(select count(*) + 1 from note_version where note_id = ${note.id})`,
      content: note.content,
      mentions: JSON.stringify(note.mentions),
      media: JSON.stringify(note.media),
      replaced_at: at,
      replaced_by: JSON.stringify(by),
    })
    .execute()
  const { mentions, media, ...plain } = change
  await tables(db)
    .updateTable('note')
    .set({
      ...plain,
      ...(mentions && { mentions: JSON.stringify(mentions) }),
      ...(media && { media: JSON.stringify(media) }),
    })
    .where('id', '=', note.id)
    .execute()
  return { ...note, ...change }
}

/** Content by id. Deleted notes are omitted. */
export async function contentsOfNotes(
  db: Database,
  organizationId: string,
  noteIds: string[],
): Promise<Map<string, string>> {
  if (noteIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('note')
    .select(['id', 'content'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', noteIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** Ids of the agents whom the note mentioned before the edit at this time. */
export async function mentionedBefore(
  db: Transaction,
  noteId: string,
  editedAt: string,
): Promise<Set<string>> {
  const versions = (await tables(db)
    .selectFrom('note_version')
    .select('mentions')
    .where('note_id', '=', noteId)
    .where('replaced_at', '<=', editedAt)
    .execute()) as Pick<NoteVersionRow, 'mentions'>[]
  return new Set(versions.flatMap(({ mentions }) => mentions.map(({ id }) => id)))
}

/** Newest first. */
export const versionsOfNote = (db: Database, noteId: string) =>
  tables(db)
    .selectFrom('note_version')
    .select(['content', 'mentions', 'media', 'replaced_at', 'replaced_by'])
    .where('note_id', '=', noteId)
    .orderBy('version', 'desc')
    .execute() as Promise<NoteVersionRow[]>
