import Type, { type Static } from 'typebox'
import { maxMediaPerMessage, maxMessageLength } from './message.ts'
import { Media } from './media.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { maxSnoozeDays } from './triage.ts'
import { Visibility } from './visibility.ts'

export const maxReplyActions = 10
/** As for automation rules. */
const minReplySnoozeMinutes = 5

/** Actions that run after the message was sent, as the agent who sent it. */
export const ReplyAction = Type.Union([
  Type.Object({ type: Type.Literal('label'), label_id: Id }, closed),
  Type.Object({ type: Type.Literal('team'), team_id: Id }, closed),
  Type.Object({ type: Type.Literal('assign_to_me') }, closed),
  Type.Object(
    {
      type: Type.Literal('snooze'),
      minutes: Type.Union(
        [Type.Integer({ minimum: minReplySnoozeMinutes, maximum: maxSnoozeDays * 1440 }), Type.Null()],
        { description: 'null: until the customer replies.' },
      ),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('close') }, closed),
])
export type ReplyAction = Static<typeof ReplyAction>

/** One word after the `/`: letters, digits, `-` and `_` of any script. */
export const shortcutPattern = '^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}_-]{0,39}$'

/** A canned reply. The panel fills in the variables of `content` (canned-reply-variables.ts). */
export const CannedReply = Type.Object(
  {
    id: Id,
    shortcut: Type.String(),
    content: Type.String(),
    visibility: Visibility,
    actions: Type.Array(ReplyAction),
    media: Type.Array(Media),
    /** The author; null: created with an API key. */
    agent_id: nullable(Id),
    /** Messages sent with it in the last 30 days: by the signed-in agent (0 for API keys), and by all agents. */
    uses: Type.Object({ mine: Type.Integer(), total: Type.Integer() }, closed),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)
export type CannedReply = Static<typeof CannedReply>

const fields = {
  shortcut: Type.String({
    pattern: shortcutPattern,
    description: 'Unique among the replies with the same visibility, and within a team, regardless of case.',
  }),
  content: Type.String({ maxLength: maxMessageLength }),
  visibility: Visibility,
  actions: Type.Array(ReplyAction, { maxItems: maxReplyActions }),
  media_ids: Type.Array(Id, {
    maxItems: maxMediaPerMessage,
    uniqueItems: true,
    description: 'Attachments in order: new uploads, or those that the reply already has.',
  }),
}

export const CannedReplyInput = Type.Object(
  {
    shortcut: fields.shortcut,
    content: fields.content,
    visibility: fields.visibility,
    actions: Type.Optional(fields.actions),
    media_ids: Type.Optional(fields.media_ids),
  },
  closed,
)
export type CannedReplyInput = Static<typeof CannedReplyInput>

export const CannedReplyChange = Type.Partial(Type.Object(fields, closed), closed)
export type CannedReplyChange = Static<typeof CannedReplyChange>

/** Permission to upload an attachment of a canned reply, used like the response to media.ticket. */
export const ReplyMediaTicketInput = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 255 }), size: Type.Integer({ minimum: 1 }) },
  closed,
)
export const ReplyMediaTicket = Type.Object(
  { media_id: Id, upload_url: Type.String(), ticket: Type.String(), expires_in: Type.Integer() },
  closed,
)

/** Characters of an import: 500 replies of 1,000 characters. */
export const maxImportLength = 500_000

export const CannedReplyImport = Type.Object(
  {
    csv: Type.String({ maxLength: maxImportLength }),
    dry_run: Type.Boolean({ description: 'true: only report what would change.' }),
  },
  closed,
)
export type CannedReplyImport = Static<typeof CannedReplyImport>

export const importProblems = [
  'csv_malformed',
  'column_missing',
  'too_many_rows',
  'shortcut_invalid',
  'shortcut_repeated',
  'content_empty',
  'content_too_long',
  'variable_unknown',
  'visibility_unknown',
  'team_unknown',
  'action_unknown',
  'personal_needs_agent',
  'not_yours',
  'limit_reached',
] as const
export const ImportProblem = Type.Enum([...importProblems])
export type ImportProblem = Static<typeof ImportProblem>

/** Lines with a problem are skipped; the others are imported. */
export const ImportResult = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    problems: Type.Array(
      Type.Object(
        {
          /** First line of the row in the file; 1 is the header. */
          line: Type.Integer(),
          problem: ImportProblem,
          /** The invalid value, for example the unknown variable. At most 80 characters. */
          value: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type ImportResult = Static<typeof ImportResult>
