import type { Media, MediaRecord } from '@parley/protocol/media'
import type { ClosedMedia, ClosedMessage, MessagesPage, MessagesSort } from '@parley/protocol/messages-page'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import { pageOf } from '../../core/paging.ts'
import { findCustomerOf } from './conversation-store.ts'
import { messagesOfConversation, type MessageRow } from './message-store.ts'

/** A page starts after the message at `seq`, with the order and size of the previous page. */
interface Cursor {
  sort: MessagesSort
  max: number
  seq: number
}

const defaultMax = 50

/**
 * A page of one conversation's messages for the organization's programs (spec 2.3, 4.3): with those that the customer
 * cleared, without those that only agents see. It is the whole conversation, also when it was reopened after the link
 * was signed, so that the receiver of the earlier conversation.ended loses no messages.
 *
 * Cursors are log positions, so that new messages move no page.
 * @throws AppError not_found, invalid_request for a malformed cursor or one of the other order
 */
export async function messagesPage(
  deps: { db: Database; withLinks: (media: MediaRecord[]) => Media[] },
  conversationId: string,
  query: { sort?: MessagesSort; max?: number; cursor?: string },
): Promise<MessagesPage> {
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const sort = query.sort ?? cursor?.sort ?? 'DESC'
  if (cursor && cursor.sort !== sort) throw invalidCursor('This cursor belongs to the other sort order.')
  const max = query.max ?? cursor?.max ?? defaultMax

  const customerId = await findCustomerOf(deps.db, conversationId)
  if (customerId === undefined) throw new AppError('not_found')
  const rows = await messagesOfConversation(deps.db, {
    customerId,
    conversationId,
    sort,
    behind: cursor?.seq ?? null,
    max: max + 1,
  })
  const page = pageOf(rows, max, sort, (row) => encodeCursor({ sort, max, seq: row.seq }))
  return { ...page, data: page.data.map((row) => closedMessage(row, deps.withLinks)) }
}

const encodeCursor = ({ sort, max, seq }: Cursor): string =>
  Buffer.from(`${sort} ${max} ${seq}`).toString('base64url')

function decodeCursor(text: string): Cursor {
  const parts = /^(ASC|DESC) (\d{1,3}) (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString())
  if (!parts) throw invalidCursor('This cursor is not valid.')
  const cursor: Cursor = {
    sort: parts[1] === 'ASC' ? 'ASC' : 'DESC',
    max: Number(parts[2]),
    seq: Number(parts[3]),
  }
  // Base64 is ambiguous: only the canonical form is accepted.
  if (cursor.max < 1 || cursor.max > 100 || encodeCursor(cursor) !== text)
    throw invalidCursor('This cursor is not valid.')
  return cursor
}

const invalidCursor = (detail: string) =>
  new AppError('invalid_request', { detail, pointer: '/querystring/cursor' })

/** Has exactly the fields of spec 2.3. */
function closedMessage(row: MessageRow, withLinks: (media: MediaRecord[]) => Media[]): ClosedMessage {
  return {
    id: row.id,
    sender_type: row.sender_type,
    sender_agent: row.sender_agent,
    content: row.content,
    reply_to_id: row.reply_to_id,
    media: withLinks(row.media).map(closedMedia),
    deleted_by_customer_at: row.deleted_by_customer_at,
    created_at: row.created_at,
  }
}

const closedMedia = ({ id, name, mime, size, url }: Media): ClosedMedia => ({ id, name, mime, size, url })
