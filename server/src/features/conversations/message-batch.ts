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
 * Group commit for messages: those that arrive while a batch is being committed form the next batch. A single message is not
 * delayed. One statement a batch is one round trip and one fsync for all of it; `npm run bench -- chat` compares it
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
  const queue: Waiting[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      deps.onBatch(batch.length)
      try {
        const placed = await placeAll(batch.map((waiting) => waiting.message))
        batch.forEach((waiting, index) => waiting.settle(placed[index] ?? null))
      } catch (error) {
        // An error of the database concerns one row, such as a repeat that raced its first attempt. On the transactional
        // path only that message fails.
        if (postgresCode(error) !== undefined) for (const waiting of batch) waiting.settle(null)
        else for (const waiting of batch) waiting.fail(error)
      }
    }
    isBusy = false
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
    const grown = new Map<string, StoredEntry[]>()
    for (const { ord, seq, conversation_id: conversationId } of found) {
      const index = ord - 1
      const message = messages[index] as PlainMessage
      const row = rows[index] as Prepared
      placed[index] = { id: row.id, seq, conversationId, createdAt: now }
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
      const entries = grown.get(message.customerId)
      if (entries) entries.push(entry)
      else grown.set(message.customerId, [entry])
    }
    for (const [customerId, entries] of grown) announce(customerId, entries)
    return placed

    function announce(customerId: string, entries: StoredEntry[]): void {
      entries.sort((a, b) => a.seq - b.seq)
      const [first] = entries
      const last = entries.at(-1)
      const organizationId = messages.find((message) => message.customerId === customerId)?.organizationId
      if (!first || !last || organizationId === undefined) return
      deps.log.announce({
        organization_id: organizationId,
        customer_id: customerId,
        after: first.seq - 1,
        to: last.seq,
        entries,
        born: null,
      })
    }
  }

  return {
    place: (message) =>
      new Promise((settle, fail) => {
        queue.push({ message, settle, fail })
        if (!isBusy) void drain()
      }),
  }
}

/**
 * In order. A repeat of a client_id in the same batch waits for the next one, where it is recognized; so does a message whose
 * sender has not seen a colleague's message of this batch.
 */
function takeBatch(queue: Waiting[]): Waiting[] {
  const keys = new Set<string>()
  const batch: Waiting[] = []
  while (queue.length > 0 && batch.length < maxBatch) {
    const next = (queue[0] as Waiting).message
    const { customerId, sender, clientId } = next
    const key = `${customerId} ${sender.key} ${clientId}`
    if (keys.has(key) || batch.some(({ message }) => isUnseenBy(next, message))) break
    keys.add(key)
    batch.push(queue.shift() as Waiting)
  }
  return batch
}

const isUnseenBy = (next: PlainMessage, earlier: PlainMessage): boolean =>
  next.seenSeq !== null &&
  earlier.customerId === next.customerId &&
  earlier.sender.key !== next.sender.key &&
  senderRules[earlier.sender.type].isHumanResponse

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
