import type { AgentFace } from '@parley/protocol/agent'
import type { SenderType } from '@parley/protocol/message'
import type pg from 'pg'
import { plainArray, textArray } from '../../core/array-literal.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode } from '../../core/database.ts'
import type { EventLog, StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { messageRecord, previewOf } from './message-store.ts'

/** A plain message: text alone, which needs nothing checked but what the batch statement itself checks. */
export interface PlainMessage {
  organizationId: string
  customerId: string
  /** 'customer' or the agent's id. */
  sender: string
  senderType: Extract<SenderType, 'customer' | 'agent'>
  senderAgent: AgentFace | null
  clientId: string
  content: string
}

export interface PlacedMessage {
  id: string
  seq: number
  conversationId: string
  createdAt: string
}

/**
 * Group commit for messages: what arrives while a batch is on its way to the disk goes out together in the next
 * one. A lone message waits for nobody. One statement a batch is one round trip and one fsync for all of it;
 * `npm run bench -- chat` compares it with a statement a message.
 *
 * Two lanes, because two batches in flight keep both the database and this process busy; a customer always takes
 * the same lane, which keeps their messages in order.
 */
export interface MessageBatch {
  /** null: not a case for the fast path (no open conversation, first reply, blocked, a repeat ...). */
  place(message: PlainMessage): Promise<PlacedMessage | null>
}

const maxBatch = 128
export const lanes = 2

interface Waiting {
  message: PlainMessage
  settle: (placed: PlacedMessage | null) => void
  fail: (error: unknown) => void
}

export function createMessageBatch(deps: {
  /** Of its own, a connection a lane: a batch must not wait behind what browsers ask for. */
  pool: pg.Pool
  log: Pick<EventLog, 'announce'>
  clock: Clock
  onBatch: (size: number) => void
}): MessageBatch {
  const queues: Waiting[][] = Array.from({ length: lanes }, () => [])
  const busy: boolean[] = Array.from({ length: lanes }, () => false)

  async function drain(lane: number): Promise<void> {
    const queue = queues[lane] as Waiting[]
    busy[lane] = true
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      deps.onBatch(batch.length)
      try {
        const placed = await placeAll(batch.map((waiting) => waiting.message))
        batch.forEach((waiting, index) => waiting.settle(placed[index] ?? null))
      } catch (error) {
        // A repeat that raced its first try breaks the unique rule, another refusal of the database concerns one row:
        // each goes the careful way, and only the culprit hears of it.
        if (postgresCode(error) !== undefined) for (const waiting of batch) waiting.settle(null)
        else for (const waiting of batch) waiting.fail(error)
      }
    }
    busy[lane] = false
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
        plainArray(rows.map((row) => row.id)),
        plainArray(rows.map((row) => row.entryId)),
        textArray(messages.map((message) => message.sender)),
        plainArray(messages.map((message) => message.clientId)),
        textArray(messages.map((message) => message.content)),
        textArray(
          messages.map((message) => (message.senderAgent ? JSON.stringify(message.senderAgent) : null)),
        ),
        textArray(rows.map((row) => JSON.stringify(row.data))),
        textArray(messages.map((message) => previewOf(message.content))),
        now,
      ],
    })
    const placed: (PlacedMessage | null)[] = messages.map(() => null)
    const grown = new Map<string, StoredEntry[]>()
    for (const { ord, seq, conversation_id: conversationId } of found) {
      const index = ord - 1
      const message = messages[index] as PlainMessage
      const row = rows[index] as ReturnType<typeof prepare>
      placed[index] = { id: row.id, seq, conversationId, createdAt: now }
      const entry: StoredEntry = {
        id: row.entryId,
        seq,
        type: 'message.created',
        audience: 'both',
        created_at: now,
        conversation_id: conversationId,
        actor:
          message.senderType === 'customer' ? { type: 'customer' } : { type: 'agent', id: message.sender },
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
        const lane = laneOf(message.customerId)
        ;(queues[lane] as Waiting[]).push({ message, settle, fail })
        if (!busy[lane]) void drain(lane)
      }),
  }
}

/** The last digits of a UUIDv7 are random. */
const laneOf = (customerId: string): number => Number.parseInt(customerId.slice(-4), 16) % lanes

