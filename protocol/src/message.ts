import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { MediaRecord, type Media } from './media.ts'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'

export const maxMessageLength = 8_000
export const maxMediaPerMessage = 10

export const SenderType = Type.Enum(['customer', 'agent', 'ai_agent', 'system'])
export type SenderType = Static<typeof SenderType>

/** The data of a message.created entry as the log keeps it: links are made when it is read. */
export const MessageRecord = Type.Object(
  {
    id: Id,
    sender_type: SenderType,
    sender_agent: nullable(AgentFace),
    content: Type.String(),
    reply_to_id: nullable(Id),
    media: Type.Array(MediaRecord),
    deleted_by_customer_at: nullable(Timestamp),
    created_at: Timestamp,
    /** The sender's own id for it (design 4): lets a client recognize what it sent. */
    client_id: Id,
  },
  closed,
)
export type MessageRecord = Static<typeof MessageRecord>

/** A message in a chat window: with its place in the log and its conversation. */
export interface TimelineMessage extends Omit<MessageRecord, 'media'> {
  seq: number
  conversation_id: string
  media: Media[]
}

/**
 * message.send. The widget's socket leaves customer_id out: it is whoever is connected; the first message
 * makes customer and conversation (design 5). An agent names the customer.
 * A repeat of the same client_id by the same sender answers the first result with `duplicate: true`;
 * with another content it is refused as `client_id_conflict`.
 */
export const MessageSendParams = Type.Object(
  {
    client_id: Id,
    content: Type.String({ maxLength: maxMessageLength }),
    reply_to_id: Type.Optional(Id),
    media_ids: Type.Optional(Type.Array(Id, { maxItems: maxMediaPerMessage, uniqueItems: true })),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type MessageSendParams = Static<typeof MessageSendParams>

/** The acknowledgement: sent after the commit, never before. */
export interface MessageSent {
  id: string
  seq: number
  conversation_id: string
  customer_id: string
  created_at: string
  duplicate: boolean
}

/** message.history: messages before a place in the log, newest first. `before` left out: from the end. Answer: MessageHistory. */
export const MessageHistoryParams = Type.Object(
  {
    before: Type.Optional(Seq),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type MessageHistoryParams = Static<typeof MessageHistoryParams>

/** chat.clear (widget only): gone from the customer's own window, kept for agents (spec 2.3). */
export interface ChatCleared {
  seq: number
}
