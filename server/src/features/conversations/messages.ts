import type { MediaRecord } from '@parley/protocol/media'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import type { SenderType } from '@parley/protocol/sender'
import { AppError } from '../../core/app-error.ts'
import { isAutomatic } from '../../core/automatic-actor.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogHead, LogTransaction } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { callsBetween } from '../../core/log-reader.ts'
import { fittingCount } from '../../core/page-size.ts'
import { findOpenConversation, type ConversationRow } from './conversation-store.ts'
import type { Conversations } from './conversations.ts'
import type { MessageBatch } from './message-batch.ts'
import { asSent } from './message-change-store.ts'
import {
  clearMessages,
  findByClientId,
  findMessage,
  hasMessageAfter,
  insertMessage,
  messageRecord,
  messagesBefore,
  uncleared,
  updateInboxRow,
  type MessageRow,
} from './message-store.ts'
import { humanResponders, senderRules } from './sender-rules.ts'
import { identityOf, type Sender, type SenderIdentity } from './sender.ts'

/** `conversationId`: the only conversation that the message may be added to; left out: the open one. */
export type OutgoingMessage = Omit<MessageSendParams, 'customer_id'> & { conversationId?: string }

export interface MessageDeps {
  db: Database
  log: EventLog
  batch: MessageBatch
  conversations: Conversations
  /** Whether the channel of the customer takes messages now. null: no channel has a window, and messages wait for nothing. */
  isWindowOpen: ((organizationId: string, customerId: string) => Promise<boolean>) | null
  /** Attaches uploads to a message, in its transaction; 'media_unknown' when one is not the sender's. */
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
  onMessage: (sender: SenderType) => void
}

export type Messages = ReturnType<typeof createMessages>

