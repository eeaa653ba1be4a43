import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { Page, PageQuery } from './pager.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { SenderType } from './sender.ts'

/** An attachment (spec 2.3). `size` in bytes; the link is valid for 1 h after the page was fetched. */
export const ClosedMedia = Type.Object(
  { id: Id, name: Type.String(), mime: Type.String(), size: Type.Integer(), url: Type.String() },
  closed,
)
export type ClosedMedia = Static<typeof ClosedMedia>

/** A message as returned to programs (spec 2.3). */
export const ClosedMessage = Type.Object(
  {
    id: Id,
    sender_type: SenderType,
    sender_agent: nullable(AgentFace),
    content: Type.String(),
    reply_to_id: nullable(Id),
    media: Type.Array(ClosedMedia),
    /** When the customer cleared it from their chat window. */
    deleted_by_customer_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type ClosedMessage = Static<typeof ClosedMessage>

/** Response of `messages_url` of conversation.ended (spec 4.3). */
export const MessagesPage = Page(ClosedMessage)
export type MessagesPage = Static<typeof MessagesPage>

export const MessagesSort = Type.Enum(['ASC', 'DESC'])
export type MessagesSort = Static<typeof MessagesSort>

/** For API keys. A `cursor` carries its sort and max. */
export const PagesQuery = Type.Object({ sort: Type.Optional(MessagesSort), ...PageQuery }, closed)

/** Appended with `&` to the link. A `cursor` carries its sort and max: both are optional with it. */
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
