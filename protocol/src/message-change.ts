import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { Media, MediaRecord } from './media.ts'
import { maxMessageLength } from './message.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** Period in which authors can edit and delete their messages. */
export const messageChangeHours = 24

/** Maximum edits per message: each one rewrites the earlier entries in the log. */
export const maxMessageEdits = 100

/** Data of message.edited and message.deleted as stored in the log: the current values of the changed fields. */
export const MessageChangeRecord = Type.Object(
  {
    id: Id,
    /** Empty after deletion. */
    content: Type.String(),
    /** Empty after deletion. */
    media: Type.Array(MediaRecord),
    edited_at: nullable(Timestamp),
    deleted_at: nullable(Timestamp),
  },
  closed,
)
export type MessageChangeRecord = Static<typeof MessageChangeRecord>

/** A changed message on the wire: attachments with links. */
export const MessageChange = Type.Object(
  { ...MessageChangeRecord.properties, media: Type.Array(Media) },
  closed,
)
export type MessageChange = Static<typeof MessageChange>

/** Replaces the text. Attachments cannot be changed. */
export const MessageEdit = Type.Object({ content: Type.String({ maxLength: maxMessageLength }) }, closed)
export type MessageEdit = Static<typeof MessageEdit>

/** The content of a message before an edit or its deletion. Files of deleted messages no longer exist, so there are no links. */
export const MessageVersion = Type.Object(
  {
    content: Type.String(),
    media: Type.Array(MediaRecord),
    replaced_at: Timestamp,
    /** null: the author of a customer's message; for others, an API client. */
    replaced_by: nullable(AgentFace),
  },
  closed,
)
export type MessageVersion = Static<typeof MessageVersion>
