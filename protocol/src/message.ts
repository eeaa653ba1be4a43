import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { largestLimit } from './channel.ts'
import { MediaRecord, type Media } from './media.ts'
import type { MessageDelivery } from './message-delivery.ts'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'
import { SenderType } from './sender.ts'

export const maxMessageLength = largestLimit('maxTextLength')
export const maxMediaPerMessage = largestLimit('maxAttachments')

/** Data of a message.created entry as stored in the log: links are added when it is read. */
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
    /** Set once the message was edited or deleted. Deleted messages have no text and no attachments. */
    edited_at: Type.Optional(nullable(Timestamp)),
    deleted_at: Type.Optional(nullable(Timestamp)),
    /** Chosen by the sender: lets a client recognize what it sent. */
    client_id: Id,
  },
  closed,
)
export type MessageRecord = Static<typeof MessageRecord>

/** A message in a chat window: with its log position and conversation. */
export interface TimelineMessage extends Omit<MessageRecord, 'media'> {
  seq: number
  conversation_id: string
  media: Media[]
  /** For agents, of messages to a platform: the last message.delivery entry. */
  delivery?: MessageDelivery
}

/**
 * message.send. The widget's socket omits customer_id: the sender is the connected customer, and the first message
 * creates customer and conversation (design 5). An agent names the customer.
 * A repeat of the same client_id by the same sender returns the first result with `duplicate: true`;
 * with other content it is refused with `client_id_conflict`.
 */
export const MessageSendParams = Type.Object(
  {
    client_id: Id,
    content: Type.String({ maxLength: maxMessageLength }),
    reply_to_id: Type.Optional(Id),
    media_ids: Type.Optional(Type.Array(Id, { maxItems: maxMediaPerMessage, uniqueItems: true })),
    customer_id: Type.Optional(Id),
    /**
     * Agents only: the last log position that the agent had seen when they began to write. After a colleague's newer message the
     * request is refused with `stale_view`. Optional; by default the request is not checked.
     */
    seen_seq: Type.Optional(Seq),
  },
  closed,
)
export type MessageSendParams = Static<typeof MessageSendParams>

/** The acknowledgement: sent after the commit, never before. */
export const MessageSent = Type.Object(
  {
    id: Id,
    seq: Seq,
    conversation_id: Id,
    customer_id: Id,
    created_at: Timestamp,
    /** The message was already sent with the same client_id. */
    duplicate: Type.Boolean(),
  },
  closed,
)
export type MessageSent = Static<typeof MessageSent>

/** message.history: messages before a log position, newest first. Without `before`: from the end. Returns MessageHistory. */
export const MessageHistoryParams = Type.Object(
  {
    before: Type.Optional(Seq),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type MessageHistoryParams = Static<typeof MessageHistoryParams>

/** chat.clear (widget only): removes messages from the customer's own window, not from the agents' (spec 2.3). */
export interface ChatCleared {
  seq: number
}