/** In order; a repeat of a client_id that is in this batch already waits for the next one, where it is found. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const keys = new Set<string>()
  const batch: Waiting[] = []
  while (queue.length > 0 && batch.length < maxBatch) {
    const { customerId, sender, clientId } = (queue[0] as Waiting).message
    const key = `${customerId} ${sender} ${clientId}`
    if (keys.has(key)) break
    keys.add(key)
    batch.push(queue.shift() as Waiting)
  }
  return batch
}

function prepare(message: PlainMessage, now: string) {
  const id = newId()
  const data = messageRecord({
    id,
    sender_type: message.senderType,
    sender_agent: message.senderAgent,
    client_id: message.clientId,
    content: message.content,
    reply_to_id: null,
    media: [],
    deleted_by_customer_at: null,
    created_at: now,
  })
  return { id, entryId: newId(), data }
}

/**
 * Locks the heads (in id order: two batches never wait for each other in a ring), then places each message whose
 * customer has an open conversation and may write. `for update` sees the newest head and conversation even when the
 * statement's snapshot is older. An agent's message is taken only when the conversation is theirs or a colleague's
 * and was answered before: the first reply sets more and goes the careful way, as does anything else that is
 * missing from the answer. Whether it is a repeat is asked by client_id first: "is not distinct from" rules out the index of
 * a customer's history, which a planner without figures takes for as good and reads to its end. The two other look-ups are written so that they can only be index look-ups: as joins the planner,
 * which knows neither the batch nor a young table, read all heads and all open conversations.
 */
export const placeMessages = `
with input as (
  select * from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[], $10::text[]
  ) with ordinality as t(customer_id, organization_id, id, entry_id, sender, client_id, content, sender_agent, data, preview, ord)
), head as (
  select customer_id, organization_id, last_seq, may_write from customer_log
  where customer_id = any($1::uuid[])
  order by customer_id for update
), talk as (
  select open.* from head cross join lateral (
    select c.id, c.customer_id, c.agent_id, c.first_response_time from conversation c
    where c.customer_id = head.customer_id and c.status = 'open'
    for update
  ) open
), placed as (
  select i.*, t.id as conversation_id,
    h.last_seq + row_number() over (partition by i.customer_id order by i.ord) as seq
  from input i
  join head h on h.customer_id = i.customer_id and h.organization_id = i.organization_id
  join talk t on t.customer_id = i.customer_id
  where case when i.sender = 'customer' then h.may_write else t.agent_id is not null and t.first_response_time is not null end
    and not exists (
      select from message m
      where m.client_id = i.client_id and m.customer_id is not distinct from i.customer_id and m.sender = i.sender
    )
), messages as (
  insert into message (id, organization_id, customer_id, conversation_id, seq, sender_type, sender, sender_agent,
    client_id, content, created_at)
  select id, organization_id, customer_id, conversation_id, seq,
    case when sender = 'customer' then 'customer' else 'agent' end, sender, sender_agent, client_id, content, $11
  from placed
), entries as (
  insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
  select customer_id, seq, entry_id, organization_id, 'message.created', 'both', conversation_id,
    case when sender = 'customer' then '{"type":"customer"}'::jsonb else jsonb_build_object('type', 'agent', 'id', sender) end,
    data, $11
  from placed
), heads as (
  update customer_log h set last_seq = p.last
  from (select customer_id, max(seq) as last from placed group by customer_id) p
  where h.customer_id = p.customer_id
), talks as (
  update conversation c set
    last_sender_type = case when p.sender = 'customer' then 'customer' else 'agent' end,
    last_preview = p.preview, last_media_count = 0, last_message_at = $11, updated_at = $11,
    unread = c.unread + p.from_customer,
    waiting_since = case when p.sender = 'customer' then coalesce(c.waiting_since, $11) end
  from (
    select distinct on (conversation_id) conversation_id, sender, preview,
      count(*) filter (where sender = 'customer') over (partition by conversation_id) as from_customer
    from placed order by conversation_id, seq desc
  ) p
  where c.id = p.conversation_id
)
select ord::int, seq, conversation_id from placed`
