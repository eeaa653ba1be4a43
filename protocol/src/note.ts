import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { maxMediaPerMessage, maxMessageLength } from './message.ts'
import { Media, MediaRecord } from './media.ts'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'

/** Maximum mentions per note. */
const maxMentions = 50

/** An agent mentioned in a note, with the name shown after `@` in the text. */
export const Mention = Type.Object({ type: Type.Literal('agent'), id: Id, name: Type.String() }, closed)
export type Mention = Static<typeof Mention>

/**
 * A private note as stored in the log. Only agents receive it: notes have their own table and entry types, so nothing that reads
 * messages can include them.
 */
export const NoteRecord = Type.Object(
  {
    id: Id,
    author: AgentFace,
    /** Empty after deletion. */
    content: Type.String(),
    mentions: Type.Array(Mention),
    media: Type.Array(MediaRecord),
    client_id: Id,
    created_at: Timestamp,
    edited_at: nullable(Timestamp),
    deleted_at: nullable(Timestamp),
  },
  closed,
)
export type NoteRecord = Static<typeof NoteRecord>

/** A note on the wire: with its log position, its conversation, and links to its attachments. */
export const Note = Type.Object(
  {
    ...NoteRecord.properties,
    media: Type.Array(Media),
    seq: Seq,
    customer_id: Id,
    conversation_id: Id,
  },
  closed,
)
export type Note = Static<typeof Note>

const content = Type.String({ maxLength: maxMessageLength })
const mentions = Type.Array(Id, {
  maxItems: maxMentions,
  uniqueItems: true,
  description: 'Ids of the mentioned agents.',
})

/** Idempotent: a second request of the same agent with the same `client_id` returns the first note. */
export const NoteInput = Type.Object(
  {
    client_id: Id,
    /** API keys: the author. Agents are the authors of their own notes. */
    agent_id: Type.Optional(Id),
    content,
    mentions: Type.Optional(mentions),
    media_ids: Type.Optional(Type.Array(Id, { maxItems: maxMediaPerMessage, uniqueItems: true })),
  },
  closed,
)
export type NoteInput = Static<typeof NoteInput>

/** Replaces text and mentions. Attachments cannot be changed. */
export const NoteEdit = Type.Object({ content, mentions: Type.Optional(mentions) }, closed)
export type NoteEdit = Static<typeof NoteEdit>

/** The content of a note before an edit or its deletion. */
export const NoteVersion = Type.Object(
  {
    content: Type.String(),
    mentions: Type.Array(Mention),
    media: Type.Array(Media),
    replaced_at: Timestamp,
    replaced_by: AgentFace,
  },
  closed,
)
export type NoteVersion = Static<typeof NoteVersion>