export function createMessages(deps: MessageDeps) {
  const { db, log, conversations } = deps

  /**
   * @throws AppError invalid_request, message_empty, not_found, customer_blocked, conversation_closed, client_id_conflict,
   * reply_target_unknown, media_unknown, stale_view, reply_window_closed
   */
  async function send(sender: Sender, input: OutgoingMessage): Promise<MessageSent> {
    const mediaIds = input.media_ids ?? []
    // Valid JSON that PostgreSQL cannot store: refused here, so that one such text cannot fail a batch of others.
    if (input.content.includes('\0') || !input.content.isWellFormed()) {
      throw new AppError('invalid_request', { detail: 'content must be well-formed text' })
    }
    if (input.content.trim() === '' && mediaIds.length === 0) throw new AppError('message_empty')
    const identity = identityOf(sender)
    if (deps.isWindowOpen !== null) await checkWindow(deps.isWindowOpen, sender, identity, input)
    const isPlain = mediaIds.length === 0 && input.reply_to_id === undefined && !isAutomatic(identity.actor)
    const placed = isPlain ? await sendInBatch(sender, identity, input) : null
    const sent = placed ?? (await log.transact((tx) => sendInTransaction(tx, sender, identity, input)))
    if (sent.duplicate) announceAgain(sender.organizationId, sent)
    else deps.onMessage(sender.type)
    return sent
  }

  /** The first attempt was not announced if the process lost the response to its commit, or was killed. */
  function announceAgain(organizationId: string, { customer_id, conversation_id, seq }: MessageSent): void {
    log.announce({
      organization_id: organizationId,
      customer_id,
      after: seq - 1,
      to: seq,
      entries: null,
      outline: [{ type: 'message.created', conversation_id }],
      born: null,
    })
  }

  /** A repeat is not a new message: the response says that the first one was stored. */
  async function checkWindow(
    isWindowOpen: NonNullable<MessageDeps['isWindowOpen']>,
    { organizationId, customerId }: Sender,
    identity: SenderIdentity,
    { client_id: clientId }: OutgoingMessage,
  ): Promise<void> {
    if (customerId === null || !senderRules[identity.type].obeysWindow) return
    if (await isWindowOpen(organizationId, customerId)) return
    if (!(await findByClientId(db, customerId, identity.key, clientId)))
      throw new AppError('reply_window_closed')
  }

  /** The fast path: one round trip, shared with other messages. null: needs the transactional path. */
  async function sendInBatch(
    sender: Sender,
    identity: SenderIdentity,
    input: OutgoingMessage,
  ): Promise<MessageSent | null> {
    const { customerId } = sender
    if (customerId === null) return null
    const placed = await deps.batch.place({
      organizationId: sender.organizationId,
      customerId,
      conversationId: input.conversationId ?? null,
      sender: identity,
      clientId: input.client_id,
      content: input.content,
      seenSeq: seenBy(sender, input),
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

  /** Handles every message, under the customer's lock: first ones, repeats, replies, attachments, automatic ones. */
  async function sendInTransaction(
    tx: LogTransaction,
    sender: Sender,
    identity: SenderIdentity,
    input: OutgoingMessage,
  ): Promise<MessageSent> {
    const rules = senderRules[sender.type]
    const head = await lockHead(tx, sender)
    const first = await findByClientId(tx.db, head.customer_id, identity.key, input.client_id)
    if (first) return repeatOf(await asSent(tx.db, first), input)
    if (rules.needsWriteAccess && !head.may_write) throw new AppError('customer_blocked')
    const seen = seenBy(sender, input)
    if (
      seen !== null &&
      (await hasMessageAfter(tx.db, head, { seen, senders: humanResponders, sender: identity.key }))
    )
      throw new AppError('stale_view')
    if (input.reply_to_id !== undefined) {
      const target = await findMessage(tx.db, head.customer_id, input.reply_to_id)
      const isHidden = !rules.seesCleared && target?.deleted_by_customer_at !== null
      if (!target || isHidden) throw new AppError('reply_target_unknown')
    }
    const conversation = await conversationFor(tx, head, identity, input.conversationId)

    const id = newId()
    const row: MessageRow = {
      id,
      customer_id: head.customer_id,
      conversation_id: conversation.id,
      media: await attach(tx, head, sender, { mediaIds: input.media_ids ?? [], messageId: id }),
      // Behind the entries of a conversation that this message opened or that was assigned to its sender.
      seq: head.last_seq + 1,
      sender_type: sender.type,
      sender_agent: identity.face,
      client_id: input.client_id,
      content: input.content,
      reply_to_id: input.reply_to_id ?? null,
      deleted_by_customer_at: null,
      edited_at: null,
      deleted_at: null,
      delivery: null,
      created_at: tx.now,
    }
    await insertMessage(tx.db, { ...row, organization_id: head.organization_id, sender: identity.key })
    tx.append(head, [
      {
        type: 'message.created',
        audience: rules.audience,
        conversation_id: conversation.id,
        actor: identity.actor,
        data: messageRecord(row),
      },
    ])
    await updateInboxRow(tx.db, row, conversation, isAutomatic(identity.actor))
    return sentOf(row, false)
  }

  async function lockHead(tx: LogTransaction, sender: Sender): Promise<LogHead> {
    if (sender.type === 'customer' && sender.customerId === null) return sender.begin(tx)
    const head = await tx.lock(sender.organizationId, sender.customerId as string)
    if (!head) throw new AppError('not_found')
    return head
  }

  /** The open conversation: begun by a customer's message, assigned to an agent who answers while it is unassigned. */
  async function conversationFor(
    tx: LogTransaction,
    head: LogHead,
    { type, actor }: SenderIdentity,
    only: string | undefined,
  ): Promise<ConversationRow> {
    const { opensConversation, takesUnassigned } = senderRules[type]
    if (opensConversation && !isAutomatic(actor)) return conversations.openFor(tx, head)
    const open = await findOpenConversation(tx.db, head.customer_id)
    if (!open || (only !== undefined && open.id !== only)) throw new AppError('conversation_closed')
    const isTaken = takesUnassigned && open.agent_id === null && 'id' in actor
    return isTaken ? conversations.assignLocked(tx, head, open, actor.id, actor) : open
  }

  async function attach(
    tx: LogTransaction,
    head: LogHead,
    { organizationId, owner }: Sender,
    { mediaIds, messageId }: { mediaIds: string[]; messageId: string },
  ): Promise<MediaRecord[]> {
    if (mediaIds.length === 0) return []
    if (owner === null) throw new AppError('media_unknown')
    const upload = { mediaIds, owner, organizationId, customerId: head.customer_id, messageId }
    const media = await deps.attachMedia(tx.db, upload)
    if (media === 'media_unknown') throw new AppError('media_unknown')
    return media
  }

  return {
    send,

    /** Whether this sender has used the `client_id` for a message to the customer: a further one is a repeat or a conflict. */
    wasSent: async (customerId: string, sender: SenderIdentity['key'], clientId: string): Promise<boolean> =>
      (await findByClientId(db, customerId, sender, clientId)) !== undefined,

    /** Newest first, at most `max`, and `maxPageBytes`. `more`: older ones exist. */
    async before(query: {
      customerId: string
      before: number | null
      max: number
      reader: 'customer' | 'agents'
    }) {
      const rows = await messagesBefore(db, { ...query, max: query.max + 1 })
      const count = Math.min(query.max, fittingCount(rows))
      return { rows: rows.slice(0, count), more: rows.length > count }
    },

    /** Returns which of these attachments the customer still sees. */
    visibleMedia: (customerId: string, mediaIds: string[]) => uncleared(db, customerId, mediaIds),

    /** Removes all messages and calls from the customer's own window; agents still see them (spec 2.3). */
    clear: (organizationId: string, customerId: string): Promise<number> =>
      log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        if (!head) throw new AppError('not_found')
        const upTo = head.last_seq
        const cleared = await clearMessages(tx.db, customerId, { after: head.cleared_seq, upTo }, tx.now)
        const shown = { customerId, after: head.cleared_seq, before: null }
        if (cleared === 0n && (await callsBetween({ db: tx.db }, shown)).length === 0) return upTo
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

/** The position that this message is compared to; null: it is not. */
const seenBy = ({ type }: Sender, { seen_seq: seen }: OutgoingMessage): number | null =>
  senderRules[type].yieldsToColleagues ? (seen ?? null) : null

/** @throws AppError client_id_conflict when the first message with this client_id was another one */
function repeatOf(first: MessageRow, input: OutgoingMessage): MessageSent {
  const mediaIds = input.media_ids ?? []
  const isSame =
    first.content === input.content &&
    first.reply_to_id === (input.reply_to_id ?? null) &&
    first.conversation_id === (input.conversationId ?? first.conversation_id) &&
    first.media.length === mediaIds.length &&
    first.media.every((media) => mediaIds.includes(media.id))
  if (!isSame) throw new AppError('client_id_conflict')
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
