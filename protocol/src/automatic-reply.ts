import Type, { type Static } from 'typebox'
import { closed, nullable } from './scalars.ts'

export const maxAutomaticReplyLength = 1_000

const Text = Type.String({ minLength: 1, maxLength: maxAutomaticReplyLength, pattern: '\\S' })

/** A text that contacts of a channel get without an agent. */
export const AutomaticReply = Type.Object(
  {
    on: Type.Boolean(),
    /** For contacts whose language has no text of its own. null: the built-in text in the contact's language. */
    text: nullable(Text),
    /** Texts by language. */
    translations: Type.Partial(
      Type.Object({ en: Text, tr: Text, de: Text, es: Text, fr: Text, ar: Text }, closed),
      closed,
    ),
  },
  closed,
)
export type AutomaticReply = Static<typeof AutomaticReply>

/** The automatic replies of one channel. The check in server/src/features/automatic-replies knows the same kinds. */
export const AutomaticReplies = Type.Object(
  {
    /** With a new conversation. */
    greeting: AutomaticReply,
    /** Outside business hours, and while no agent is present. */
    away: AutomaticReply,
  },
  closed,
)
export type AutomaticReplies = Static<typeof AutomaticReplies>
export type AutomaticReplyKind = keyof AutomaticReplies
