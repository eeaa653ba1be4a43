import Type, { type Static } from 'typebox'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'

/** Results of each kind. */
export const maxFound = 5

const customer = Type.Object({ id: Id, name: nullable(Type.String()) }, closed)
const status = Type.Enum(['open', 'closed'])

/** A message or a note. */
export const FoundText = Type.Object(
  {
    id: Id,
    conversation_id: Id,
    /** Of the conversation. */
    status,
    customer,
    /** Position in the customer's log. */
    seq: Seq,
    /** The text around the first term that was found, in one line. */
    excerpt: Type.String(),
    created_at: Timestamp,
  },
  closed,
)
export type FoundText = Static<typeof FoundText>

export const FoundConversation = Type.Object({ id: Id, status, customer, updated_at: Timestamp }, closed)
export type FoundConversation = Static<typeof FoundConversation>

export const SearchResults = Type.Object(
  {
    /** By the customer's name, user name or e-mail; latest first. */
    conversations: Type.Array(FoundConversation),
    /** With the words of all terms, of which the last one of a term may be unfinished; latest first. */
    messages: Type.Array(FoundText),
    notes: Type.Array(FoundText),
    /** false: a part took too long, so results may be missing. */
    complete: Type.Boolean(),
  },
  closed,
)
export type SearchResults = Static<typeof SearchResults>
