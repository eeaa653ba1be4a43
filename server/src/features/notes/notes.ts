import type { AgentFace, Role } from '@parley/protocol/agent'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type { Mention, Note, NoteEdit, NoteInput, NoteRecord } from '@parley/protocol/note'
import { AppError } from '../../core/app-error.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogTransaction, NewEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { roleReaches } from '../../core/permissions.ts'
import {
  findNote,
  findNoteByClientId,
  insertNote,
  notesOfCustomer,
  originalOf,
  replaceNote,
  versionsOfNote,
  type NoteRow,
} from './note-store.ts'

export interface NoteAuthor {
  organizationId: string
  agentId: string
  role: Role
  face: AgentFace
}

export interface NoteDeps {
  db: Database
  log: EventLog
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ id: string; customer_id: string } | undefined>
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
  findTeam: (organizationId: string, teamId: string) => Promise<{ id: string; name: string } | undefined>
  /** Attaches an agent's uploads within the transaction. */
  attachMedia: (
    tx: Transaction,
    upload: {
      mediaIds: string[]
      owner: string
      organizationId: string
      customerId: string
      messageId: string
    },
  ) => Promise<MediaRecord[] | 'media_unknown'>
  agentOwner: (agentId: string) => string
}

export type Notes = ReturnType<typeof createNotes>

/** Private notes (docs/decisions/agent-workspace.md): read and written by agents only, also in closed conversations. */
export function createNotes(deps: NoteDeps) {
  const { db, log } = deps

  async function mentionedAgent(organizationId: string, id: string): Promise<Mention | undefined> {
    const isMember = await deps.agentExists(organizationId, id)
    const face = isMember ? await deps.faceOf(organizationId, id) : undefined
    return face && { type: 'agent', id, name: face.name }
  }

  async function mentionedTeam(organizationId: string, id: string): Promise<Mention | undefined> {
    const team = await deps.findTeam(organizationId, id)
    return team && { type: 'team', id, name: team.name }
  }

  /** Returns the agents and teams with these ids, without those that do not exist. */
  async function findMentions(organizationId: string, ids: string[]): Promise<Mention[]> {
    const found: Mention[] = []
    for (const id of ids) {
      const mention = (await mentionedAgent(organizationId, id)) ?? (await mentionedTeam(organizationId, id))
      if (mention) found.push(mention)
    }
    return found
  }

  /** Changes a note while its customer is locked. @throws AppError not_found, note_deleted, forbidden */
  async function change(
    by: NoteAuthor,
    noteId: string,
    mayChange: (note: NoteRow) => boolean,
    work: (
      tx: LogTransaction,
      note: NoteRow,
    ) => Promise<{ note: NoteRow; type: 'note.edited' | 'note.deleted' } | null>,
  ): Promise<NoteRow> {
    const known = await findNote(db, by.organizationId, noteId)
    if (!known) throw new AppError('not_found')
    return log.transact(async (tx) => {
      const head = await tx.lock(by.organizationId, known.customer_id)
      const note = head && (await findNote(tx.db, by.organizationId, noteId))
      if (!note) throw new AppError('not_found')
      if (!mayChange(note)) throw new AppError('forbidden')
      const changed = await work(tx, note)
      if (changed === null) return note
      tx.append(head, [entryOf(changed.type, changed.note, by.agentId)])
      return changed.note
    })
  }

  return {
    /** Whether the agent has used the `client_id` for a note: a further one is a repeat or a conflict. */
    wasAdded: async (agentId: string, clientId: string): Promise<boolean> =>
      (await findNoteByClientId(db, agentId, clientId)) !== undefined,

    /**
     * Idempotent by `client_id`.
     * @throws AppError not_found, note_empty, agent_unknown, media_unknown, client_id_conflict
     */
    async create(
      author: NoteAuthor,
      conversationId: string,
      input: NoteInput,
    ): Promise<{ note: NoteRow; isRepeat: boolean }> {
      const { organizationId, agentId } = author
      const { client_id: clientId, content, media_ids: mediaIds = [] } = input
      if (content.trim() === '' && mediaIds.length === 0) throw new AppError('note_empty')
      const conversation = await deps.findConversation(organizationId, conversationId)
      if (!conversation) throw new AppError('not_found')
      const found = await findMentions(organizationId, input.mentions ?? [])
      return log.transact(async (tx) => {
        const head = await tx.lock(organizationId, conversation.customer_id)
        if (!head) throw new AppError('not_found')
        const first = await findNoteByClientId(tx.db, agentId, clientId)
        if (first) {
          // Compared with the note as it was added (SPEC S3): an edit or a deletion does not turn a late repeat into a conflict.
          const original = await originalOf(tx.db, first)
          if (first.conversation_id !== conversation.id || !isSameNote(original, { content, mediaIds }))
            throw new AppError('client_id_conflict')
          return { note: first, isRepeat: true }
        }
        const mentions = mentionsAmong(found, input.mentions ?? [])
        const id = newId()
        const media = await deps.attachMedia(tx.db, {
          mediaIds,
          owner: deps.agentOwner(agentId),
          organizationId,
          customerId: head.customer_id,
          messageId: id,
        })
        if (media === 'media_unknown') throw new AppError('media_unknown')
        const note: NoteRow = {
          id,
          organization_id: organizationId,
          customer_id: head.customer_id,
          conversation_id: conversation.id,
          seq: head.last_seq + 1,
          agent_id: agentId,
          author: author.face,
          client_id: clientId,
          content,
          mentions,
          media,
          created_at: tx.now,
          edited_at: null,
          deleted_at: null,
        }
        await insertNote(tx.db, note)
        tx.append(head, [entryOf('note.created', note, agentId)])
        return { note, isRepeat: false }
      })
    },

    /** Allowed for the author only. An edit without changes is not stored. Mentions of those who have left since stay. */
    async edit(by: NoteAuthor, noteId: string, { content, mentions: ids = [] }: NoteEdit): Promise<NoteRow> {
      const found = await findMentions(by.organizationId, ids)
      return change(by, noteId, isAuthor(by), async (tx, note) => {
        if (note.deleted_at !== null) throw new AppError('note_deleted')
        if (content.trim() === '' && note.media.length === 0) throw new AppError('note_empty')
        const mentions = mentionsAmong([...found, ...note.mentions], ids)
        if (content === note.content && sameMentions(mentions, note.mentions)) return null
        const edited = { content, mentions, edited_at: tx.now }
        return { note: await replaceNote(tx.db, note, by.face, tx.now, edited), type: 'note.edited' }
      })
    },

    /** Allowed for the author and admins. The content remains in the versions. */
    remove: (by: NoteAuthor, noteId: string): Promise<NoteRow> =>
      change(
        by,
        noteId,
        (note) => isAuthor(by)(note) || roleReaches(by.role, 'admin'),
        async (tx, note) => {
          if (note.deleted_at !== null) return null
          const emptied = { content: '', mentions: [], media: [], deleted_at: tx.now }
          return { note: await replaceNote(tx.db, note, by.face, tx.now, emptied), type: 'note.deleted' }
        },
      ),

    ofCustomer: (query: Parameters<typeof notesOfCustomer>[1]) => notesOfCustomer(db, query),

    /** Earlier versions, newest first. @throws AppError not_found */
    async versions(organizationId: string, noteId: string) {
      if (!(await findNote(db, organizationId, noteId))) throw new AppError('not_found')
      return versionsOfNote(db, noteId)
    },
  }
}

