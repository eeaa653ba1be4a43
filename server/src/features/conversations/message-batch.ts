import type { Actor, Audience } from '@parley/protocol/event'
import type pg from 'pg'
import { plainArray, textArray } from '../../core/array-literal.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode } from '../../core/database.ts'
import type { EventLog, LogHint, StoredEntry } from '../../core/event-log.ts'
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

interface Placement {
  message: PlacedMessage
  hint: LogHint
}

export function createMessageBatch(deps: {
  /** A separate pool of one connection, so that a batch never waits for other queries. */
  pool: { connect: () => Promise<pg.PoolClient> }
  log: Pick<EventLog, 'announce'>
  clock: Clock
  onBatch: (size: number) => void
}): MessageBatch {
  /** By customer, in the order of their turns. */
  const queue = new Map<string, Waiting[]>()
  let isBusy = false
  /** Kept while messages are waiting, because the pool would delay each statement. */
  let connection: pg.PoolClient | null = null

  async function drain(): Promise<void> {
    isBusy = true
    let batch = commitNext()
    while (batch) {
      const publish = await batch
      // The next statement is sent before the entries of this batch, because writing to many sockets takes time.
      batch = commitNext()
      publish()
      batch ??= commitNext()
    }
    release()
    isBusy = false
  }

  /** @param error of its last statement: the connection is closed */
  function release(error?: unknown): void {
    connection?.release(error !== undefined)
    connection = null
  }

  /** Commits the next batch. Resolves with a function that announces and settles its messages; null: none is waiting. */
  function commitNext(): Promise<() => void> | null {
    return queue.size > 0 ? commit(takeBatch(queue)) : null
  }

  async function commit(batch: Waiting[]): Promise<() => void> {
    deps.onBatch(batch.length)
    try {
      connection ??= await deps.pool.connect()
      const placed = await placeAll(connection, batch)
      for (const [index, waiting] of batch.entries()) if (!placed[index]) refuse(waiting)
      return () => {
        for (const [index, waiting] of batch.entries()) {
          const placement = placed[index]
          if (!placement) continue
          deps.log.announce(placement.hint)
          waiting.settle(placement.message)
        }
      }
    } catch (error) {
      release(error)
      // An error of the database concerns one row, such as a repeat that raced its first attempt. On the transactional
      // path only that message fails.
      if (postgresCode(error) !== undefined) for (const waiting of batch) refuse(waiting)
      else for (const waiting of batch) waiting.fail(error)
      return () => {}
    }
  }

  /** After a message that needs the transactional path, the next ones of its customer follow it there: they keep their order. */
  function refuse({ message, settle }: Waiting): void {
    settle(null)
    for (const later of queue.get(message.customerId) ?? []) later.settle(null)
    queue.delete(message.customerId)
  }

  async function placeAll(client: pg.PoolClient, batch: Waiting[]): Promise<(Placement | null)[]> {
    const messages = batch.map(({ message }) => message)
    const now = timestamp(deps.clock())
    const rows = messages.map((message) => prepare(message, now))
    const { rows: found } = await client.query<{ ord: number; seq: number; conversation_id: string }>({
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
    const placed: (Placement | null)[] = messages.map(() => null)
    for (const { ord, seq, conversation_id: conversationId } of found) {
      const message = messages[ord - 1] as PlainMessage
      const row = rows[ord - 1] as Prepared
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
      placed[ord - 1] = {
        message: { id: row.id, seq, conversationId, createdAt: now },
        hint: {
          organization_id: message.organizationId,
          customer_id: message.customerId,
          after: seq - 1,
          to: seq,
          entries: [entry],
          born: null,
        },
      }
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
