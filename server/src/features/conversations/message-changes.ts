import type { AgentFace, Role } from '@parley/protocol/agent'
import type { EntryType } from '@parley/protocol/event'
import {
  maxMessageEdits,
  messageChangeHours,
  type MessageChangeRecord,
  type MessageEdit,
  type MessageVersion,
} from '@parley/protocol/message-change'
import { AppError } from '../../core/app-error.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { roleReaches } from '../../core/permissions.ts'
import type { Conversations } from './conversations.ts'
import {
  countVersions,
  editHoursOf,
  replaceMessage,
  versionsOfMessage,
  wasSentByApi,
  type Replacement,
} from './message-change-store.ts'
import { findMessage, type MessageRow } from './message-store.ts'
import { senderRules } from './sender-rules.ts'

/** An agent, or an API client, which has no id of its own. */
export type MessageChanger =
  | { organizationId: string; agentId: string; role: Role; face: AgentFace }
  | { organizationId: string }

export interface MessagePlace {
  conversationId: string
  messageId: string
}

export interface MessageChangeDeps {
  db: Database
  log: EventLog
  conversations: Pick<Conversations, 'find'>
  /** Removes a message's attachments within the transaction. Returns what to run after the commit. */
  removeMedia: (tx: Transaction, messageId: string, mediaIds: string[]) => Promise<() => Promise<void>>
  onError: (error: unknown) => void
}

export type MessageChanges = ReturnType<typeof createMessageChanges>

/** Edits and deletions of messages that agents wrote (docs/decisions/agent-workspace.md); also in closed conversations. */
export function createMessageChanges(deps: MessageChangeDeps) {
  const { db, log } = deps

  /**
   * Stores a customer's own edit, reported by their platform; also of messages older than `messageChangeHours`, because the
   * platform has its own limit. Returns false when nothing changed, or the customer is blocked.
   */
  async function editByCustomer(
    { organizationId, customerId }: { organizationId: string; customerId: string },
    messageId: string,
    content: string,
  ): Promise<boolean> {
    return log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      const message = head && (await findMessage(tx.db, customerId, messageId))
      if (!head?.may_write || message?.sender_type !== 'customer' || message.deleted_at !== null) return false
      if (message.content === content || (content.trim() === '' && message.media.length === 0)) return false
      if ((await countVersions(tx.db, message.id)) >= maxMessageEdits) return false
      const change = await replaceMessage(
        tx.db,
        message,
        { by: null, at: tx.now, seq: head.last_seq + 1 },
        { content, media: message.media, edited_at: tx.now, deleted_at: null },
      )
      tx.append(head, [
        {
          type: 'message.edited',
          audience: message.deleted_by_customer_at === null ? senderRules.customer.audience : 'agents',
          conversation_id: message.conversation_id,
          actor: { type: 'customer' },
          data: change,
        },
      ])
      return true
    })
  }

  /** Runs `work` while the customer is locked. @throws AppError not_found */
  async function withMessageLocked<T>(
    organizationId: string,
    { conversationId, messageId }: MessagePlace,
    work: (tx: LogTransaction, message: MessageRow, write: Write) => Promise<T>,
  ): Promise<T> {
    const conversation = await deps.conversations.find(organizationId, conversationId)
    if (!conversation) throw new AppError('not_found')
    return log.transact(async (tx) => {
      const head = await tx.lock(organizationId, conversation.customer_id)
      const message = head && (await findMessage(tx.db, head.customer_id, messageId))
      if (!message || message.conversation_id !== conversation.id) throw new AppError('not_found')
      return work(tx, message, async (type, by, next) => {
        const place = { by: 'agentId' in by ? by.face : null, at: tx.now, seq: head.last_seq + 1 }
        const change = await replaceMessage(tx.db, message, place, next)
        tx.append(head, [
          {
            type,
            // The customer no longer sees a message they cleared (SPEC L6).
            audience:
              message.deleted_by_customer_at === null ? senderRules[message.sender_type].audience : 'agents',
            conversation_id: conversation.id,
            actor: 'agentId' in by ? { type: 'agent', id: by.agentId } : { type: 'system' },
            data: change,
          },
        ])
        return change
      })
    })
  }

  return {
    editByCustomer,

    /**
     * Allowed for the author, while the channel can show it to the customer. An edit without a change is not stored.
     * @throws AppError not_found, forbidden, message_deleted, message_too_old, message_empty, message_edit_limit, invalid_request
     */
    async edit(
      by: MessageChanger,
      place: MessagePlace,
      { content }: MessageEdit,
    ): Promise<MessageChangeRecord> {
      // PostgreSQL cannot store malformed text; same rule as for new messages.
      if (content.includes('\0') || !content.isWellFormed())
        throw new AppError('invalid_request', { detail: 'content must be well-formed text' })
      return withMessageLocked(by.organizationId, place, async (tx, message, write) => {
        if (!(await isAuthor(tx.db, by, message))) throw new AppError('forbidden')
        if (message.deleted_at !== null) throw new AppError('message_deleted')
        if (content === message.content) return changeOf(message)
        requireRecent(message, tx.now, await editHoursOf(tx.db, message))
        if (content.trim() === '' && message.media.length === 0) throw new AppError('message_empty')
        if ((await countVersions(tx.db, message.id)) >= maxMessageEdits)
          throw new AppError('message_edit_limit')
        return write('message.edited', by, {
          content,
          media: message.media,
          edited_at: tx.now,
          deleted_at: null,
        })
      })
    },

    /**
     * Allowed for the author while the message is recent; for admins and API clients, which may write in every agent's name, at any
     * time. The text remains in the versions, attachments are removed.
     * @throws AppError not_found, forbidden, message_too_old
     */
    async remove(by: MessageChanger, place: MessagePlace): Promise<MessageChangeRecord> {
      const { change, afterCommit } = await withMessageLocked(
        by.organizationId,
        place,
        async (tx, message, write) => {
          const isAdmin = mayDeleteForTeam(by, message)
          if (!isAdmin && !(await isAuthor(tx.db, by, message))) throw new AppError('forbidden')
          if (message.deleted_at !== null) return { change: changeOf(message), afterCommit: null }
          if (!isAdmin) requireRecent(message, tx.now)
          const mediaIds = message.media.map(({ id }) => id)
          const afterCommit = mediaIds.length > 0 ? await deps.removeMedia(tx.db, message.id, mediaIds) : null
          const emptied = { content: '', media: [], edited_at: null, deleted_at: tx.now }
          return { change: await write('message.deleted', by, emptied), afterCommit }
        },
      )
      // Links no longer work, even if the storage is unavailable; the sweep then removes the files.
      await afterCommit?.().catch(deps.onError)
      return change
    },

    /** Earlier versions, newest first. @throws AppError not_found */
    async versions(
      organizationId: string,
      { conversationId, messageId }: MessagePlace,
    ): Promise<MessageVersion[]> {
      const conversation = await deps.conversations.find(organizationId, conversationId)
      const message = conversation && (await findMessage(db, conversation.customer_id, messageId))
      if (message?.conversation_id !== conversationId) throw new AppError('not_found')
      return versionsOfMessage(db, messageId)
    },
  }
}