/** @throws AppError agent_unknown */
const mentionsAmong = (known: Mention[], ids: string[]): Mention[] =>
  ids.map((id) => {
    const mention = known.find((each) => each.id === id)
    if (!mention) throw new AppError('agent_unknown', { pointer: '/body/mentions' })
    return mention
  })

const isAuthor =
  ({ agentId }: NoteAuthor) =>
  (note: NoteRow): boolean =>
    note.agent_id === agentId

/** Mentions are not compared: the text names them, and a later repeat may resolve them differently. */
const isSameNote = (
  original: Pick<NoteRow, 'content' | 'media'>,
  repeat: { content: string; mediaIds: string[] },
): boolean =>
  original.content === repeat.content &&
  original.media.length === repeat.mediaIds.length &&
  original.media.every(({ id }) => repeat.mediaIds.includes(id))

const sameMentions = (a: Mention[], b: Mention[]): boolean =>
  a.length === b.length && a.every(({ id }) => b.some((other) => other.id === id))

const entryOf = (
  type: 'note.created' | 'note.edited' | 'note.deleted',
  note: NoteRow,
  agentId: string,
): NewEntry => ({
  type,
  audience: 'agents',
  conversation_id: note.conversation_id,
  actor: { type: 'agent', id: agentId },
  data: recordOf(note),
})

/** A note as agents receive it. */
export const noteOf = (note: NoteRow, withLinks: (media: MediaRecord[]) => Media[]): Note => ({
  ...recordOf(note),
  media: withLinks(note.media),
  seq: note.seq,
  customer_id: note.customer_id,
  conversation_id: note.conversation_id,
})

/** Returns the data of a note's log entries, without links. */
const recordOf = (note: NoteRow): NoteRecord => ({
  id: note.id,
  author: note.author,
  content: note.content,
  mentions: note.mentions,
  media: note.media,
  client_id: note.client_id,
  created_at: note.created_at,
  edited_at: note.edited_at,
  deleted_at: note.deleted_at,
})
