import Type, { type Static } from 'typebox'
import { maxMessageLength } from './message.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

export const draftKinds = ['reply', 'note'] as const
export const DraftKind = Type.Enum([...draftKinds])
export type DraftKind = Static<typeof DraftKind>

/** Longer than a message, for text that has yet to be shortened. */
const maxDraftLength = 2 * maxMessageLength

/** The unsent text of an agent in a conversation. */
export const Draft = Type.Object(
  {
    conversation_id: Id,
    kind: DraftKind,
    content: Type.String(),
    /** The message being replied to. */
    reply_to_id: nullable(Id),
    /** Increases with each write. The last write wins; clients ignore older versions. */
    version: Type.Integer(),
    updated_at: Timestamp,
  },
  closed,
)
export type Draft = Static<typeof Draft>

/** Replaces the draft. Without text and `reply_to_id` it is deleted. */
export const DraftInput = Type.Object(
  {
    content: Type.String({ maxLength: maxDraftLength }),
    reply_to_id: Type.Optional(nullable(Id)),
  },
  closed,
)
export type DraftInput = Static<typeof DraftInput>

/** Server -> the agent's own panels: the current draft; without text and `reply_to_id` it was deleted. */
export type DraftChanged = Draft

/** An agent's composer settings. */
export const ComposerSettings = Type.Object(
  { undo_send: Type.Boolean({ description: 'Holds messages for 5 s, so that sending can be undone.' }) },
  closed,
)
export type ComposerSettings = Static<typeof ComposerSettings>
