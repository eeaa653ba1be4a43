import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import type { MediaRecord } from '@parley/protocol/media'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { AppError } from '../../core/app-error.ts'
import { secondsBetween } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogHead, LogTransaction } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { findOpenConversation, type ConversationRow } from './conversation-store.ts'
import type { Conversations } from './conversations.ts'
import type { MessageBatch } from './message-batch.ts'
import {
  clearMessages,
  findByClientId,
  findMessage,
  insertMessage,
  messageRecord,
  messagesBefore,
  touchConversation,
  uncleared,
  type MessageRow,
} from './message-store.ts'

/** Who writes. `begin` makes the row of a customer who writes for the first time, and answers its locked head. */
export type Sender =
  | {
      type: 'customer'
      organizationId: string
      customerId: string | null
      begin: (tx: LogTransaction) => Promise<LogHead>
      /** Owner of this sender's uploads. */
      owner: string
    }
  | { type: 'agent'; organizationId: string; customerId: string; agent: AgentFace; owner: string }

export interface MessageDeps {
  db: Database
  log: EventLog
  batch: MessageBatch
  conversations: Conversations
  /** Gives uploads to a message, in its transaction; 'media_unknown' when one is not the sender's to give. */
  attachMedia: (
    tx: Transaction,
    upload: {
      mediaIds: string[]
      owner: string
      organizationId: string
      customerId: string
      messageId: string
    },
  ) => Promise<MediaRecord[] | 'media_unknown'>
  onMessage: (sender: 'customer' | 'agent') => void
}

export type Messages = ReturnType<typeof createMessages>

