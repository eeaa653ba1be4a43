import type { Actor, Audience } from '@parley/protocol/event'
import type pg from 'pg'
import { plainArray, textArray } from '../../core/array-literal.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode } from '../../core/database.ts'
import type { EventLog, StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { placeMessages } from './message-batch-statement.ts'
import { messageRecord, previewOf } from './message-store.ts'
import { senderRules } from './sender-rules.ts'
import type { SenderIdentity } from './sender.ts'

/** Text without attachments or reply: all of its checks are part of the batch statement. */
export interface PlainMessage {
  organizationId: string
  customerId: string
  /** The one conversation that it is for; null: the one that is open. */
  conversationId: string | null
  sender: SenderIdentity
  clientId: string
  content: string
  /** Not placed if a colleague's message comes after it; null: never. */
  seenSeq: number | null
}

export interface PlacedMessage {
  id: string
  seq: number
  conversationId: string
  createdAt: string
}

/**
 * Group commit for messages: those that arrive while a batch is being committed form the next batch, one of each customer. A
 * single message is not delayed. One statement a batch is one round trip and one fsync for all of it; `npm run bench -- chat` compares it
 * with a statement a message. One batch at a time: two took more processor time of the database per message
 * (docs/decisions/group-commit.md).
 */
export interface MessageBatch {
  /** null: needs the transactional path (no open conversation, first reply, blocked, a repeat ...). */
  place(message: PlainMessage): Promise<PlacedMessage | null>
}

const maxBatch = 128

interface Waiting {
  message: PlainMessage
  settle: (placed: PlacedMessage | null) => void
  fail: (error: unknown) => void
}

export function createMessageBatch(deps: {
  /** A separate pool of one connection, so that a batch never waits for other queries. */
  pool: pg.Pool
  log: Pick<EventLog, 'announce'>
  clock: Clock
  onBatch: (size: number) => void
}): MessageBatch {
  /** By customer, in the order of their turns. */
  const queue = new Map<string, Waiting[]>()
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    while (queue.size > 0) {
      const batch = takeBatch(queue)
      deps.onBatch(batch.length)
      try {
        const placed = await placeAll(batch.map((waiting) => waiting.message))
        for (const [index, waiting] of batch.entries()) settle(waiting, placed[index] ?? null)
      } catch (error) {
        // An error of the database concerns one row, such as a repeat that raced its first attempt. On the transactional
        // path only that message fails.
        if (postgresCode(error) !== undefined) for (const waiting of batch) settle(waiting, null)
        else for (const waiting of batch) waiting.fail(error)
      }
    }
    isBusy = false
  }

  /** After a message that needs the transactional path, the next ones of its customer follow it there: they keep their order. */
  function settle({ message, settle: resolve }: Waiting, placed: PlacedMessage | null): void {
    resolve(placed)
    if (placed !== null) return
    for (const later of queue.get(message.customerId) ?? []) later.settle(null)
    queue.delete(message.customerId)
  }

  async function placeAll(messages: PlainMessage[]): Promise<(PlacedMessage | null)[]> {
    const now = timestamp(deps.clock())
    const rows = messages.map((message) => prepare(message, now))
    const { rows: found } = await deps.pool.query<{ ord: number; seq: number; conversation_id: string }>({
      name: 'place-messages',
      text: placeMessages,
      values: [
        plainArray(messages.map((message) => message.customerId)),
        plainArray(messages.map((message) => message.organizationId)),
        plainArray(messages.map((message) => message.conversationId ?? 'NULL')),
        plainArray(rows.map((row) => row.id)),
        plainArray(rows.map((row) => row.entryId)),
        plainArray(messages.map((message) => message.sender.type)),
        plainArray(messages.map((message) => message.sender.key)),
        textArray(rows.map((row) => JSON.stringify(row.actor))),
        plainArray(rows.map((row) => row.audience)),
        plainArray(messages.map((message) => message.clientId)),
        textArray(messages.map((message) => message.content)),
        textArray(messages.map(({ sender }) => (sender.face === null ? null : JSON.stringify(sender.face)))),
        textArray(rows.map((row) => JSON.stringify(row.data))),
        textArray(messages.map((message) => previewOf(message.content))),
        now,
        plainArray(messages.map(({ seenSeq }) => (seenSeq === null ? 'NULL' : String(seenSeq)))),
      ],
    })
    const placed: (PlacedMessage | null)[] = messages.map(() => null)
    for (const { ord, seq, conversation_id: conversationId } of found) {
      const message = messages[ord - 1] as PlainMessage
      const row = rows[ord - 1] as Prepared
      placed[ord - 1] = { id: row.id, seq, conversationId, createdAt: now }
      const entry: StoredEntry = {
        id: row.entryId,
        seq,
        type: 'message.created',
        audience: row.audience,
        created_at: now,
        conversation_id: conversationId,
        actor: row.actor,
        data: row.data,
      }
      deps.log.announce({
        organization_id: message.organizationId,
        customer_id: message.customerId,
        after: seq - 1,
        to: seq,
        entries: [entry],
        born: null,
      })
    }
    return placed
  }

  return {
    place: (message) =>
      new Promise((settle, fail) => {
        const waiting = { message, settle, fail }
        const others = queue.get(message.customerId)
        if (others) others.push(waiting)
        else queue.set(message.customerId, [waiting])
        if (!isBusy) void drain()
      }),
  }
}

/** The first message of each customer. Those who have more waiting get their next turn after the others. */
function takeBatch(queue: Map<string, Waiting[]>): Waiting[] {
  const batch: Waiting[] = []
  const again: [string, Waiting[]][] = []
  for (const [customerId, waiting] of queue) {
    if (batch.length === maxBatch) break
    batch.push(waiting.shift() as Waiting)
    queue.delete(customerId)
    if (waiting.length > 0) again.push([customerId, waiting])
  }
  for (const [customerId, waiting] of again) queue.set(customerId, waiting)
  return batch
}

interface Prepared {
  id: string
  entryId: string
  actor: Actor
  audience: Audience
  data: object
}

function prepare({ sender, clientId, content }: PlainMessage, now: string): Prepared {
  const id = newId()
  const data = messageRecord({
    id,
    sender_type: sender.type,
    sender_agent: sender.face,
    client_id: clientId,
    content,
    reply_to_id: null,
    media: [],
    deleted_by_customer_at: null,
    created_at: now,
  })
  return { id, entryId: newId(), actor: sender.actor, audience: senderRules[sender.type].audience, data }
}
