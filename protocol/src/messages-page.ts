import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { SenderType } from './message.ts'
import { Page, PageQuery } from './pager.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** An attachment, exactly as spec 2.3 has it. `size` in bytes; the link lives 1 h from the page that carries it. */
export const ClosedMedia = Type.Object(
  { id: Id, name: Type.String(), mime: Type.String(), size: Type.Integer(), url: Type.String() },
  closed,
)
export type ClosedMedia = Static<typeof ClosedMedia>

/** A message as the organization's own programs get it, exactly as spec 2.3 has it. */
export const ClosedMessage = Type.Object(
  {
    id: Id,
    sender_type: SenderType,
    sender_agent: nullable(AgentFace),
    content: Type.String(),
    reply_to_id: nullable(Id),
    media: Type.Array(ClosedMedia),
    /** When the customer cleared it from their own window; it stands here all the same. */
    deleted_by_customer_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type ClosedMessage = Static<typeof ClosedMessage>

/** What `messages_url` of conversation.ended answers (spec 4.3). */
export const MessagesPage = Page(ClosedMessage)
export type MessagesPage = Static<typeof MessagesPage>

export const MessagesSort = Type.Enum(['ASC', 'DESC'])
export type MessagesSort = Static<typeof MessagesSort>

/** Appended with `&` to the link. A `cursor` knows the sort and max that it came of: both may be left out with it. */
export const MessagesQuery = Type.Object(
  {
    _expiration: Type.Optional(Type.String()),
    _hash: Type.Optional(Type.String()),
    sort: Type.Optional(MessagesSort),
    ...PageQuery,
  },
  closed,
)
export type MessagesQuery = Static<typeof MessagesQuery>