export function createMessages(deps: MessageDeps) {
  const { db, log, conversations } = deps

  async function send(sender: Sender, input: MessageSendParams): Promise<MessageSent> {
    const mediaIds = input.media_ids ?? []
    // Valid JSON, and yet PostgreSQL can hold neither: refused here, so that one such text cannot fail a batch of others.
    if (input.content.includes('\0') || !input.content.isWellFormed()) {
      throw new AppError('invalid_request', { detail: 'params/content must be well-formed text' })
    }
    if (input.content.trim() === '' && mediaIds.length === 0) throw new AppError('message_empty')
    const quick =
      mediaIds.length === 0 && input.reply_to_id === undefined ? await sendPlain(sender, input) : null
    const sent = quick ?? (await log.transact((tx) => sendCarefully(tx, sender, input, mediaIds)))
    if (!sent.duplicate) deps.onMessage(sender.type)
    return sent
  }

  /** The fast path: one round trip, shared with others. null: take the careful one. */
  async function sendPlain(sender: Sender, input: MessageSendParams): Promise<MessageSent | null> {
    const { customerId } = sender
    if (customerId === null) return null
    const placed = await deps.batch.place({
      organizationId: sender.organizationId,
      customerId,
      sender: senderKey(sender),
      senderType: sender.type,
      senderAgent: sender.type === 'agent' ? sender.agent : null,
      clientId: input.client_id,
      content: input.content,
    })
    if (!placed) return null
    return {
      id: placed.id,
      seq: placed.seq,
      conversation_id: placed.conversationId,
      customer_id: customerId,
      created_at: placed.createdAt,
      duplicate: false,
    }
  }

  /** Everything that a message can need, under the customer's lock: first ones, repeats, replies, attachments. */
  async function sendCarefully(
    tx: LogTransaction,
    sender: Sender,
    input: MessageSendParams,
    mediaIds: string[],
  ): Promise<MessageSent> {
    const head = await lockHead(tx, sender)
    const repeated = await findByClientId(tx.db, head.customer_id, senderKey(sender), input.client_id)
    if (repeated) return answerRepeat(repeated, input, mediaIds)
    if (sender.type === 'customer' && !head.may_write) throw new AppError('customer_blocked')
    if (input.reply_to_id !== undefined) await checkReplyTarget(tx, head, sender, input.reply_to_id)
    const conversation = await conversationFor(tx, head, sender)

    const id = newId()
    const media =
      mediaIds.length === 0
        ? []
        : await deps.attachMedia(tx.db, {
            mediaIds,
            owner: sender.owner,
            organizationId: sender.organizationId,
            customerId: head.customer_id,
            messageId: id,
          })
    if (media === 'media_unknown') throw new AppError('media_unknown')
    const row: MessageRow = {
      id,
      customer_id: head.customer_id,
      conversation_id: conversation.id,
      seq: head.last_seq + 1,
      sender_type: sender.type,
      sender_agent: sender.type === 'agent' ? sender.agent : null,
      client_id: input.client_id,
      content: input.content,
      reply_to_id: input.reply_to_id ?? null,
      media,
      deleted_by_customer_at: null,
      created_at: tx.now,
    }
    await insertMessage(tx.db, { ...row, organization_id: head.organization_id, sender: senderKey(sender) })
    tx.append(head, [
      {
        type: 'message.created',
        audience: 'both',
        conversation_id: conversation.id,
        actor: actorOf(sender),
        data: messageRecord(row),
      },
    ])
    const isFirstReply = sender.type === 'agent' && conversation.first_response_time === null
    await touchConversation(
      tx.db,
      row,
      isFirstReply ? { first_response_time: secondsBetween(conversation.started_at, tx.now) } : {},
    )
    return sentOf(row, false)
  }

  async function lockHead(tx: LogTransaction, sender: Sender): Promise<LogHead> {
    if (sender.type === 'customer' && sender.customerId === null) return sender.begin(tx)
    const head = await tx.lock(sender.organizationId, sender.customerId as string)
    if (!head) throw new AppError('not_found')
    return head
  }

  /** A customer's message opens a conversation; an agent's needs one, and takes it when it is nobody's. */
  async function conversationFor(
    tx: LogTransaction,
    head: LogHead,
    sender: Sender,
  ): Promise<ConversationRow> {
    if (sender.type === 'customer') return conversations.openFor(tx, head)
    const open = await findOpenConversation(tx.db, head.customer_id)
    if (!open) throw new AppError('conversation_closed')
    if (open.agent_id !== null) return open
    return conversations.assignLocked(tx, head, open, sender.agent.id, actorOf(sender))
  }

  async function checkReplyTarget(
    tx: LogTransaction,
    head: LogHead,
    sender: Sender,
    messageId: string,
  ): Promise<void> {
    const target = await findMessage(tx.db, head.customer_id, messageId)
    const hidden = sender.type === 'customer' && target?.deleted_by_customer_at !== null
    if (!target || hidden) throw new AppError('reply_target_unknown')
  }

  return {
    send,

    /** Newest first, with one more than `max` read to know whether older ones exist. */
    async before(query: {
      customerId: string
      before: number | null
      max: number
      reader: 'customer' | 'agents'
    }) {
      const rows = await messagesBefore(db, { ...query, max: query.max + 1 })
      return { rows: rows.slice(0, query.max), more: rows.length > query.max }
    },

    /** Of these attachments, those that the customer still sees. */
    visibleMedia: (customerId: string, mediaIds: string[]) => uncleared(db, customerId, mediaIds),

    /** Clear chat (spec 2.3): gone from the customer's own window, kept for agents. */
    clear: (organizationId: string, customerId: string): Promise<number> =>
      log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        if (!head) throw new AppError('not_found')
        const upTo = head.last_seq
        const cleared = await clearMessages(tx.db, customerId, { after: head.cleared_seq, upTo }, tx.now)
        if (cleared === 0n) return upTo
        await tx.setCleared(head, upTo)
        tx.append(head, [
          {
            type: 'messages.cleared',
            audience: 'both',
            conversation_id: null,
            actor: { type: 'customer' },
            data: { up_to: upTo, cleared_at: tx.now },
          },
        ])
        return head.last_seq
      }),
  }
}

const senderKey = (sender: Sender): string => (sender.type === 'customer' ? 'customer' : sender.agent.id)

const actorOf = (sender: Sender): Actor =>
  sender.type === 'customer' ? { type: 'customer' } : { type: 'agent', id: sender.agent.id }

function answerRepeat(first: MessageRow, input: MessageSendParams, mediaIds: string[]): MessageSent {
  const same =
    first.content === input.content &&
    first.reply_to_id === (input.reply_to_id ?? null) &&
    first.media.length === mediaIds.length &&
    first.media.every((media) => mediaIds.includes(media.id))
  if (!same) throw new AppError('client_id_conflict')
  return sentOf(first, true)
}

const sentOf = (row: MessageRow, duplicate: boolean): MessageSent => ({
  id: row.id,
  seq: row.seq,
  conversation_id: row.conversation_id,
  customer_id: row.customer_id,
  created_at: row.created_at,
  duplicate,
})