/** Stores a change and appends its entry. */
type Write = (
  type: Extract<EntryType, 'message.edited' | 'message.deleted'>,
  by: MessageChanger,
  next: Replacement,
) => Promise<MessageChangeRecord>

/** API clients are the authors of what they wrote in an agent's name, and of notices. */
async function isAuthor(db: Transaction, by: MessageChanger, message: MessageRow): Promise<boolean> {
  const { sender_type: sender, sender_agent: agent } = message
  if ('agentId' in by) return sender === 'agent' && agent?.id === by.agentId
  return sender === 'system' || (sender === 'agent' && (await wasSentByApi(db, message)))
}

/** Messages of customers can never be changed; those of the system only by API clients. */
function mayDeleteForTeam(by: MessageChanger, { sender_type: sender }: MessageRow): boolean {
  if (sender === 'customer') return false
  return 'agentId' in by ? roleReaches(by.role, 'admin') && sender !== 'system' : true
}

/** @param channelHours of the channel; null: no limit besides ours */
function requireRecent({ created_at }: MessageRow, now: string, channelHours: number | null = null): void {
  const hours = Math.min(messageChangeHours, channelHours ?? messageChangeHours)
  if (Date.parse(now) - Date.parse(created_at) > hours * 3_600_000 || hours === 0)
    throw new AppError('message_too_old')
}

const changeOf = ({ id, content, media, edited_at, deleted_at }: MessageRow): MessageChangeRecord => ({
  id,
  content,
  media,
  edited_at,
  deleted_at,
})
